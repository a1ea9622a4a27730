import type { AppContext } from '../app-context.ts';
import type { Delivered } from '../runs/engine/deliver-events.ts';
import { EffectFailed, RunCancelled } from '../runs/engine/effect-failed.ts';
import type { Activity } from '../runs/engine/perform-effect.ts';
import { isStillWanted } from '../runs/engine/run-store.ts';
import { effectKey } from '../runs/engine/store-outcome.ts';
import { markRepeated, selectByKeys, selectLineage } from '../slices/workflow-runs/run-rows.ts';
import { beginRun } from '../slices/workflow-runs/start-run.ts';
import { textOf } from './config-values.ts';

/** How many runs may wait for each other; a workflow that starts itself ends here. */
const MAX_DEEP = 20;

/**
 * Starts another workflow on the version it had when the outermost run began, so that publishing does not affect
 * running runs; its end is reported to the waiting run.
 */
export function subWorkflow(ctx: AppContext): Activity {
  return {
    outside: async ({ run, effect }) => {
      const workflowId = textOf(effect.config, 'workflow');
      const delivered = await ctx.db.within(run.tenantId, async (tx): Promise<Delivered | null> => {
        // a cancellation waits for this transaction and finds its run, or was first
        if (!(await isStillWanted(tx, { runId: run.id, effect: effectKey(effect) })))
          throw new RunCancelled();
        const { depth, version, environment, isDraft } = await selectLineage(tx, run.id, workflowId);
        if (depth >= MAX_DEEP) {
          const message = `Sub-workflows are nested ${MAX_DEEP} levels deep, so “${workflowId.slice(0, 100)}” was not started.`;
          throw new EffectFailed('TOO_DEEP', message);
        }
        // Each attempt is its own run; the same attempt, performed again, finds its run.
        const keys = Array.from({ length: effect.attempt }, (_, at) =>
          at === 0 ? effect.idempotencyKey : `${effect.idempotencyKey}#${at + 1}`,
        );
        const started = await beginRun(ctx, tx, run.startedBy, {
          workflowId,
          version: version ?? undefined,
          environment: environment ?? undefined,
          input: effect.config.input ?? effect.input,
          variables: {},
          key: keys.at(-1),
          trigger: 'sub-workflow',
          isDraft,
          parent: { runId: run.id, step: { ...effect.step, attempt: effect.attempt } },
        });
        const before = await selectByKeys(tx, workflowId, keys.slice(0, -1));
        await markRepeated(
          tx,
          [...before.values()].map(({ id }) => id),
          started.id,
        );
        return started.delivered;
      });
      ctx.runs.dispatch(delivered);
      return 'later';
    },
  };
}
