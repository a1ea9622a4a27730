import { setImmediate } from 'node:timers/promises';
import { earlierDay, laterDay } from '@attain/domain/base/day';
import type { Period } from '@attain/domain/base/period';
import type { Problem } from '@attain/domain/base/result';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { isLostDatabase } from '../../base/lost-database.ts';
import { notifyProgress } from '../../db/changes.ts';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import type { WriteTx } from '../../db/write.ts';
import type { JobOrder } from '../../runs/jobs.ts';
import { recordsNeeded } from './earlier-pay.ts';
import { payeeInputs } from './payee-inputs.ts';
import { payeePayer } from './payee-pay.ts';
import { payoutWriter } from './payout-writer.ts';
import { recalculateAffected } from './recalculations/recalculate-affected.ts';
import { Abandoned, AlreadyDone, endingOf, Interrupted, Unpayable } from './run-endings.ts';
import { type Reading, storeOutcome } from './run-outcome.ts';
import { runTally } from './run-tally.ts';
import { runWarnings } from './run-warnings.ts';
import { selectPinnedPlan, selectUpTo } from './runs-store.ts';
import { settleFunds } from './settle-funds.ts';

const longestMs = 60 * 60 * 1000;

/** Does one ordered calculation. Safe to run again: a run that has ended is left alone, a killed one starts afresh. */
export async function performCalculation(ctx: AppContext, order: JobOrder): Promise<void> {
  const run = await takeRun(ctx, order);
  if (!run) return;
  const actor = systemActor(order.tenantId, run.createdBy, `calculation/${order.id}`);
  try {
    // one connection reads a single moment of the records, another writes: the head of the audit log cannot be locked in a snapshot
    const long = { statementTimeoutMs: longestMs };
    await ctx.db.within(
      order.tenantId,
      (records) => ctx.write(actor, (tx) => calculateInto(ctx, { records, tx }, run), long),
      { ...long, snapshot: true },
    );
  } catch (error) {
    if (error instanceof AlreadyDone || error instanceof Interrupted) return;
    // that says nothing of the run: it stays open, and is done when the database is back
    if (isLostDatabase(error)) throw error;
    await markEnded(ctx, actor, run, error);
  }
}

/** Says on the run how it ended, unless somebody who was given the same order has done it meanwhile. */
async function markEnded(ctx: AppContext, actor: Actor, run: TakenRun, error: unknown): Promise<void> {
  const ended = endingOf(error);
  const marking = ctx.write(actor, async (tx) => {
    await waitForTurn(tx, run.id);
    await tx.client.query(
      `UPDATE calculation_runs SET status = $2, error = $3, problems = $4, finished_at = now() WHERE id = $1`,
      [run.id, ended.status, ended.message, JSON.stringify(ended.problems)],
    );
    tx.record({
      action: `calculation.${ended.status}`,
      object: { type: 'calculation', id: run.id },
      reason: { code: ended.status },
    });
  });
  await marking.catch((failure: unknown) => {
    if (!(failure instanceof AlreadyDone)) throw failure;
  });
  if (ended.status === 'failed' && !(error instanceof Unpayable) && !(error instanceof ApiError))
    ctx.log.error({ err: error, run: run.id }, 'calculation failed');
}

interface TakenRun {
  readonly id: string;
  readonly planId: string;
  readonly planVersion: number;
  readonly period: Period;
  readonly createdBy: string;
  /** The changed record it takes in, where that is all that is another; null: everybody is paid. */
  readonly recalculationId: string | null;
  /** Before anything was read, so that whatever changes from then on makes the run stale. */
  readonly startedAt: string;
}

async function takeRun(ctx: AppContext, order: JobOrder): Promise<TakenRun | null> {
  return ctx.db.within(order.tenantId, async (tx) => {
    const result = await tx.client.query<TakenRun>(
      `UPDATE calculation_runs SET status = 'running', started_at = now()
        WHERE id = $1 AND status IN ('queued', 'running')
        RETURNING id, plan_id AS "planId", plan_version AS "planVersion", created_by AS "createdBy", started_at AS "startedAt",
          recalculation_id AS "recalculationId",
          json_build_object('key', period_key, 'from', period_from, 'to', period_to) AS period`,
      [order.id],
    );
    const { tenantId, id } = order;
    if (result.rows[0]) await notifyProgress(tx.client, { tenantId, noun: 'calculation', id });
    return result.rows[0] ?? null;
  });
}

