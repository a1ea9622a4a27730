import type { RunEvent } from '@attain/domain/workflows/journal';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { isTerminal } from '@attain/domain/workflows/run-moves';
import { signalTargets } from '@attain/domain/workflows/steps/signal-targets';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { WriteTx } from '../../db/write.ts';
import { type Delivered, readState } from '../../runs/engine/deliver-events.ts';
import { isUndoing, lockRun } from '../../runs/engine/run-store.ts';
import { selectFacts, selectRun } from './run-rows.ts';

/**
 * Cancels a run: nothing new starts but undo steps, and running steps are aborted in every process. Throws NOT_FOUND, CONFLICT if it has
 * ended or undoes its steps, and NOT_ALLOWED for others' runs if the actor may only run agents.
 */
export function cancelRun(ctx: AppContext, actor: Actor, input: { id: string; reason: string }) {
  mustAllow(actor, 'run:agents');
  return notify(ctx, actor, input.id, async (tx) => {
    const facts = found(await selectFacts(tx, input.id), 'run');
    if (facts.startedById !== actor.userId) mustAllow(actor, 'run:workflows');
    // behind the lock: it must not fail meanwhile
    const run = found(await lockRun(tx, input.id), 'run');
    if (isTerminal(run.status)) throw new ApiError('CONFLICT', `The run has already ended (${run.status}).`);
    if (await isUndoing(tx, input.id))
      throw new ApiError('CONFLICT', 'The run has failed and undoes its steps.');
    tx.record({ action: 'workflow-run.cancelled', object: { type: 'workflow-run', id: input.id } });
    return [{ kind: 'cancel', by: actor.displayName, reason: input.reason }];
  });
}

/** Sends a run a signal: every branch that waits for it continues, an early one is kept, a double or late one is recorded and changes nothing. */
export function signalRun(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; name: string; value: JsonValue },
) {
  mustAllow(actor, 'run:workflows');
  return notify(ctx, actor, input.id, async (tx) => {
    // behind the lock: which nodes wait must not change meanwhile
    const run = found(await lockRun(tx, input.id), 'run');
    const { prepared, state } = await readState(tx, run);
    const nodes = signalTargets(prepared, state, input.name);
    if (nodes.length === 0) {
      throw new ApiError(
        'NOT_FOUND',
        `The workflow of this run does not wait for the signal “${input.name}”.`,
      );
    }
    tx.record({
      action: 'workflow-run.signalled',
      object: { type: 'workflow-run', id: input.id },
      reason: { code: 'signal', text: input.name },
    });
    const answer = { kind: 'answer', value: input.value, by: actor.displayName } as const;
    return nodes.map((node) => ({ ...answer, step: { node, iteration: null } }));
  });
}

type Said = RunEvent extends infer One ? (One extends RunEvent ? Omit<One, 'id' | 'atMs'> : never) : never;

async function notify(
  ctx: AppContext,
  actor: Actor,
  id: string,
  decide: (tx: WriteTx) => Promise<readonly Said[]>,
) {
  let delivered: Delivered | null = null;
  const summary = await ctx.write(actor, async (tx) => {
    const said = await decide(tx);
    const atMs = ctx.clock.now().getTime();
    const events = said.map((one) => ({ ...one, id: newId(), atMs }) as RunEvent);
    delivered = await ctx.runs.deliver(tx, id, events);
    return found(await selectRun(tx, id), 'run');
  });
  ctx.runs.dispatch(delivered);
  return summary;
}
