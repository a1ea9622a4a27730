import { largestFirst, lineExceptions, withoutLine } from '@attain/domain/closes/exceptions';
import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../../app-context.ts';
import type { TenantTx } from '../../../db/database.ts';
import { holdTurn } from '../../../db/turns.ts';
import type { JobOrder } from '../../../jobs/queue.ts';
import { selectPinnedPlan } from '../runs-store.ts';
import {
  type FoundInResults,
  type ResultsOf,
  saveCheck,
  selectCheckedLines,
  selectChecks,
  selectEarlierRuns,
  selectResultsSince,
  selectWithoutLine,
} from './exception-store.ts';

const timeoutMs = 10 * 60 * 1000;

/**
 * What looks odd in stored results, by run (docs/decisions/0090). A stored check of lines is used only if it compared with the
 * results that are the newest now; any other is computed here. Deals without a line are looked for on each read.
 */
export async function exceptionsOfResults(
  tx: TenantTx,
  results: readonly (ResultsOf & { readonly plan: Plan })[],
): Promise<ReadonlyMap<string, readonly FoundInResults[]>> {
  if (results.length === 0) return new Map();
  const { checked, open } = await sortChecked(tx, results);
  for (const one of await check(tx, open)) checked.set(one.runId, one.found);
  const missing = Map.groupBy(await selectWithoutLine(tx, results), ({ runId }) => runId);
  return new Map(
    [...checked].map(([runId, found]) => {
      const without = (missing.get(runId) ?? []).map(({ id, name }) => ({
        ...withoutLine(id),
        participantName: name,
      }));
      return [runId, largestFirst([...found, ...without])];
    }),
  );
}

/** Stores what looks odd in the lines of a run, and in later periods that are compared with them. Safe to repeat. */
export async function storeExceptions(ctx: AppContext, { tenantId, id }: JobOrder): Promise<void> {
  await ctx.db.within(
    tenantId,
    async (tx) => {
      const [first] = await selectResultsSince(tx, id);
      if (first === undefined) return;
      await holdTurn(tx, 'check-exceptions', `${tenantId}/${first.planId}`);
      const { open } = await sortChecked(tx, await selectResultsSince(tx, id));
      const plans = new Map<number, Plan>();
      for (const { planId, planVersion } of open) {
        if (plans.has(planVersion)) continue;
        const { document } = await selectPinnedPlan(tx, planId, planVersion);
        plans.set(planVersion, document);
      }
      const withPlan = open.flatMap((one) => {
        const plan = plans.get(one.planVersion);
        return plan === undefined ? [] : [{ ...one, plan }];
      });
      for (const one of await check(tx, withPlan)) await saveCheck(tx, one);
    },
    { statementTimeoutMs: timeoutMs },
  );
}

type WithEarlier<R> = R & { readonly earlier: readonly string[] };

/** Splits results into those with a stored check that still holds, and the others with what they are compared with. */
async function sortChecked<R extends ResultsOf>(tx: TenantTx, results: readonly R[]) {
  const earlierOf = await selectEarlierRuns(tx, results);
  const stored = await selectChecks(
    tx,
    results.map(({ runId }) => runId),
  );
  const checked = new Map<string, readonly FoundInResults[]>();
  const open: WithEarlier<R>[] = [];
  for (const one of results) {
    const earlier = earlierOf.get(one.runId) ?? [];
    const known = stored.find(({ runId }) => runId === one.runId);
    if (known !== undefined && known.earlier.join() === earlier.join()) checked.set(one.runId, known.found);
    else open.push({ ...one, earlier });
  }
  return { checked, open };
}

async function check(tx: TenantTx, results: readonly WithEarlier<ResultsOf & { readonly plan: Plan }>[]) {
  if (results.length === 0) return [];
  const read = new Set(results.flatMap(({ runId, earlier }) => [runId, ...earlier]));
  const lines = Map.groupBy(await selectCheckedLines(tx, [...read]), ({ runId }) => runId);
  return results.map(({ runId, earlier, plan }) => {
    const own = lines.get(runId) ?? [];
    const names = new Map(own.map((line) => [line.participantId, line.participantName]));
    const found = lineExceptions({
      plan,
      lines: own,
      earlier: earlier.map((id) => lines.get(id) ?? []),
    }).map((one): FoundInResults => {
      const participantName = one.participantId === null ? null : (names.get(one.participantId) ?? null);
      return { ...one, participantName };
    });
    return { runId, earlier, found };
  });
}
