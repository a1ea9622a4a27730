import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import type { AppContext } from '../../app-context.ts';
import { canonicalText, hashOf } from '../../audit/canonical.ts';
import { systemActor } from '../../base/actor.ts';
import { isLostDatabase } from '../../base/lost-database.ts';
import { notifyProgress } from '../../db/changes.ts';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import type { WriteTx } from '../../db/write.ts';
import type { JobOrder } from '../../runs/jobs.ts';
import { Abandoned, AlreadyDone, Interrupted } from '../calculations/run-endings.ts';
import { countPayees, planHistories } from '../findings/plan-histories.ts';
import {
  insertPayees,
  type PayeeRow,
  type SimulationTerms,
  takeSimulation,
  updateEnded,
} from './simulation-store.ts';
import { simulationWork } from './simulation-work.ts';

const longestMs = 60 * 60 * 1000;
const rowsAPortion = 500;

/** Does one ordered simulation. Safe to run again: one that has ended is left alone, a killed one starts afresh. */
export async function performSimulation(ctx: AppContext, order: JobOrder): Promise<void> {
  const { tenantId, id } = order;
  const terms = await ctx.db.within(tenantId, async (tx) => {
    const taken = await takeSimulation(tx, id);
    if (taken) await notifyProgress(tx.client, { tenantId, noun: 'simulation', id });
    return taken;
  });
  if (!terms) return;
  const actor = systemActor(tenantId, terms.createdBy, `simulation/${id}`);
  const long = { statementTimeoutMs: longestMs };
  try {
    // one connection reads a single moment of the records, another writes
    await ctx.db.within(
      tenantId,
      (records) => ctx.write(actor, (tx) => simulateInto(ctx, { records, tx }, terms), long),
      { ...long, snapshot: true },
    );
  } catch (error) {
    if (error instanceof AlreadyDone || error instanceof Interrupted) return;
    // that says nothing of the simulation: it stays open, and is done when the database is back
    if (isLostDatabase(error)) throw error;
    const cancelled = error instanceof Abandoned;
    if (!cancelled) ctx.log.error({ err: error, simulation: id }, 'simulation failed');
    const status = cancelled ? 'cancelled' : 'failed';
    const message = cancelled
      ? null
      : 'The simulation stopped for a reason that is not in the data. Nothing was stored; try again.';
    const marking = ctx.write(actor, async (tx) => {
      await waitForTurn(tx, id);
      const nothing = { problems: [], inputHash: null, resultHash: null, result: null };
      await updateEnded(tx, id, { ...nothing, status, error: message });
      tx.record({
        action: `simulation.${status}`,
        object: { type: 'simulation', id },
        reason: { code: status },
      });
    });
    await marking.catch((failure: unknown) => {
      if (!(failure instanceof AlreadyDone)) throw failure;
    });
  }
}

async function simulateInto(
  ctx: AppContext,
  { records, tx }: { records: TenantTx; tx: WriteTx },
  terms: SimulationTerms,
): Promise<void> {
  await waitForTurn(tx, terms.id);
  const { draft, baseline, span } = terms;
  const { planId } = baseline ?? draft;
  const compared = baseline === null || terms.kind === 'lint' ? [] : [baseline.document];
  const everyRate = terms.kind === 'monte-carlo';
  const scope = { planId, plans: [draft.document, ...compared] as const, span, everyRate };
  const report = progressReport(ctx, tx.tenantId, terms.id, await countPayees(records, planId, span));
  const work = simulationWork(terms);
  const { id: _, createdBy: __, draft: ___, baseline: ____, ...asked } = terms;
  const hashes = { draft: draft.documentHash, baseline: baseline?.documentHash ?? null };
  const inputHash = createHash('sha256').update(
    canonicalText({ ...asked, ...hashes, engine: ENGINE_VERSION }),
  );
  const resultHash = createHash('sha256');
  let waiting: PayeeRow[] = [];
  let done = 0;
  for await (const payee of planHistories(records, scope)) {
    inputHash.update(hashOf(payee.history));
    const taking = work.take(payee);
    for (;;) {
      const next = taking.next();
      if (next.done) {
        if (next.value !== null) {
          waiting.push(next.value);
          resultHash.update(canonicalText(next.value));
        }
        break;
      }
      await yieldToOthers(ctx, report, done);
    }
    done += 1;
    if (waiting.length >= rowsAPortion) {
      await insertPayees(tx, terms.id, waiting);
      waiting = [];
    }
    await yieldToOthers(ctx, report, done);
  }
  await insertPayees(tx, terms.id, waiting);
  const result = work.result();
  const stored = {
    inputHash: inputHash.digest('hex'),
    resultHash: resultHash.update(canonicalText(result)).digest('hex'),
  };
  await updateEnded(tx, terms.id, { ...stored, status: 'completed', error: null, problems: [], result });
  tx.record({
    action: 'simulation.completed',
    object: { type: 'simulation', id: terms.id },
    after: stored.resultHash,
    evidence: [stored.inputHash, stored.resultHash],
  });
}

/** Other requests of this process get their turn, and whoever wants the simulation to stop is heard. */
async function yieldToOthers(
  ctx: AppContext,
  report: (done: number) => Promise<boolean>,
  done: number,
): Promise<void> {
  await setImmediate();
  if (ctx.jobs.stopping.aborted) throw new Interrupted();
  if (await report(done)) throw new Abandoned();
}

/** One at a time works on a simulation: whoever else was given the order waits, then finds it ended. */
async function waitForTurn(tx: WriteTx, id: string): Promise<void> {
  await tx.client.query(
    `SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', $1, true)`,
    [String(longestMs)],
  );
  await holdTurn(tx, 'perform-simulation', id);
  const open = await tx.client.query(`SELECT 1 FROM simulations WHERE id = $1 AND status = 'running'`, [id]);
  if (open.rowCount === 0) throw new AlreadyDone();
}

/** Says how far the simulation is, ten times a second and on another connection; answers whether to stop. */
function progressReport(
  ctx: AppContext,
  tenantId: string,
  id: string,
  total: number,
): (done: number) => Promise<boolean> {
  let last = 0;
  return async (done) => {
    const now = performance.now();
    if (now - last < 100) return false;
    last = now;
    return ctx.db.within(tenantId, async (tx) => {
      const result = await tx.client.query<{ stop: boolean }>(
        `INSERT INTO simulation_progress (tenant_id, simulation_id, done, total) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, simulation_id) DO UPDATE SET done = $3, total = $4 RETURNING cancel_requested AS stop`,
        [tenantId, id, done, total],
      );
      await notifyProgress(tx.client, { tenantId, noun: 'simulation', id });
      return result.rows[0]?.stop ?? false;
    });
  };
}
