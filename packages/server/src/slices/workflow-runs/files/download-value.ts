import { stepKey } from '@attain/domain/workflows/steps/run-state';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { anId } from '../../../base/cursor.ts';
import { readState } from '../../../runs/engine/deliver-events.ts';
import { runSteps } from '../run-steps.ts';
import { mustSeeValues } from '../visible-run.ts';

/** Selects a value: `run`, or a step as `node@turn`; its input (`in`) or output (`out`). */
export interface AskedValue {
  readonly runId: string;
  readonly step: string;
  readonly side: string;
}

/**
 * The complete input or output of a run or step, as a JSON file. Throws NOT_FOUND in other workspaces, for runs the
 * actor can't see, and for a step that was not reached; NOT_ALLOWED if the run's values are hidden from the actor.
 */
export async function downloadValue(ctx: AppContext, actor: Actor, { runId, step, side }: AskedValue) {
  mustAllow(actor, 'read:workflow-runs');
  found(anId(runId) || null, 'run');
  found(side === 'in' || side === 'out' || (side === 'sent' && step !== 'run') || null, 'value');
  const value = await ctx.read(actor, async (tx) => {
    const { run, facts } = await mustSeeValues(tx, actor, runId);
    if (step === 'run') return side === 'in' ? facts.input : facts.output;
    const { prepared, state, entries } = await readState(tx, { ...run, documentHash: facts.documentHash });
    const one = found(
      runSteps(prepared, state, entries).find((each) => stepKey(each) === step),
      'step',
    );
    if (side === 'sent') return one.sent;
    return side === 'in' ? one.input : one.output;
  });
  const fileName = `${step === 'run' ? `run-${runId}` : step.replaceAll(/[^\w.-]+/g, '-')}-${side}.json`;
  return { fileName, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}
