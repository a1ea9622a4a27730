import type { Period } from '@attain/domain/base/period';
import { eachOnce, type Problem } from '@attain/domain/base/result';
import { makePayment } from '@attain/domain/payments/make-payment';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { defineJob, type TransactionJob } from '../../jobs/define-job.ts';
import { mustBeLoggedPay } from '../payouts/recorded-payouts.ts';
import { askForPayments } from './ask-for-payments.ts';
import { payableSources } from './payable-sources.ts';
import { paymentAccounts } from './payment-accounts.ts';
import { selectAdjustmentsHash, selectReceiptsHash } from './payment-runs-store.ts';
import { paymentWriter } from './payment-writer.ts';
import { insertSources } from './sources-store.ts';

/** Makes the payments of a period. */
export const paymentJob = defineJob<TakenRun>({
  kind: 'payment',
  unexpected: 'Creating the payments stopped because of an internal error. Nothing was saved; try again.',
  load: takeRun,
  work: pay,
  onEnd: async (tx, id, { status, message, problems }) => {
    await tx.client.query(
      `UPDATE payment_runs SET status = $2, error = $3, problems = $4, finished_at = now() WHERE id = $1`,
      [id, status, message, JSON.stringify(problems)],
    );
  },
});

interface TakenRun {
  readonly id: string;
  readonly period: Period;
  readonly createdBy: string;
}

async function takeRun(tx: TenantTx, id: string): Promise<TakenRun | null> {
  const result = await tx.client.query<TakenRun>(
    `UPDATE payment_runs SET status = 'running', started_at = now() WHERE id = $1
     RETURNING id, created_by AS "createdBy", json_build_object('key', period_key, 'from', period_from, 'to', period_to) AS period`,
    [id],
  );
  return result.rows[0] ?? null;
}

async function pay(job: TransactionJob<TakenRun>): Promise<() => Promise<void>> {
  const { ctx, tx, subject: run } = job;
  const adjustments = await selectAdjustmentsHash(tx);
  const sources = await payableSources(tx, run.period);
  if (!sources.ok) throw unpayable(sources.problems);
  for (const { calculationId } of sources.value) await mustBeLoggedPay(tx, calculationId);
  await insertSources(tx, run.id, sources.value);
  const accounts = await paymentAccounts(tx, run, sources.value);
  const writer = paymentWriter(tx, run.id);
  job.progress(0, accounts.length);
  const problems: Problem[] = [];
  for (const [i, { input, participantName }] of accounts.entries()) {
    const paid = makePayment(input);
    const own = `${input.participantId} (${input.currency})`;
    if (!paid.ok)
      problems.push(...paid.problems.map((problem) => ({ ...problem, path: `${own} ${problem.path}` })));
    // who has nothing but an old draw without a balance is no payee
    else if (problems.length === 0 && paid.value.ledger.length > 0)
      await writer.add(paid.value, participantName);
    job.progress(i + 1);
    // other requests of this process get their turn between two payees
    await job.pause();
  }
  if (problems.length > 0) throw unpayable(problems);
  const stored = await writer.finish();
  const receipts = await selectReceiptsHash(tx, run);
  const hash = receipts === '' ? adjustments : `${adjustments}/${receipts}`;
  return async () => {
    const version = await tx.client.query<{ version: number }>(
      `UPDATE payment_runs r SET status = 'calculated', payment_count = $2, totals = $3, result_hash = $4, adjustments_hash = $5, finished_at = now(),
         version = 1 + coalesce((SELECT max(version) FROM payment_runs o WHERE o.period_from = r.period_from AND o.period_to = r.period_to), 0)
        WHERE id = $1 RETURNING version`,
      [run.id, stored.count, JSON.stringify(stored.totals), stored.resultHash, hash],
    );
    await askForPayments(ctx, tx, run);
    tx.record({
      action: 'payment.calculated',
      object: { type: 'payment', id: run.id, version: String(version.rows[0]?.version) },
      after: stored.resultHash,
    });
  };
}

function unpayable(found: readonly Problem[]): ApiError {
  const problems = eachOnce(found);
  const message = `No payments were created: ${problems.length} problem${problems.length === 1 ? '' : 's'}. Fix the problems and create the payment run again.`;
  return new ApiError('NOT_CALCULABLE', message, { problems });
}
