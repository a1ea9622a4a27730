import type { RunSummary } from '@attain/contract/workflow-runs';
import { isNarrowed } from '@attain/domain/access/permissions';
import { journalForRetry, stepToRetry } from '@attain/domain/workflows/retry-run';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow, mustReach } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { type Delivered, readState } from '../../runs/engine/deliver-events.ts';
import { rightsOfRun } from '../../runs/engine/rights-of-run.ts';
import { markTriedAgain, selectRun } from './run-rows.ts';
import { mustSeeValues } from './visible-run.ts';

/**
 * Retries an ended run from a node, as a new run on the same version: results of other branches are kept, the node and
 * everything after it run again. Throws NOT_FOUND, NOT_ALLOWED if its values are hidden from the actor, and CONFLICT
 * while the run is in progress or for an unknown node.
 */
export function retryRun(ctx: AppContext, actor: Actor, { id, node }: { id: string; node: string }) {
  return retryFrom(ctx, actor, id, () => node);
}

/**
 * Retries an ended run that was not retried before, from the step that failed, else from one that had not ended. Throws CONFLICT
 * otherwise, also if every step has ended.
 */
export function retryFailed(ctx: AppContext, actor: Actor, id: string) {
  return retryFrom(ctx, actor, id, ({ state, run }) => {
    if (run.triedAgainAs !== null) throw new ApiError('CONFLICT', 'This run was retried already.');
    return must(stepToRetry(state), 'CONFLICT', 'Every step of this run has ended. Retry it from a step.');
  });
}

async function retryFrom(
  ctx: AppContext,
  actor: Actor,
  runId: string,
  nodeOf: (read: Awaited<ReturnType<typeof readState>> & { readonly run: RunSummary }) => string,
) {
  mustAllow(actor, 'run:workflows');
  let delivered: Delivered | null = null;
  const summary = await ctx.write(actor, async (tx) => {
    const { run, facts } = await mustSeeValues(tx, actor, runId);
    if (facts.isDraft) mustAllow(actor, 'edit:workflows');
    if (isNarrowed(actor.roles)) mustReach(actor, await rightsOfRun(tx, { ...run, ...facts }));
    const read = await readState(tx, { ...run, documentHash: facts.documentHash });
    const { prepared, entries } = read;
    const node = nodeOf({ ...read, run });
    const id = newId();
    const atMs = ctx.clock.now().getTime();
    const journal = must(
      journalForRetry(prepared, entries, { from: node, run: id, atMs, event: 'start' }),
      'CONFLICT',
      'This run can’t be retried from this node.',
    );
    const { workflowId, version } = run;
    const { documentHash, input: given, variables } = facts;
    const [started = null] = await ctx.runs.begin(tx, [
      {
        id,
        workflowId,
        version,
        documentHash,
        environment: facts.environment,
        agentVersion: facts.agentVersion,
        slot: facts.slot,
        subject: facts.subject,
        isDraft: facts.isDraft,
        trigger: 'manual',
        input: given,
        variables,
        startKey: null,
        startedBy: actor.userId,
        parent: null,
        past: journal,
        event: { id: `retry/${id}`, kind: 'continue', atMs },
      },
    ]);
    delivered = started;
    await markTriedAgain(tx, runId, id);
    tx.record({
      action: 'workflow-run.retried',
      object: { type: 'workflow-run', id },
      reason: { code: 'from', text: `${runId} ${node}` },
    });
    return found(await selectRun(tx, id), 'run');
  });
  ctx.runs.dispatch(delivered);
  return summary;
}
