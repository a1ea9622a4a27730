import type { PayoutCredit } from '@attain/contract/payouts';
import type { TenantTx } from '../../db/database.ts';
import { selectCredits } from './credits-store.ts';
import { type LineName, selectLinesOf, type WholeLine } from './payouts-store.ts';

/** Every line of one participant in a stored run, in the plan's order; none: an empty list. */
export function linesPaidTo(tx: TenantTx, runId: string, participantId: string): Promise<WholeLine[]> {
  return selectLinesOf(tx, runId, participantId);
}

/** All credits of a line in the order they earned, with the deals as the calculation read them. */
export function creditsBehind(tx: TenantTx, line: LineName): Promise<PayoutCredit[]> {
  return selectCredits(tx, { ...line, after: 0, limit: null });
}
