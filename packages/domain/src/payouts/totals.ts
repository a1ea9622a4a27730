import { type Decimal, decimal, ZERO } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import type { Calculation, PayoutLine } from './payout.ts';

/** The pay of one payee or one component, with how many lines it is the sum of. */
export interface Total {
  readonly id: string;
  readonly amount: string;
  readonly lines: number;
}

/** What each participant is paid, in the order of the calculation; the totals sum to its total (PAY-19). */
export function totalsByPayee(calculation: Calculation): readonly Total[] {
  return totals(calculation, (line) => line.participantId);
}

/** What each component pays, in the order of the plan; the totals sum to the calculation's total (PAY-19). */
export function totalsByComponent(calculation: Calculation): readonly Total[] {
  return totals(calculation, (line) => line.componentId);
}

function totals(calculation: Calculation, idOf: (line: PayoutLine) => string): readonly Total[] {
  const found = new Map<string, { amount: Decimal; lines: number }>();
  for (const line of calculation.lines) {
    const id = idOf(line);
    const { amount, lines } = found.get(id) ?? { amount: ZERO, lines: 0 };
    found.set(id, { amount: amount.plus(decimal(line.amount)), lines: lines + 1 });
  }
  return [...found].map(([id, { amount, lines }]) => ({
    id,
    amount: moneyText(amount, calculation.currency),
    lines,
  }));
}