async function calculateInto(
  ctx: AppContext,
  { records, tx }: { records: TenantTx; tx: WriteTx },
  run: TakenRun,
): Promise<void> {
  await waitForTurn(tx, run.id);
  const { document: plan, documentHash } = await selectPinnedPlan(records, run.planId, run.planVersion);
  const upTo = await selectUpTo(records);
  const { needed, earlier, read } = await recordsNeeded(records, {
    planId: run.planId,
    plan,
    period: run.period,
  });
  const reading: Omit<Reading, 'ratePairs'> = {
    ...upTo,
    from: earlierDay(needed.from, needed.asked.from),
    to: laterDay(needed.asked.to, needed.ratesTo),
    earlierFrom: read.from,
    earlierRuns: read.runIds,
  };
  await tx.client.query('SAVEPOINT before_lines');
  const scope = { planId: run.planId, plan, period: run.period, needed, earlier };
  const writer = payoutWriter(tx, run.id, new Map(plan.components.map(({ id, name }) => [id, name])));
  const tally = runTally({ documentHash, period: run.period });
  const part = await recalculateAffected({ records, tx }, run, { scope, writer, tally });
  const warnings = () =>
    runWarnings({ records, tx }, run, { plan, measured: { from: needed.from, to: run.period.to } });
  if (part !== null) {
    const { ratePairs } = part;
    return storeOutcome(tx, run, { ...part, reading: { ...reading, ratePairs }, warnings: await warnings() });
  }
  const pay = payeePayer({ plan, period: run.period });
  const problems: Problem[] = [];
  let payees = 0;
  const deals = dealCount();
  const report = progressReport(ctx, tx.tenantId, run.id, await countPayees(records, run));
  const pause = async () => {
    if (ctx.jobs.stopping.aborted) throw new Interrupted();
    if (await report(payees)) throw new Abandoned();
    // other requests of this process get their turn between two payees
    await setImmediate();
  };
  try {
    const fundLeft = await settleFunds(records, scope, problems, pause);
    for await (const payee of payeeInputs(records, { ...scope, ...(fundLeft && { fundLeft }) })) {
      const paid = pay(payee);
      if (!paid.ok) problems.push(...paid.problems);
      else if (problems.length === 0) {
        const { lines, total, hashes } = paid.value;
        tally.add(payee.participant.id, hashes, total);
        deals.add(payee.input);
        await writer.add(payee, lines, hashes);
      }
      payees += 1;
      await pause();
    }
  } finally {
    // a rollback must not overtake a portion that is still on its way
    await writer.settled();
  }
  if (problems.length > 0) throw new Unpayable(problems);
  await writer.finish();
  const ended = { ...tally.end(plan.currency), lines: writer.lineCount, deals: deals.count };
  const complete = { ...reading, ratePairs: [...writer.ratePairs] };
  await storeOutcome(tx, run, { ...ended, reading: complete, warnings: await warnings() });
}

/** Counts deals once, however many they credit; the ids only of those are kept that may come up again. */
function dealCount() {
  const shared = new Set<string>();
  let alone = 0;
  return {
    add: ({ deals, reportingLines }: CalculationInput): void => {
      for (const { id, splits, overlays } of deals) {
        if (reportingLines === undefined && splits.length === 0 && overlays === undefined) alone += 1;
        else shared.add(id);
      }
    },
    get count() {
      return alone + shared.size;
    },
  };
}

/** One at a time works on a run: whoever else was given the order waits, however long it takes, then finds the run ended. */
async function waitForTurn(tx: WriteTx, runId: string): Promise<void> {
  await tx.client.query(
    `SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', $1, true)`,
    [String(longestMs)],
  );
  await holdTurn(tx, 'perform-calculation', runId);
  const open = await tx.client.query(`SELECT 1 FROM calculation_runs WHERE id = $1 AND status = 'running'`, [
    runId,
  ]);
  if (open.rowCount === 0) throw new AlreadyDone();
}

async function countPayees(tx: TenantTx, run: TakenRun): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(DISTINCT participant_id)::int AS count FROM plan_assignments WHERE plan_id = $1 AND from_date <= $3 AND (to_date IS NULL OR to_date >= $2)`,
    [run.planId, run.period.from, run.period.to],
  );
  return result.rows[0]?.count ?? 0;
}

/** Says how far the run is, a few times a second and on another connection, so that it can be seen; answers whether to stop. */
function progressReport(
  ctx: AppContext,
  tenantId: string,
  runId: string,
  total: number,
): (done: number) => Promise<boolean> {
  let last = 0;
  return async (done) => {
    const now = performance.now();
    if (now - last < 250) return false;
    last = now;
    return ctx.db.within(tenantId, async (tx) => {
      // not the run's own row: the calculation reads a snapshot and must find that row as it left it
      const result = await tx.client.query<{ stop: boolean }>(
        `INSERT INTO calculation_progress (tenant_id, run_id, done, total) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, run_id) DO UPDATE SET done = $3, total = $4 RETURNING cancel_requested AS stop`,
        [tenantId, runId, done, total],
      );
      await notifyProgress(tx.client, { tenantId, noun: 'calculation', id: runId });
      return result.rows[0]?.stop ?? false;
    });
  };
}
