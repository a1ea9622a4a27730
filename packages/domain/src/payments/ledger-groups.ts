import { type Decimal, decimal, ZERO } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import type { LedgerKind } from './payment.ts';

/** How a payment run is summed up for the person who approves it; every kind of ledger line is in one group. */
const groupOfKind: Readonly<Record<LedgerKind, string>> = {
  earned: 'Earned',
  'adjusted-earnings': 'Adjustments',
  held: 'Holds',
  released: 'Holds',
  'draw-guaranteed': 'Draws',
  'draw-advanced': 'Draws',
  'draw-recovered': 'Draws',
  clawback: 'Clawbacks',
  minimum: 'Payment limits',
  maximum: 'Payment limits',
  'prior-period': 'Prior periods',
  'adjusted-payment': 'Adjustments',
  'carried-in': 'Carried balances',
  'carried-out': 'Carried balances',
};

const groups = [...new Set(Object.values(groupOfKind))];

/** What the lines of one kind in one currency come to. */
export interface KindTotal {
  readonly kind: LedgerKind;
  readonly currency: string;
  readonly amount: string;
}

/** One row of the summary; the last of each currency is the sum of the others. */
export interface GroupTotal {
  readonly label: string;
  readonly currency: string;
  readonly before: string | null;
  readonly after: string;
  readonly change: string | null;
  readonly isTotal: boolean;
}

/**
 * A run by group and currency, with the run it is compared to; `before` is null without one. Groups without an amount in
 * either run are not listed.
 */
export function compareLedgers(
  now: readonly KindTotal[],
  earlier: readonly KindTotal[] | null,
): readonly GroupTotal[] {
  const currencies = [...new Set([...now, ...(earlier ?? [])].map(({ currency }) => currency))].sort();
  return currencies.flatMap((currency) => {
    const sumOf = (lines: readonly KindTotal[], wanted: (label: string) => boolean): Decimal =>
      lines
        .filter((line) => line.currency === currency && wanted(groupOfKind[line.kind]))
        .reduce((total, { amount }) => total.plus(decimal(amount)), ZERO);
    const row = (label: string, wanted: (label: string) => boolean, isTotal: boolean): GroupTotal => {
      const before = earlier === null ? null : sumOf(earlier, wanted);
      const after = sumOf(now, wanted);
      return {
        label,
        currency,
        before: before && moneyText(before, currency),
        after: moneyText(after, currency),
        change: before && moneyText(after.minus(before), currency),
        isTotal,
      };
    };
    const present = groups.filter((group) =>
      [...now, ...(earlier ?? [])].some(
        (line) => line.currency === currency && groupOfKind[line.kind] === group,
      ),
    );
    return [
      ...present.map((group) => row(group, (label) => label === group, false)),
      row('Net', () => true, true),
    ];
  });
}
