import type { RunSummary } from '@attain/contract/workflow-runs';
import { isNarrowed } from '@attain/domain/access/permissions';
import { isRepeated, journalForRetry, stepToRetry } from '@attain/domain/workflows/retry-run';
import { stepKey } from '@attain/domain/workflows/steps/run-state';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow, mustReach } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { type Delivered, readState } from '../../runs/engine/deliver-events.ts';
import { rightsOfRun } from '../../runs/engine/rights-of-run.ts';
import {
  lockRun,
  markRepeated,
  markTriedAgain,
  type RunFacts,
  selectChildren,
  selectFacts,
  selectRun,
} from './run-rows.ts';
import { mustSeeValues } from './visible-run.ts';

/**
 * Retries an ended run from a node, as a new run on the same version: results of other branches are kept, the node and
 * everything after it run again. Throws NOT_FOUND, NOT_ALLOWED if its values are hidden from the actor, and CONFLICT
 * while the run is in progress or for an unknown node.
 */
export function retryRun(ctx: AppContext, actor: Actor, { id, node }: { id: string; node: string }) {
  return retryFrom(ctx, actor, id, async () => node);
}

/**
 * Retries an ended run that was not retried before, from the step that failed, else from one that had not ended. Throws CONFLICT
 * otherwise, also if every step has ended, or a run above it repeats it.
 */
export function retryFailed(ctx: AppContext, actor: Actor, id: string) {
  return retryFrom(ctx, actor, id, async ({ tx, state, run, facts }) => {
    if (run.triedAgainAs !== null) throw new ApiError('CONFLICT', 'This run was retried already.');
    await mustNotBeRepeated(tx, facts);
    return must(stepToRetry(state), 'CONFLICT', 'Every step of this run has ended. Retry it from a step.');
  });
}

/** Throws CONFLICT for a run that a run above it in progress, or a retry of one, repeats. */
async function mustNotBeRepeated(tx: TenantTx, facts: RunFacts): Promise<void> {
  let { parentRunId, parentStep } = facts;
  while (parentRunId !== null && parentStep !== null) {
    const run = await selectRun(tx, parentRunId);
    const above = await selectFacts(tx, parentRunId);
    if (run === null || above === null) return;
    if (run.status !== 'completed') {
      const { prepared, state } = await readState(tx, { ...run, documentHash: above.documentHash });
      if (isRepeated(prepared, state, parentStep))
        throw new ApiError(
          'CONFLICT',
          'A retry of the run that started this one repeats it. Retry that run.',
        );
    }
    ({ parentRunId, parentStep } = above);
  }
}

/** What a retry reads before it chooses the node. */
type Read = Awaited<ReturnType<typeof readState>> & {
  readonly tx: TenantTx;
  readonly run: RunSummary;
  readonly facts: RunFacts;
};

async function retryFrom(
  ctx: AppContext,
  actor: Actor,
  runId: string,
  nodeOf: (read: Read) => Promise<string>,
) {
  mustAllow(actor, 'run:workflows');
  let delivered: Delivered | null = null;
  const summary = await ctx.write(actor, async (tx) => {
    await lockRun(tx, runId);
    const { run, facts } = await mustSeeValues(tx, actor, runId);
    if (facts.isDraft) mustAllow(actor, 'edit:workflows');
    if (isNarrowed(actor.roles)) mustReach(actor, await rightsOfRun(tx, { ...run, ...facts }));
    const read = await readState(tx, { ...run, documentHash: facts.documentHash });
    const { prepared, entries } = read;
    const node = await nodeOf({ ...read, tx, run, facts });
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
        clientAddress: actor.request.address,
        traceParent: actor.request.traceParent ?? null,
        parent: null,
        instanceId: facts.instanceId,
        past: journal,
        event: { id: `retry/${id}`, kind: 'continue', atMs },
      },
    ]);
    delivered = started;
    await markTriedAgain(tx, runId, id);
    const kept = new Set(journal.flatMap((entry) => (entry.kind === 'result' ? stepKey(entry.step) : [])));
    const children = [...(await selectChildren(tx, runId))];
    await markRepeated(
      tx,
      children.flatMap(([step, child]) => (kept.has(step) ? [] : child)),
      id,
    );
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
