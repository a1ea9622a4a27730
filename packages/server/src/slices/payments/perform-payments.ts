import { setImmediate } from 'node:timers/promises';
import type { Period } from '@attain/domain/base/period';
import type { Problem } from '@attain/domain/base/result';
import { makePayment } from '@attain/domain/payments/make-payment';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { isLostDatabase } from '../../base/lost-database.ts';
import { notifyProgress } from '../../db/changes.ts';
import { holdTurn } from '../../db/turns.ts';
import type { WriteTx } from '../../db/write.ts';
import type { JobOrder } from '../../runs/jobs.ts';
import { Abandoned, AlreadyDone, Interrupted, Unpayable } from '../calculations/run-endings.ts';
import { mustBeLoggedPay } from '../payouts/recorded-payouts.ts';
import { payableSources } from './payable-sources.ts';
import { paymentAccounts } from './payment-accounts.ts';
import { markAdjustments } from './payment-runs-store.ts';
import { paymentWriter } from './payment-writer.ts';
import { insertSources } from './sources-store.ts';

const longestMs = 60 * 60 * 1000;
const problemsKept = 1_000;

interface TakenRun {
  readonly id: string;
  readonly period: Period;
  readonly createdBy: string;
}

/** Makes the ordered payments. Safe to run again: a run that has ended is left alone, a killed one starts afresh. */
export async function performPayments(ctx: AppContext, order: JobOrder): Promise<void> {
  const run = await takeRun(ctx, order);
  if (!run) return;
  const actor = systemActor(order.tenantId, run.createdBy, `payment/${order.id}`);
  try {
    await ctx.write(actor, (tx) => payInto(ctx, tx, run), { statementTimeoutMs: longestMs });
  } catch (error) {
    if (error instanceof AlreadyDone || error instanceof Interrupted) return;
    // that says nothing of the run: it stays open, and is done when the database is back
    if (isLostDatabase(error)) throw error;
    const ended = endingOf(error);
    if (ended.unforeseen) ctx.log.error({ err: error, run: run.id }, 'payments failed');
    const marking = ctx.write(actor, async (tx) => {
      await waitForTurn(tx, run.id);
      await tx.client.query(
        `UPDATE payment_runs SET status = $2, error = $3, problems = $4, finished_at = now() WHERE id = $1`,
        [run.id, ended.status, ended.message, JSON.stringify(ended.problems.slice(0, problemsKept))],
      );
      const { status } = ended;
      tx.record({
        action: `payment.${status}`,
        object: { type: 'payment', id: run.id },
        reason: { code: status },
      });
    });
    await marking.catch((failure: unknown) => {
      if (!(failure instanceof AlreadyDone)) throw failure;
    });
  }
}

function endingOf(error: unknown) {
  if (error instanceof Abandoned)
    return { status: 'cancelled', message: null, problems: [] as readonly Problem[], unforeseen: false };
  if (error instanceof Unpayable) {
    const { problems } = error;
    const message = `Nobody was paid: ${problems.length} problem${problems.length === 1 ? '' : 's'}. Mend them and make the payments again.`;
    return { status: 'failed', message, problems, unforeseen: false };
  }
  if (error instanceof ApiError)
    return { status: 'failed', message: error.message, problems: [], unforeseen: false };
  const message =
    'Making the payments stopped for a reason that is not in the data. Nothing was stored; try again.';
  return { status: 'failed', message, problems: [], unforeseen: true };
}

async function takeRun(ctx: AppContext, order: JobOrder): Promise<TakenRun | null> {
  return ctx.db.within(order.tenantId, async (tx) => {
    const result = await tx.client.query<TakenRun>(
      `UPDATE payment_runs SET status = 'running', started_at = now() WHERE id = $1 AND status IN ('queued', 'running')
       RETURNING id, created_by AS "createdBy", json_build_object('key', period_key, 'from', period_from, 'to', period_to) AS period`,
      [order.id],
    );
    const { tenantId, id } = order;
    if (result.rows[0]) await notifyProgress(tx.client, { tenantId, noun: 'payment', id });
    return result.rows[0] ?? null;
  });
}

async function payInto(ctx: AppContext, tx: WriteTx, run: TakenRun): Promise<void> {
  await waitForTurn(tx, run.id);
  await markAdjustments(tx, run.id);
  const sources = await payableSources(tx, run.period);
  if (!sources.ok) throw new Unpayable(sources.problems);
  for (const { calculationId } of sources.value) await mustBeLoggedPay(tx, calculationId);
  await insertSources(tx, run.id, sources.value);
  const accounts = await paymentAccounts(tx, run, sources.value);
  const writer = paymentWriter(tx, run.id);
  const report = progressReport(ctx, { tenantId: tx.tenantId, runId: run.id, total: accounts.length });
  const problems: Problem[] = [];
  for (const [i, { input, participantName }] of accounts.entries()) {
    const paid = makePayment(input);
    const own = `${input.participantId} (${input.currency})`;
    if (!paid.ok)
      problems.push(...paid.problems.map((problem) => ({ ...problem, path: `${own} ${problem.path}` })));
    // who has nothing but an old draw without a balance is no payee
    else if (problems.length === 0 && paid.value.ledger.length > 0)
      await writer.add(paid.value, participantName);
    if (ctx.jobs.stopping.aborted) throw new Interrupted();
    if (await report(i + 1)) throw new Abandoned();
    // other requests of this process get their turn between two payees
    await setImmediate();
  }
  if (problems.length > 0) throw new Unpayable(problems);
  const stored = await writer.finish();
  const version = await tx.client.query<{ version: number }>(
    `UPDATE payment_runs r SET status = 'calculated', payment_count = $2, totals = $3, result_hash = $4, finished_at = now(),
       version = 1 + coalesce((SELECT max(version) FROM payment_runs o WHERE o.period_from = r.period_from AND o.period_to = r.period_to), 0)
      WHERE id = $1 RETURNING version`,
    [run.id, stored.count, JSON.stringify(stored.totals), stored.resultHash],
  );
  tx.record({
    action: 'payment.calculated',
    object: { type: 'payment', id: run.id, version: String(version.rows[0]?.version) },
    after: stored.resultHash,
  });
}

/** One at a time works on a run: whoever else was given the order waits, then finds it ended. */
async function waitForTurn(tx: WriteTx, runId: string): Promise<void> {
  await tx.client.query(
    `SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', $1, true)`,
    [String(longestMs)],
  );
  await holdTurn(tx, 'perform-payments', runId);
  const open = await tx.client.query(`SELECT 1 FROM payment_runs WHERE id = $1 AND status = 'running'`, [
    runId,
  ]);
  if (open.rowCount === 0) throw new AlreadyDone();
}

/** Says how far the run is, a few times a second and on another connection; answers whether to stop. */
function progressReport(
  ctx: AppContext,
  run: { tenantId: string; runId: string; total: number },
): (done: number) => Promise<boolean> {
  let last = 0;
  return async (done) => {
    const now = performance.now();
    if (now - last < 250) return false;
    last = now;
    const { tenantId, runId, total } = run;
    return ctx.db.within(tenantId, async (tx) => {
      const result = await tx.client.query<{ stop: boolean }>(
        `INSERT INTO payment_progress (tenant_id, run_id, done, total) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, run_id) DO UPDATE SET done = $3, total = $4 RETURNING cancel_requested AS stop`,
        [tenantId, runId, done, total],
      );
      await notifyProgress(tx.client, { tenantId, noun: 'payment', id: runId });
      return result.rows[0]?.stop ?? false;
    });
  };
}
