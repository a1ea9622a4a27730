import type { House } from '../house.ts';
import type { Delivered } from '../runs/engine/deliver-events.ts';
import type { Performer } from '../runs/engine/perform-effect.ts';
import { beginRun } from '../slices/workflow-runs/start-run.ts';
import { textOf } from './config-values.ts';

/** Starts another workflow on the version it has now; its end tells the run that waits for it. */
export function subWorkflow(house: House): Performer {
  return {
    outside: async ({ run, effect }) => {
      const workflowId = textOf(effect.config, 'workflow');
      const delivered = await house.db.within(run.tenantId, async (tx): Promise<Delivered | null> => {
        const begun = await beginRun(house, tx, run.startedBy, {
          workflowId,
          input: effect.config.input ?? effect.input,
          variables: {},
          key: effect.idempotencyKey,
          trigger: 'sub-workflow',
          parent: { runId: run.id, step: { ...effect.step, attempt: effect.attempt } },
        });
        return begun.delivered;
      });
      house.runs.carryOn(delivered);
      return 'later';
    },
  };
}
