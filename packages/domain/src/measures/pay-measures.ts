import { type Decimal, decimal, HUNDRED, ONE, plain, sum, ZERO } from '../base/decimal.ts';

/** What the measures look at in a payout line; decimal texts, null where the line has none. */
export interface MeasuredLine {
  readonly credited: string;
  readonly quota: string | null;
  readonly attainmentPercent: string | null;
  /** Where the payee worked on the period's last day; null: nowhere that is known. */
  readonly territory: string | null;
}

/** How attainment is spread over the lines that have one (MEAS-4). */
export interface AttainmentSpread {
  readonly lines: number;
  readonly meanPercent: string | null;
  readonly medianPercent: string | null;
  readonly atOrAbove100: number;
  readonly below50: number;
}

/** One territory's part of a calculation, shares in percent of the whole. */
export interface TerritoryShare {
  readonly territory: string;
  readonly lines: number;
  readonly credited: string;
  readonly quota: string;
  readonly creditPercent: string;
  readonly quotaPercent: string;
  /** Share of credit less share of quota; below zero it sold less than its quotas asked for. */
  readonly gapPercent: string;
}

/** A part of a whole as MEAS-1 writes it: four decimals, never rounded up; null of nothing. */
export function shareOf(part: number, whole: number): string | null {
  return whole === 0 ? null : cut(decimal(String(part)).div(decimal(String(whole))), 4);
}

/** Mean, median and edges of the lines' attainment (MEAS-4). */
export function attainmentSpread(lines: readonly MeasuredLine[]): AttainmentSpread {
  const found = lines
    .flatMap(({ attainmentPercent }) => (attainmentPercent === null ? [] : [decimal(attainmentPercent)]))
    .toSorted((a, b) => a.cmp(b));
  const middle = Math.floor(found.length / 2);
  const [low, high] = [found[found.length % 2 === 0 ? middle - 1 : middle], found[middle]];
  return {
    lines: found.length,
    meanPercent: found.length === 0 ? null : cut(sum(found).div(decimal(String(found.length))), 2),
    medianPercent: low === undefined || high === undefined ? null : cut(low.plus(high).div(decimal('2')), 2),
    atOrAbove100: found.filter((one) => one.gte(HUNDRED)).length,
    below50: found.filter((one) => one.lt(decimal('50'))).length,
  };
}

/** How well quotas foretold what was credited (MEAS-2); null without a quota above zero. */
export function quotaAccuracy(lines: readonly MeasuredLine[]): string | null {
  const asked = lines.flatMap(({ credited, quota }) =>
    quota === null || decimal(quota).lte(ZERO)
      ? []
      : [{ credited: decimal(credited), quota: decimal(quota) }],
  );
  if (asked.length === 0) return null;
  const missed = sum(asked.map(({ credited, quota }) => credited.minus(quota).abs()));
  const accuracy = ONE.minus(missed.div(sum(asked.map(({ quota }) => quota))));
  return accuracy.lt(ZERO) ? '0' : cut(accuracy, 4);
}

/** Each territory's shares, the one that fell shortest first (MEAS-3); lines without territory or quota are left out. */
export function territoryShares(lines: readonly MeasuredLine[]): readonly TerritoryShare[] {
  const by = new Map<string, { lines: number; credited: Decimal; quota: Decimal }>();
  for (const { territory, credited, quota } of lines) {
    if (territory === null || quota === null) continue;
    const known = by.get(territory) ?? { lines: 0, credited: ZERO, quota: ZERO };
    by.set(territory, {
      lines: known.lines + 1,
      credited: known.credited.plus(decimal(credited)),
      quota: known.quota.plus(decimal(quota)),
    });
  }
  const sold = (one: { credited: Decimal }) => (one.credited.lt(ZERO) ? ZERO : one.credited);
  const credit = sum([...by.values()].map(sold));
  const quotas = sum([...by.values()].map(({ quota }) => quota));
  if (credit.eq(ZERO) || quotas.eq(ZERO)) return [];
  return [...by]
    .map(([territory, one]) => {
      const creditShare = sold(one).times(HUNDRED).div(credit);
      const quotaShare = one.quota.times(HUNDRED).div(quotas);
      return {
        territory,
        lines: one.lines,
        credited: plain(one.credited),
        quota: plain(one.quota),
        creditPercent: cut(creditShare, 2),
        quotaPercent: cut(quotaShare, 2),
        gapPercent: cut(creditShare.minus(quotaShare), 2),
      };
    })
    .toSorted(
      (a, b) => decimal(a.gapPercent).cmp(decimal(b.gapPercent)) || (a.territory < b.territory ? -1 : 1),
    );
}

/** How far territories sold in the proportions of their quotas (MEAS-3); null where there is nothing to compare. */
export function territoryBalance(shares: readonly TerritoryShare[]): string | null {
  if (shares.length === 0) return null;
  const apart = sum(shares.map(({ gapPercent }) => decimal(gapPercent).abs()));
  const balance = ONE.minus(apart.div(decimal('200')));
  return balance.lt(ZERO) ? '0' : cut(balance, 4);
}

/** The number as plain text with at most so many decimals; the rest is cut off. */
function cut(value: Decimal, digits: number): string {
  return plain(value.round(digits, 0));
}
