import { type Decimal, decimal, HUNDRED, plain } from '../../base/decimal.ts';
import { minorDigits, minorText } from '../../base/money.ts';
import { ratio, roundRatio } from '../../base/ratio.ts';
import { type PayeePay, placeOf } from '../../simulations/payee-pay.ts';
import { asText } from '../../simulations/statistics.ts';

/** One payee before and after a change. */
export interface PayeeChange {
  readonly participantId: string;
  readonly before: PayeePay;
  readonly after: PayeePay;
}

/** What a change costs or saves on the payees both plans can pay (SGR-7). Money in minor units, or text where it is shown. */
export interface ChangeCosts {
  readonly before: bigint;
  readonly after: bigint;
  readonly savings: bigint;
  readonly changePercent: string | null;
  readonly byComponent: ReadonlyMap<string, bigint>;
  readonly byPeriod: ReadonlyMap<string, bigint>;
  readonly payees: number;
  readonly losers: number;
  readonly greatestLossPercent: Decimal;
  /** The largest share of the savings that comes from one payee, in percent; null: nothing is saved. */
  readonly largestSharePercent: Decimal | null;
  /** Savings of each payee, by id. */
  readonly each: readonly bigint[];
}

/** Sums up a change over payees in the order of their ids. */
export function changeCosts(changes: readonly PayeeChange[]): ChangeCosts {
  const cells = new Map<string, bigint>();
  let [before, after, losers] = [0n, 0n, 0];
  let greatest: Loss = { of: 0n, size: 1n };
  const each: bigint[] = [];
  for (const one of changes) {
    before += one.before.total;
    after += one.after.total;
    each.push(one.before.total - one.after.total);
    const loss = lossOf(one);
    if (isAbove(loss, LOSER)) losers += 1;
    if (isAbove(loss, greatest)) greatest = loss;
    for (const [cell, paid] of one.before.cells)
      cells.set(cell, (cells.get(cell) ?? 0n) + paid - (one.after.cells.get(cell) ?? 0n));
    for (const [cell, paid] of one.after.cells)
      if (!one.before.cells.has(cell)) cells.set(cell, (cells.get(cell) ?? 0n) - paid);
  }
  const byComponent = new Map<string, bigint>();
  const byPeriod = new Map<string, bigint>();
  for (const [cell, saved] of cells) {
    const { period, componentId } = placeOf(cell);
    byComponent.set(componentId, (byComponent.get(componentId) ?? 0n) + saved);
    byPeriod.set(period, (byPeriod.get(period) ?? 0n) + saved);
  }
  const savings = before - after;
  return {
    before,
    after,
    savings,
    changePercent: before > 0n ? percentOf(-savings, before, 1) : null,
    byComponent,
    byPeriod: new Map([...byPeriod].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    payees: changes.length,
    losers,
    greatestLossPercent: decimal(String(greatest.of * 100n)).div(String(greatest.size)),
    largestSharePercent: largestShare(each, savings),
    each,
  };
}

/** A loss as a share of what was earned before. */
interface Loss {
  readonly of: bigint;
  readonly size: bigint;
}

/** Losers earn more than one percent less (SGR-7). */
const LOSER: Loss = { of: 1n, size: 100n };

/** Whether a payee earns more than one percent less. */
export function isLoser(change: Pick<PayeeChange, 'before' | 'after'>): boolean {
  return isAbove(lossOf(change), LOSER);
}

/** Nothing for those who earn as much or more, all for those who earned nothing before. */
function lossOf({ before: { total: before }, after }: Pick<PayeeChange, 'before' | 'after'>): Loss {
  const of = before - after.total;
  if (of <= 0n) return { of: 0n, size: 1n };
  if (before === 0n) return { of: 1n, size: 1n };
  return { of, size: before < 0n ? -before : before };
}

function isAbove(one: Loss, other: Loss): boolean {
  return one.of * other.size > other.of * one.size;
}

/** A share in percent, half up. */
export function percentOf(part: bigint, whole: bigint, digits: number): string {
  const size = whole < 0n ? -whole : whole;
  const signed = decimal(String(part))
    .times(HUNDRED)
    .times(whole < 0n ? '-1' : '1');
  return plain(roundRatio(ratio(signed, decimal(String(size))), digits, 'HALF_UP'));
}

/** Minor units as transported money. */
export function amountOf(units: bigint, currency: string): string {
  return minorText(units, currency);
}

/** Minor units as a decimal in major units. */
export function inMajor(units: bigint, currency: string): Decimal {
  return decimal(asText(units, minorDigits(currency)));
}

function largestShare(each: readonly bigint[], savings: bigint): Decimal | null {
  if (savings === 0n) return null;
  const size = savings < 0n ? -savings : savings;
  const largest = each.reduce((max, one) => {
    const towards = savings < 0n ? -one : one;
    return towards > max ? towards : max;
  }, 0n);
  return decimal(String(largest * 100n)).div(String(size));
}
