import { replay } from '@attain/domain/workflows/advance';
import type { JournalEntry, RunEvent } from '@attain/domain/workflows/journal';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { TenantTx } from '../../db/database.ts';
import { advanceEvents } from './advance-events.ts';
import { type Delivered, readPrepared } from './deliver-events.ts';
import { noLines, writeLines } from './journal-chain.ts';
import { insertRuns, type LockedRun } from './run-store.ts';
import { type Claimer, standingOf, storeOpenings, tellParent } from './store-outcome.ts';

/** A run that is about to begin, and the event it begins with. */
export interface NewRun {
  readonly id: string;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly environment: string;
  readonly trigger: string;
  readonly input: JsonValue;
  readonly variables: JsonObject;
  readonly startKey: string | null;
  readonly startedBy: string;
  readonly parent: { readonly runId: string; readonly step: JsonObject } | null;
  /** The lines it begins with: those of the run that it tries again. */
  readonly past: readonly JournalEntry[];
  readonly event: RunEvent;
}

/**
 * Begins runs and carries each as far as it goes without anything outside, before anything is stored: nobody can know a run
 * that is not there yet, so nothing has to be locked or read again. All of them are stored in one statement, as they stand
 * then; null in place of one whose start key was used before. `alongside` is done while that statement is on its way.
 */
export async function beginRuns(
  tx: TenantTx,
  runs: readonly NewRun[],
  claimer: Claimer,
  alongside?: () => void,
): Promise<readonly (Delivered | null)[]> {
  const decided = [];
  for (const given of runs) {
    const prepared = await readPrepared(tx, given);
    const state = replay(prepared, given.past);
    const outcome = await advanceEvents(prepared, state, [given.event], given.past.length);
    const { lines, end } = writeLines(noLines, [...given.past, ...outcome.entries]);
    const standing = standingOf(prepared, state, end);
    decided.push({ given, run: freshRun(given), prepared, state, standing, lines, ...outcome });
  }
  const fresh = await insertRuns(tx, decided, alongside);
  const begun: (Delivered | null)[] = [];
  for (const one of decided) {
    if (!fresh.has(one.run.id)) {
      begun.push(null);
      continue;
    }
    await storeOpenings(tx, one, claimer);
    const tell = one.state.ended === null ? null : await tellParent(tx, one.run, one.state);
    const { effects, stopped } = one;
    const run = { ...one.run, tenantId: tx.tenantId };
    begun.push({ run, ended: one.state.ended, effects, stopped, tell, changed: true });
  }
  return begun;
}

function freshRun(given: NewRun): LockedRun {
  const { id, workflowId, version, documentHash, startedBy, parent } = given;
  return {
    ...{ id, workflowId, version, documentHash, startedBy },
    ...noLines,
    status: 'pending',
    startTime: null,
    parentRunId: parent?.runId ?? null,
    parentStep: (parent?.step as LockedRun['parentStep']) ?? null,
  };
}
