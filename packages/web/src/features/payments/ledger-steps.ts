import { ledgerSums } from '@attain/domain/payments/ledger-words';
import type { PaymentDetail } from '../../api/shapes.ts';
import { compareDecimals } from '../../base/decimal.ts';

type Line = PaymentDetail['ledger'][number];

/** One step of a payment: a line, or lines of many deals that wait for their customers, with their sum. */
export type LedgerStep =
  | { lines: readonly [Line] }
  | { lines: readonly Line[]; kind: Line['kind']; amount: string; deals: number };

/** So many lines in a row or more become one step. */
const MANY = 4;

/** The ledger's lines in their order; many in a row of deals of which money is held or released alike (PAYM-32) are one step. */
export function ledgerSteps(ledger: readonly Line[]): LedgerStep[] {
  const runs: Line[][] = [];
  for (const line of ledger) {
    const last = runs.at(-1);
    if (last?.[0] && isAlike(last[0], line)) last.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((lines): LedgerStep[] => {
    const [first] = lines;
    if (lines.length < MANY || !first) return lines.map((line) => ({ lines: [line] }));
    const deals = new Set(lines.map(({ references }) => references.dealId)).size;
    return ledgerSums(lines).map(({ amount }) => ({ lines, kind: first.kind, amount, deals }));
  });
}

const isAlike = (one: Line, other: Line) => movesPay(one) && movesPay(other) && one.kind === other.kind;

const movesPay = ({ rule, amount }: Line) => rule === 'PAYM-32' && compareDecimals(amount, '0') !== 0;
