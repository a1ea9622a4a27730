import { setImmediate as breathe } from 'node:timers/promises';
import { advanceRun } from '@attain/domain/workflows/advance';
import type { Effect, JournalEntry, RunEvent, Wait } from '@attain/domain/workflows/journal';
import type { PreparedWorkflow } from '@attain/domain/workflows/prepare-workflow';
import type { RunState } from '@attain/domain/workflows/steps/run-state';

/** What events lead to, all of it for one transaction. */
export interface Outcome {
  readonly entries: JournalEntry[];
  readonly effects: Effect[];
  readonly waits: Wait[];
  readonly closed: string[];
  /** Idempotency keys of effects that are to be aborted. */
  readonly stopped: string[];
}

/** Called in a row when a run with many pure steps pauses for breath; more is a defect of the workflow check. */
const MOST_BREATHS = 10_000;

/**
 * Decides event after event until the run waits for something outside; the state is changed, nothing is stored. Between the
 * breaths of a long computation the process does what else it has to do.
 */
export async function advanceEvents(
  prepared: PreparedWorkflow,
  state: RunState,
  events: readonly RunEvent[],
  entryCount: number,
): Promise<Outcome> {
  const all: Outcome = { entries: [], effects: [], waits: [], closed: [], stopped: [] };
  for (const given of events) {
    let event = given;
    for (let breath = 0; ; breath += 1) {
      if (breath > MOST_BREATHS) throw new Error(`The run ${state.run} computes without an end.`);
      const step = advanceRun(prepared, state, event);
      all.entries.push(...step.entries);
      const closed = new Set(step.closed);
      // what one event opened another may have closed before anything was stored
      for (const list of [all.effects, all.waits] as { idempotencyKey?: string; key?: string }[][]) {
        const kept = list.filter((one) => !closed.has(one.idempotencyKey ?? one.key ?? ''));
        list.splice(0, list.length, ...kept);
      }
      all.effects.push(...step.effects);
      all.waits.push(...step.waits);
      all.closed.push(...step.closed);
      if (!step.more) break;
      await breathe();
      const id = `continue/${entryCount + all.entries.length}`;
      event = { id, atMs: given.atMs, kind: 'continue', worked: step.worked };
    }
  }
  const prefix = `${state.run}/`;
  all.stopped.push(...all.closed.filter((key) => key.startsWith(prefix)));
  return all;
}
