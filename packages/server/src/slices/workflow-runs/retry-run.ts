import { journalForRetry } from '@attain/domain/workflows/retry-run';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { newId } from '../../base/ids.ts';
import { found, must } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import { type Delivered, readState } from '../../runs/engine/deliver-events.ts';
import { markTriedAgain, selectRun } from './run-rows.ts';
import { mustSeeValues } from './visible-run.ts';

/**
 * Tries an ended run again from a node, as a new run on the same version: what was finished elsewhere stands, the node and all
 * that follows from it is done again. Refuses NOT_FOUND, NOT_ALLOWED to whom its values are not shown, and CONFLICT while the run goes on or for a node it does not have.
 */
export async function retryRun(house: House, actor: Actor, input: { id: string; node: string }) {
  mustAllow(actor, 'run:workflows');
  let delivered: Delivered | null = null;
  const summary = await house.write(actor, async (tx) => {
    const { run, facts } = await mustSeeValues(tx, actor, input.id);
    const { prepared, entries } = await readState(tx, { ...run, documentHash: facts.documentHash });
    const id = newId();
    const atMs = house.clock.now().getTime();
    const journal = must(
      journalForRetry(prepared, entries, { from: input.node, run: id, atMs, event: 'start' }),
      'CONFLICT',
      'This run cannot be tried again from there.',
    );
    const { workflowId, version } = run;
    const { documentHash, input: given, variables } = facts;
    const [begun = null] = await house.runs.begin(tx, [
      {
        id,
        workflowId,
        version,
        documentHash,
        environment: facts.environment,
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
    delivered = begun;
    await markTriedAgain(tx, input.id, id);
    tx.record({
      action: 'workflow-run.retried',
      object: { type: 'workflow-run', id },
      reason: { code: 'from', text: `${input.id} ${input.node}` },
    });
    return found(await selectRun(tx, id), 'run');
  });
  house.runs.carryOn(delivered);
  return summary;
}
