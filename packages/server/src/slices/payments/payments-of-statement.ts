import type { PaymentDetail, PaymentRow, PaymentRun } from '@attain/contract/payments';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/refusal.ts';
import type { TenantTx } from '../../db/database.ts';
import type { House } from '../../house.ts';
import { findRun } from '../calculations/find-run.ts';
import { mustSee, visibleParticipants } from '../participants/visible-participants.ts';
import { linesPaidTo } from '../payouts/paid-lines.ts';
import { selectPaymentRun } from './payment-runs-store.ts';
import { selectLedger, selectPaymentsOf } from './payments-store.ts';
import { asSeen } from './visible-payments.ts';

/** Names a statement: one participant's pay in one run. */
interface StatementName {
  readonly runId: string;
  readonly participantId: string;
}

/** How a statement was paid: every payment that took it in, newest first. NOT_FOUND where there is no such statement. */
export function readStatementPayments(
  house: House,
  actor: Actor,
  name: StatementName,
): Promise<PaymentDetail[]> {
  return house.read(actor, (tx) => paymentsOfStatement(tx, house, { ...name, actor }));
}

/** The same inside a transaction, for what is made of it. */
export async function paymentsOfStatement(
  tx: TenantTx,
  house: House,
  { actor, runId, participantId }: StatementName & { actor: Actor },
): Promise<PaymentDetail[]> {
  const visible = await visibleParticipants(tx, actor, 'read:payments', house.clock.today());
  mustSee(visible, participantId);
  const calculation = await findRun(tx, runId);
  const calculationId = calculation.sameAs ?? calculation.id;
  const lines = await linesPaidTo(tx, calculationId, participantId);
  found(lines[0], 'statement');
  const rows = await selectPaymentsOf(tx, { calculationId, participantId, closedOnly: visible !== null });
  const details: PaymentDetail[] = [];
  for (const row of rows) {
    const run = found(await selectPaymentRun(tx, row.runId, actor.userId), 'payment run');
    details.push(await paymentDetail(tx, row, asSeen(run, visible)));
  }
  return details;
}

/** A payment with every event behind it, in order. */
export async function paymentDetail(tx: TenantTx, row: PaymentRow, run: PaymentRun): Promise<PaymentDetail> {
  return { ...row, run, ledger: await selectLedger(tx, row) };
}
