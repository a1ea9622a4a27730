import { type Decimal, decimal, ONE, plain, ZERO } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import { ratio, roundRatio } from '../base/ratio.ts';
import { attainmentOf, attainmentPercent } from './attainment.ts';
import { type PaceFlag, paceOf } from './pace.ts';

/** The lines of one component together: Σ credit ÷ Σ quota and how many are on course. */
export interface StandingTotals {
  readonly payees: number;
  readonly credited: string;
  readonly quota: string | null;
  readonly attainmentPercent: string | null;
  readonly medianPercent: string | null;
  readonly pace: string | null;
  readonly projectedPercent: string | null;
  /** Payees projected to reach their quota, and those far behind the usual course. */
  readonly onCourse: number;
  readonly farBehind: number;
  /** Open opportunities of payees with a quota; null: unknown for one of them, or not money. */
  readonly openAmount: string | null;
  /** What is missing to the quota; null: no quota, or it is reached. */
  readonly missing: string | null;
  /** Their amount ÷ what is missing to the quota (ATT-11); null: unknown, no quota, or nothing is missing. */
  readonly coverage: string | null;
}

/** What is summed of a line. */
interface Course {
  readonly credited: string;
  readonly quota: string | null;
  readonly attainmentPercent: string | null;
  readonly window?: { readonly credited: string } | null | undefined;
  readonly usualPercent: string;
  readonly flag: PaceFlag;
  readonly projectedCredit: string | null;
  readonly projectedPercent: string | null;
  readonly openAmount: string | null;
}

/** Sums up lines of one component; those without a quota are in no attainment. */
export function standingTotals(lines: readonly Course[]): StandingTotals {
  const withQuota = lines.filter(({ attainmentPercent: percent }) => percent !== null);
  const add = (texts: readonly string[]) => texts.reduce((all, one) => all.plus(decimal(one)), ZERO);
  const measured = add(withQuota.map((line) => line.window?.credited ?? line.credited));
  const quota = add(withQuota.map((line) => line.quota ?? '0'));
  const attained = attainmentOf(measured, quota);
  const expected = withQuota.reduce(
    (all, line) => all.plus(decimal(line.quota ?? '0').times(line.usualPercent)),
    ZERO,
  );
  const usual = quota.gt(ZERO) ? ratio(expected, quota.times('100')) : ratio(ONE);
  const isProjected = withQuota.every(({ projectedCredit: credit }) => credit !== null);
  const projected = isProjected
    ? attainmentOf(add(withQuota.map(({ projectedCredit: credit }) => credit ?? '0')), quota)
    : null;
  const missing = quota.minus(measured);
  const open = withQuota.map(({ openAmount }) => openAmount);
  const openAmount =
    open.length === 0 || open.includes(null) ? null : plain(add(open.map((one) => one ?? '0')));
  return {
    payees: lines.length,
    credited: plain(add(lines.map(({ credited }) => credited))),
    quota: withQuota.length === 0 ? null : plain(quota),
    attainmentPercent: attained && attainmentPercent(attained),
    medianPercent: medianOf(withQuota.map((line) => line.attainmentPercent ?? '0')),
    pace: paceOf(attained, usual),
    projectedPercent: projected && attainmentPercent(projected),
    onCourse: lines.filter(({ projectedPercent: percent }) => percent !== null && decimal(percent).gte('100'))
      .length,
    farBehind: lines.filter(({ flag }) => flag === 'far-behind').length,
    openAmount,
    missing: missing.gt(ZERO) ? plain(missing) : null,
    coverage: openAmount && coverageOf(decimal(openAmount), missing),
  };
}

function coverageOf(open: Decimal, missing: Decimal): string | null {
  if (!missing.gt(ZERO)) return null;
  return roundRatio(ratio(open, missing), 2, 'HALF_UP').toFixed(2);
}

function medianOf(percents: readonly string[]): string | null {
  const sorted = percents.map(decimal).sort((a, b) => a.cmp(b));
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) return null;
  if (sorted.length % 2 === 1) return plain(upper);
  const both = ratio(sorted[sorted.length / 2 - 1]!.plus(upper), decimal('2'));
  return plain(roundRatio(both, 4, 'HALF_UP'));
}

/** Sum of amounts that are all known; null if one is not. */
export function sumKnown(amounts: readonly (string | null)[], currency: string): string | null {
  if (amounts.some((one) => one === null)) return null;
  return moneyText(
    amounts.reduce((all, one) => all.plus(decimal(one ?? '0')), ZERO),
    currency,
  );
}
