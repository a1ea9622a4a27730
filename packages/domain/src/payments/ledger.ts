import { type Decimal, decimal, sum, ZERO } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import type { Balances, LedgerKind, LedgerLine, Opening, References } from './payment.ts';

/** An event before it is written: the amount, and by how much it changes which balance. */
export interface Event {
  readonly kind: LedgerKind;
  readonly amount: Decimal;
  readonly message: string;
  readonly formula: string;
  readonly rule: string;
  readonly references: References;
  /** Change of a balance, for events that have one. */
  readonly moves?: { readonly balance: keyof Balances; readonly by: Decimal };
}

/** Writes events one after another; each line carries the balances before and after it (PAYM-1). */
export interface Ledger {
  write(event: Event): void;
  /** The sum of all lines so far. */
  readonly total: Decimal;
  readonly lines: readonly LedgerLine[];
  readonly balances: Balances;
}

/** An empty ledger that starts with what earlier payments left behind. */
export function openLedger(opening: Opening, currency: string): Ledger {
  const text = (amount: Decimal) => moneyText(amount.plus(ZERO), currency);
  const standing = openingBalances(opening);
  const shown = (): Balances => ({
    draw: text(standing.draw),
    carried: text(standing.carried),
    held: text(standing.held),
  });
  const lines: LedgerLine[] = [];
  let total = ZERO;
  return {
    write: ({ amount, moves, ...event }) => {
      const before = shown();
      if (moves !== undefined) standing[moves.balance] = standing[moves.balance].plus(moves.by);
      total = total.plus(amount);
      lines.push({ seq: lines.length + 1, ...event, amount: text(amount), before, after: shown() });
    },
    get total() {
      return total;
    },
    lines,
    get balances() {
      return shown();
    },
  };
}

function openingBalances(opening: Opening): Record<keyof Balances, Decimal> {
  return {
    draw: sum(opening.draws.map((draw) => decimal(draw.advanced).minus(decimal(draw.recovered)))),
    carried: decimal(opening.carried),
    held: sum(
      [...opening.held.map(({ amount }) => amount), ...(opening.onReceipt ?? []).map(({ held }) => held)].map(
        (amount) => decimal(amount),
      ),
    ),
  };
}
