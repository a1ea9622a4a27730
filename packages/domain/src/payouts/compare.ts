import { decimal, sum, ZERO } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import { ok, type Result, rejected } from '../base/result.ts';
import type { Calculation, Credit, PayoutLine } from './payout.ts';

/** The figures of a line whose change is worth telling, also where the amount stayed the same. */
const FIGURES = ['credited', 'quota', 'attainmentPercent', 'target', 'amount'] as const;

/** What became of one line between two calculations. */
export interface LineDifference {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly participantId: string;
  readonly componentId: string;
  /** Amount before and after; "0.00" on the side where the line does not exist. */
  readonly before: string;
  readonly after: string;
  /** After minus before. */
  readonly delta: string;
  readonly figures: readonly FigureChange[];
  /** The deals behind the change, by id. */
  readonly deals: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
}

/** One figure of a changed line, before and after; null where it was or is undefined. */
export interface FigureChange {
  readonly figure: (typeof FIGURES)[number];
  readonly before: string | null;
  readonly after: string | null;
}

/** The whole difference of two calculations; `delta` is the sum of the lines' deltas, and after minus before. */
export interface CalculationDifference {
  readonly currency: string;
  readonly before: string;
  readonly after: string;
  readonly delta: string;
  /** Every line that differs, by participant id, then in the plan's order; lines that are the same are only counted. */
  readonly lines: readonly LineDifference[];
  readonly unchanged: number;
}

/** Line by line, what a second calculation changed (PAY-18); refused when the two are in different currencies. */
export function compareCalculations(before: Calculation, after: Calculation): Result<CalculationDifference> {
  if (before.currency !== after.currency) {
    const message = `One calculation is in ${before.currency}, the other in ${after.currency}, so they can’t be compared.`;
    return rejected([{ rule: 'PAY-18', path: 'currency', message }]);
  }
  const { currency } = after;
  const old = new Map(before.lines.map((line) => [keyOf(line), line]));
  const now = new Map(after.lines.map((line) => [keyOf(line), line]));
  const lines: LineDifference[] = [];
  let unchanged = 0;
  for (const key of mergedKeys(before, after)) {
    const difference = compareLine(old.get(key), now.get(key), currency);
    if (difference === null) unchanged += 1;
    else lines.push(difference);
  }
  const delta = moneyText(sum(lines.map((line) => decimal(line.delta))), currency);
  return ok({ currency, before: before.total, after: after.total, delta, lines, unchanged });
}

function compareLine(
  old: PayoutLine | undefined,
  now: PayoutLine | undefined,
  currency: string,
): LineDifference | null {
  const line = now ?? old;
  if (line === undefined) return null;
  const kind = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
  const figures = FIGURES.map((figure) => ({
    figure,
    before: old?.[figure] ?? null,
    after: now?.[figure] ?? null,
  }));
  const changed = figures.filter((change) => change.before !== change.after);
  const deals = compareDeals(old?.credits ?? [], now?.credits ?? []);
  const dealsDiffer = deals.added.length + deals.removed.length + deals.changed.length > 0;
  if (kind === 'changed' && changed.length === 0 && !dealsDiffer) return null;
  const [from, to] = [decimal(old?.amount ?? '0'), decimal(now?.amount ?? '0')];
  return {
    kind,
    participantId: line.participantId,
    componentId: line.componentId,
    before: moneyText(from, currency),
    after: moneyText(to, currency),
    delta: moneyText(to.minus(from).plus(ZERO), currency),
    figures: changed,
    deals,
  };
}

function compareDeals(old: readonly Credit[], now: readonly Credit[]): LineDifference['deals'] {
  const before = new Map(old.map((credit) => [credit.dealId, credit]));
  const after = new Map(now.map((credit) => [credit.dealId, credit]));
  const differs = (credit: Credit, other: Credit | undefined) =>
    other !== undefined &&
    (credit.credited !== other.credited || credit.earned !== other.earned || credit.date !== other.date);
  return {
    added: now.filter((credit) => !before.has(credit.dealId)).map((credit) => credit.dealId),
    removed: old.filter((credit) => !after.has(credit.dealId)).map((credit) => credit.dealId),
    changed: now
      .filter((credit) => differs(credit, before.get(credit.dealId)))
      .map((credit) => credit.dealId),
  };
}

/** Every line of either calculation once: participants by id, then components as the later plan has them, then removed ones. */
function mergedKeys(before: Calculation, after: Calculation): readonly string[] {
  const byParticipant = new Map<string, Set<string>>();
  for (const line of [...after.lines, ...before.lines]) {
    const keys = byParticipant.get(line.participantId);
    if (keys === undefined) byParticipant.set(line.participantId, new Set([keyOf(line)]));
    else keys.add(keyOf(line));
  }
  const people = [...byParticipant].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return people.flatMap(([, keys]) => [...keys]);
}

function keyOf(line: PayoutLine): string {
  return JSON.stringify([line.participantId, line.componentId]);
}
