import { setImmediate as breathe } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { replay } from '@attain/domain/workflows/advance';
import { prepareWorkflow } from '@attain/domain/workflows/prepare-workflow';
import { longPace } from '@attain/domain/workflows/steps/pace';
import { beNice } from '../../../base/be-nice.ts';
import { advanceEvent, noOutcome, type Outcome } from '../advance-events.ts';
import { contractChecks } from '../contract-checks.ts';
import type { ComputeTask, FromThread, ToThread } from './compute-messages.ts';

/** Called in a row when a run with many pure steps pauses for breath; more is a defect of the workflow check. */
const maxBreaths = 10_000;

beNice();

// Tasks that are under way take turns: each breathes after every portion, and whatever was asked meanwhile begins.
const computing = new Set<number>();
parentPort?.on('message', ({ id, task }: ToThread) => {
  if (task === null) {
    computing.delete(id);
    return;
  }
  computing.add(id);
  const message = (answer: Omit<FromThread, 'id'>) => parentPort?.postMessage({ id, ...answer });
  compute(task, () => computing.has(id))
    .then(
      (outcome) => message({ outcome, error: null }),
      (error: unknown) =>
        message({ outcome: null, error: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => computing.delete(id));
});

/** Null if the task is not wanted any more. */
async function compute(
  { workflow, contracts, isDraft, journal, event }: ComputeTask,
  isWanted: () => boolean,
): Promise<Outcome | null> {
  const prepared = prepareWorkflow(workflow, contractChecks(contracts), isDraft);
  if (!prepared.ok)
    throw new Error(`The workflow can no longer run: ${prepared.problems[0]?.message ?? 'no reason given'}`);
  const state = replay(prepared.value, journal);
  const all = noOutcome();
  let next = event;
  for (let breath = 0; breath < maxBreaths; breath += 1) {
    await breathe();
    if (!isWanted()) return null;
    const step = advanceEvent(prepared.value, state, next, { pace: longPace, all });
    if (!step.more) return all;
    next = { ...next, id: `continue/${journal.length + all.entries.length}`, worked: step.worked };
  }
  throw new Error(`The run ${state.run} computes endlessly.`);
}
