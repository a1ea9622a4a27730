import type { PayDifference } from '@attain/contract/recalculations';
import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { PaidAhead } from '../earlier-pay.ts';
import { selectActivePlan } from '../runs-store.ts';
import { isLateChange, isLateImport, isPaidAgain } from '../staleness.ts';
import type { ChangedPayee } from './changed-payee.ts';
import { dependentsOfLate } from './dependents.ts';
import { lineDifferences } from './line-differences.ts';
import { payAgain } from './pay-again.ts';
import { type PaidRun, selectPaidRun } from './recalculation-store.ts';
import { buildsOn, type RunInOrder, selectRunsInOrder } from './runs-in-order.ts';

const MAX_LINES = 500;

/**
 * Effect of late records on a run, line by line with reasons, before anyone accepts them by recalculating. Throws
 * NOT_FOUND for the run, CONFLICT while it has no results, and NOT_CALCULABLE as the calculation would.
 */
export function readLateRecords(
  ctx: AppContext,
  actor: Actor,
  input: { id: string },
): Promise<PayDifference> {
  mustAllow(actor, 'read:simulated-pay');
  return ctx.read(
    actor,
    async (tx) => {
      const { id } = await storedRun(tx, input.id);
      const difference = found((await payDifferences(tx, { runIds: [id] })).get(id), 'calculation');
      if (difference instanceof ApiError) throw difference;
      return difference;
    },
    { snapshot: true },
  );
}

async function storedRun(tx: TenantTx, runId: string): Promise<PaidRun> {
  const kept = found(await selectPaidRun(tx, runId, null), 'calculation');
  if (kept.status !== 'completed' && kept.status !== 'unchanged')
    throw new ApiError('CONFLICT', 'This calculation has no results. Calculate the period first.');
  return kept;
}

/** The stored runs to check; `alsoImports`: imports whose rows are visible here before they are committed. */
export interface Asked {
  readonly runIds: readonly string[];
  readonly alsoImports?: readonly string[];
  /** Called before each run; may throw to stop. */
  readonly each?: () => void;
}

/**
 * What the records, as they are in this transaction, make of runs, or why one cannot be paid. They are paid in the order of
 * their periods, each on what the earlier ones would pay by now, also those that are out of date and were not asked about: so the
 * differences add up to what recalculating all of them in order changes.
 */
export async function payDifferences(
  tx: TenantTx,
  { runIds, alsoImports = [], each }: Asked,
): Promise<ReadonlyMap<string, PayDifference | ApiError>> {
  const runs = await selectRunsInOrder(tx, runIds);
  const results = new Map<string, PayDifference | ApiError>();
  const ahead = new Map<string, readonly ChangedPayee[]>();
  for (const run of runs) {
    each?.();
    const earlier = runs.filter((one) => results.has(one.id) && buildsOn(run, one));
    if (!runIds.includes(run.id) && !run.outOfDate && earlier.length === 0) continue;
    try {
      const { difference, changed } = await payDifference(tx, run.id, {
        alsoImports,
        ahead,
        earlier,
        results,
      });
      results.set(run.id, difference);
      ahead.set(run.id, changed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      results.set(run.id, error);
    }
  }
  return results;
}

interface Before {
  readonly alsoImports: readonly string[];
  readonly ahead: ReadonlyMap<string, readonly ChangedPayee[]> & PaidAhead;
  /** The runs it builds on that were paid again just now. */
  readonly earlier: readonly RunInOrder[];
  readonly results: ReadonlyMap<string, PayDifference | ApiError>;
}

/** Reads only payees that a late record can affect, and recalculates only those whose inputs changed. */
async function payDifference(
  tx: TenantTx,
  runId: string,
  { alsoImports, ahead, earlier, results }: Before,
): Promise<{ difference: PayDifference; changed: readonly ChangedPayee[] }> {
  const kept = await storedRun(tx, runId);
  const stored = await selectReading(tx, kept.id);
  const active = await selectActivePlan(tx, kept.planId);
  const run = { ...kept, plan: active?.document ?? kept.plan };
  const reached = await dependentsOfLate(tx, run, {
    importIds: [...stored.lateImports, ...alsoImports],
    changeIds: stored.lateChanges,
    samePlan: active === null || active.version === stored.planVersion,
    earlierPaidAgain: stored.earlierPaidAgain,
  });
  const paidAhead = earlier.flatMap(({ id }) => (ahead.get(id) ?? []).map((payee) => payee.participantId));
  const people = reached && [...new Set([...reached, ...paidAhead])];
  const { changed, payeesRead } = await payAgain(tx, run, people, ahead);
  const lines = changed.flatMap((payee) => lineDifferences(run.plan, payee));
  const { currency } = run.plan;
  const delta = sum(lines.map((line) => decimal(line.delta)));
  const difference = {
    runId: kept.id,
    currency,
    before: stored.total,
    delta: moneyText(delta, currency),
    after: moneyText(decimal(stored.total).plus(delta), currency),
    payeesRead,
    payeesChanged: changed.length,
    lineCount: lines.length,
    lines: lines.slice(0, MAX_LINES),
    recalculatedFirst: earlier.map(({ id, periodKey }) => ({
      runId: id,
      periodKey,
      ...deltaOf(results.get(id)),
    })),
  };
  return { difference, changed };
}

/** A run that can't be calculated keeps its results and reports why. */
function deltaOf(result: PayDifference | ApiError | undefined): { delta: string | null } {
  return { delta: result === undefined || result instanceof ApiError ? null : result.delta };
}

/** Total and plan version of a run, and later changes that can affect pay. */
async function selectReading(tx: TenantTx, runId: string) {
  const result = await tx.client.query<{
    total: string;
    planVersion: number;
    lateImports: string[];
    lateChanges: string[];
    earlierPaidAgain: boolean;
  }>(
    `SELECT c.total::text, c.plan_version AS "planVersion",
            ARRAY(SELECT i.id FROM imports i WHERE ${isLateImport}) AS "lateImports",
            ARRAY(SELECT h.id FROM record_changes h WHERE ${isLateChange}) AS "lateChanges",
            EXISTS (SELECT 1 FROM calculation_runs e WHERE ${isPaidAgain}) AS "earlierPaidAgain"
       FROM calculation_runs c JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version WHERE c.id = $1`,
    [runId],
  );
  return found(result.rows[0], 'calculation');
}
