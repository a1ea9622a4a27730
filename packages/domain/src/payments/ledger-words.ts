import { decimal, sum, ZERO } from '../base/decimal.ts';
import {
  type AdjustmentKind,
  type Balances,
  LEDGER_KINDS,
  type LedgerKind,
  type LedgerLine,
  type ReleaseEvent,
} from './payment.ts';

/** What each event of a payment is called where a payee reads it. */
export const ledgerWords: Record<LedgerKind, string> = {
  earned: 'Earned',
  'adjusted-earnings': 'Adjustment of earnings',
  held: 'Held back',
  released: 'Released',
  'draw-guaranteed': 'Guarantee',
  'draw-advanced': 'Draw advanced',
  'draw-recovered': 'Draw recovered',
  clawback: 'Taken back',
  minimum: 'Minimum',
  maximum: 'Maximum',
  'prior-period': 'Closed period recalculated',
  'adjusted-payment': 'Adjustment of the payment',
  'carried-in': 'Carried from before',
  'carried-out': 'Carried to the next payment',
};

/** Kinds of adjustments, where people read them. */
export const adjustmentWords: Record<AdjustmentKind, string> = {
  correction: 'Correction',
  bonus: 'Bonus',
  spiff: 'SPIFF',
  guarantee: 'Guarantee',
  reimbursement: 'Reimbursement',
  dispute: 'Dispute',
  override: 'Override',
};

/** What a hold waits for, and what has happened when it is released, in words. */
export const releaseWords: Record<ReleaseEvent, { readonly until: string; readonly happened: string }> = {
  decision: { until: 'somebody releases it', happened: 'released by decision' },
  'cash-received': { until: 'the cash is received', happened: 'the cash was received' },
  'go-live': { until: 'the customer goes live', happened: 'the customer went live' },
  day: { until: 'a day', happened: 'its day has come' },
};

/** What stays open after a payment, with the amount; balances of zero are left out. */
export function openBalances({ held, draw, carried }: Balances): { label: string; amount: string }[] {
  return [
    { label: 'Held, not released yet', amount: held },
    { label: 'Draw still to be recovered', amount: draw },
    { label: 'Owed, carried to the next payment', amount: carried },
  ].filter(({ amount }) => !decimal(amount).eq(ZERO));
}

/** Each kind of event of a payment with its sum, as text of the same decimals, in the order in which they happen; they sum to the payment. */
export function ledgerSums(
  ledger: readonly Pick<LedgerLine, 'kind' | 'amount'>[],
): { kind: LedgerKind; label: string; amount: string }[] {
  return LEDGER_KINDS.flatMap((kind) => {
    const amounts = ledger.filter((line) => line.kind === kind).map(({ amount }) => amount);
    if (amounts.length === 0) return [];
    const places = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
    const total = sum(amounts.map((amount) => decimal(amount)));
    return [{ kind, label: ledgerWords[kind], amount: total.toFixed(places) }];
  });
}
