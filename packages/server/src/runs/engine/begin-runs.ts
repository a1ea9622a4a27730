import { replay } from '@attain/domain/workflows/advance';
import type { JournalEntry, RunEvent } from '@attain/domain/workflows/journal';
import { contractOf, type PreparedWorkflow, preparedNode } from '@attain/domain/workflows/prepare-workflow';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { advanceEvents, isPaused } from './advance-events.ts';
import { insertPause, mustHaveRoom } from './computing/paused-store.ts';
import { type Delivered, knownPrepared, readPrepared } from './deliver-events.ts';
import { noLines, writeLines } from './journal/journal-chain.ts';
import type { GivenRun } from './journal/run-insertion.ts';
import { insertRuns, type LockedRun } from './run-store.ts';
import { type Claimer, notifyParent, runStatus, storeOpenings } from './store-outcome.ts';

/** A run that is about to begin, and the event it begins with. */
export interface NewRun extends GivenRun {
  /** The lines it begins with: those of the run that it tries again. */
  readonly past: readonly JournalEntry[];
  readonly event: RunEvent;
  /** Of the client that starts it; omitted: unknown, or none. */
  readonly clientAddress?: string | undefined;
  /** Its result, if computed before the transaction. */
  readonly beginning?: Beginning;
}

/** The first steps of a run up to the first external one; nothing is stored. */
type Beginning = ReturnType<typeof decideBeginning>;

/** Computes the first steps of a run. Returns the run with them, or unchanged if its version is not in memory. */
export function decideAhead(run: NewRun): NewRun {
  const prepared = knownPrepared(run.documentHash);
  if (prepared === undefined) return run;
  return { ...run, beginning: decideBeginning(prepared, run) };
}

/** The input of a run breaks the contract of its workflow; other runs are not concerned. */
export class ContractViolated extends ApiError {}

/** The same, if the input fits the contract of the workflow's beginning (DC-11). A run that is tried again was checked. */
function decideFitting(prepared: PreparedWorkflow, given: Omit<NewRun, 'beginning'>) {
  const beginning = preparedNode(prepared, prepared.beginning);
  const problems = given.past.length > 0 ? [] : (beginning.check?.(given.input) ?? []);
  if (problems.length > 0) {
    const message = `The input does not fit the data contract ${contractOf(beginning.node)}.`;
    const code = given.trigger === 'webhook' ? 'BAD_INPUT' : 'CONTRACT_VIOLATED';
    throw new ContractViolated(code, message, { problems });
  }
  return decideBeginning(prepared, given);
}

function decideBeginning(prepared: PreparedWorkflow, given: Omit<NewRun, 'beginning'>) {
  const state = replay(prepared, given.past);
  const outcome = advanceEvents(prepared, state, [given.event]);
  const { lines, end } = writeLines(noLines, [...given.past, ...outcome.entries]);
  const standing = runStatus(prepared, state, end);
  return { given, run: freshRun(given), prepared, state, standing, lines, ...outcome };
}

/**
 * Begins runs and runs each up to the first external step before anything is stored: no one can know a run that does
 * not exist yet, so nothing has to be locked or read again. All are stored in one statement; null in place of one whose
 * start key was used before.
 */
export async function beginRuns(
  tx: TenantTx,
  runs: readonly NewRun[],
  claimer: Claimer,
): Promise<readonly (Delivered | null)[]> {
  const decided = [];
  for (const given of runs) {
    decided.push(given.beginning ?? decideFitting(await readPrepared(tx, given), given));
  }
  const long = decided.filter(({ given, state }) => isAskedFor(given) && isPaused(state));
  const [first] = long;
  if (first !== undefined) await mustHaveRoom(tx, first.given.startedBy, long.length);
  const fresh = await insertRuns(tx, decided);
  const started: (Delivered | null)[] = [];
  for (const one of decided) {
    if (!fresh.has(one.run.id)) {
      started.push(null);
      continue;
    }
    await storeOpenings(tx, one, claimer);
    const parent = one.state.ended === null ? null : await notifyParent(tx, one.run, one.state);
    const notify = parent === null ? [] : [parent];
    const { effects, stopped } = one;
    const run = { ...one.run, tenantId: tx.tenantId };
    const paused = isPaused(one.state);
    if (paused) await insertPause(tx, run.id, one.worked);
    started.push({
      run,
      ended: one.state.ended,
      effects,
      stopped,
      notify,
      cancelled: false,
      changed: true,
      paused,
    });
  }
  return started;
}

/** True if a caller waits for the response and can be rejected; automatic starts are queued instead. */
function isAskedFor({ trigger }: GivenRun): boolean {
  return trigger === 'manual' || trigger === 'api' || trigger === 'webhook';
}

function freshRun(given: Omit<NewRun, 'beginning'>): LockedRun {
  const { id, workflowId, version, documentHash, startedBy, parent, isDraft } = given;
  return {
    id,
    workflowId,
    version,
    documentHash,
    startedBy,
    ...noLines,
    status: 'pending',
    startTime: null,
    isDraft,
    parentRunId: parent?.runId ?? null,
    parentStep: (parent?.step as LockedRun['parentStep']) ?? null,
  };
}
