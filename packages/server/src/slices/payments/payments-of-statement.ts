import type { PaymentDetail, PaymentRow, PaymentRun } from '@attain/contract/payments';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { findRun } from '../calculations/find-run.ts';
import { mustBePublished, readerOf } from '../calculations/publications.ts';
import { idsWithin, mustSee, reaches, reachOf } from '../participants/visible-participants.ts';
import { linesPaidTo } from '../payouts/paid-lines.ts';
import { selectPaymentRun } from './payment-runs-store.ts';
import { selectLedger, selectPaymentsOf } from './payments-store.ts';
import { selectDealsOnReceipt } from './receipts-store.ts';
import { mustBeRecorded } from './recorded-payments.ts';
import { asSeen } from './visible-payments.ts';

/** Names a statement: one participant's pay in one run. */
interface StatementName {
  readonly runId: string;
  readonly participantId: string;
}

/** How a statement was paid: every payment that took it in, newest first. NOT_FOUND where there is no such statement. */
export function readStatementPayments(
  ctx: AppContext,
  actor: Actor,
  name: StatementName,
): Promise<PaymentDetail[]> {
  return ctx.read(actor, (tx) => paymentsOfStatement(tx, { ...name, actor }));
}

/** The same inside a transaction. */
export async function paymentsOfStatement(
  tx: TenantTx,
  { actor, runId, participantId }: StatementName & { actor: Actor },
): Promise<PaymentDetail[]> {
  const reach = await reachOf(tx, actor, 'read:payments');
  const calculation = await findRun(tx, runId);
  await mustBePublished(tx, readerOf(actor, 'read:payments'), calculation);
  mustSee(idsWithin(reach, calculation.period), participantId);
  const calculationId = calculation.sameAs ?? calculation.id;
  const lines = await linesPaidTo(tx, calculationId, participantId);
  found(lines[0], 'statement');
  const rows = await selectPaymentsOf(tx, { calculationId, participantId, closedOnly: reach !== null });
  const details: PaymentDetail[] = [];
  for (const row of rows) {
    const run = found(await selectPaymentRun(tx, row.runId, actor.userId), 'payment run');
    await mustBeRecorded(tx, row.runId, [row]);
    // A later payment belongs to the team of its own period.
    if (reaches(reach, participantId, run.period))
      details.push(await paymentDetail(tx, row, asSeen(run, reach === null)));
  }
  return details;
}

/** A payment with every event behind it, in order, and the deals that wait for their customers. */
export async function paymentDetail(tx: TenantTx, row: PaymentRow, run: PaymentRun): Promise<PaymentDetail> {
  return { ...row, run, ledger: await selectLedger(tx, row), onReceipt: await selectDealsOnReceipt(tx, row) };
}
