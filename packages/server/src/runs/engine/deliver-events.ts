import { replay } from '@attain/domain/workflows/advance';
import type { Effect, JournalEntry, RunEvent } from '@attain/domain/workflows/journal';
import type { PreparedWorkflow } from '@attain/domain/workflows/prepare-workflow';
import { isTerminal } from '@attain/domain/workflows/run-moves';
import type { RunState } from '@attain/domain/workflows/steps/run-state';
import { notifyProgress } from '../../db/changes.ts';
import type { TenantTx } from '../../db/database.ts';
import { advanceEvents, isPaused, type Outcome } from './advance-events.ts';
import { dropPause, insertPause } from './computing/paused-store.ts';
import { writeLines } from './journal/journal-chain.ts';
import { liveStates } from './live-states.ts';
import { preparedVersions } from './prepared-versions.ts';
import type { RunAddress } from './run-address.ts';
import {
  insertEntries,
  type LockedRun,
  lockRun,
  selectJournal,
  stopEffects,
  updateRun,
} from './run-store.ts';
import { type Claimer, type Decided, notifyParent, runStatus, storeOpenings } from './store-outcome.ts';
import { together } from './together.ts';

/** Work left by a delivery after its transaction commits. */
export interface Delivered {
  readonly run: RunAddress;
  /** How the run ended; null while it runs. */
  readonly ended: RunState['ended'];
  /** Effects this process has claimed and now performs. */
  readonly effects: readonly Effect[];
  /** Idempotency keys of effects that are to be aborted. */
  readonly stopped: readonly string[];
  /** Runs with an event of this one in their inbox: the one that waits for it, or those it started and cancels. */
  readonly notify: readonly string[];
  /** Its effects in progress are to be aborted: it was cancelled, or undoes its steps. */
  readonly cancelled: boolean;
  readonly changed: boolean;
  /** It has more to compute, which this process does now. */
  readonly paused: boolean;
}

const versions = preparedVersions();
const live = liveStates();

/**
 * Hands events to a run, decides with the domain, and stores lines, timers, tasks, claims and standing: all of it in the
 * caller's transaction, while the run is locked. Null when there is no such run, or when `mayStill`, asked behind the lock, says
 * no. `alongside` is stored with the lines. Nothing is performed here.
 */
export async function deliverEvents(
  tx: TenantTx,
  runId: string,
  events: readonly RunEvent[],
  claimer: Claimer,
  more: { readonly mayStill?: () => Promise<boolean>; readonly alongside?: () => Promise<void> } = {},
): Promise<Delivered | null> {
  // The journal is read behind the lock, so no one adds to it meanwhile.
  const [run, may, journal] = await together(tx, [
    () => lockRun(tx, runId),
    more.mayStill ?? (async () => true),
    async () => (live.has(runId) ? null : selectJournal(tx, runId)),
  ]);
  if (run === null || !may) return null;
  const prepared = await versions.of(tx, run);
  const state = live.take(run) ?? replay(prepared, journal ?? (await selectJournal(tx, runId)));
  const wasPaused = isPaused(state);
  const { worked, ...outcome } = advanceEvents(prepared, state, events);
  const { alongside } = more;
  return storeDecided(tx, { run, prepared, state, wasPaused, worked, alongside, ...outcome }, claimer);
}

/**
 * Stores how far a paused run was computed elsewhere, in the caller's transaction; `overtaken` and nothing stored when an event
 * has moved it meanwhile. Null when there is no such run.
 */
export async function continueRun(
  tx: TenantTx,
  computed: {
    readonly before: LockedRun;
    readonly journal: readonly JournalEntry[];
    readonly outcome: Outcome;
  },
  claimer: Claimer,
): Promise<Delivered | null | 'overtaken'> {
  const { before, journal, outcome } = computed;
  const run = await lockRun(tx, before.id);
  if (run === null) return null;
  if (run.journalHead !== before.journalHead) return 'overtaken';
  const prepared = await versions.of(tx, run);
  const state = replay(prepared, [...journal, ...outcome.entries]);
  return storeDecided(tx, { run, prepared, state, wasPaused: true, worked: 0, ...outcome }, claimer);
}

/** A decision about a run that is locked; `worked` is how much was evaluated before it paused. */
type DecidedNow = Decided & {
  readonly wasPaused: boolean;
  readonly worked: number;
  readonly alongside?: (() => Promise<void>) | undefined;
};

async function storeDecided(tx: TenantTx, decided: DecidedNow, claimer: Claimer): Promise<Delivered> {
  const { run, prepared, state, wasPaused, worked, alongside, entries, effects } = decided;
  const changed = entries.length > 0;
  const paused = isPaused(state);
  const stopped = entries.find(({ kind }) => kind === 'cancel-asked' || kind === 'undo-began');
  // before undo steps are claimed
  const children = stopped === undefined ? [] : await stopEffects(tx, run.id, stopped.atMs);
  if (changed) {
    const { lines, end } = writeLines(run, entries);
    await together(tx, [
      () => insertEntries(tx, run.id, run.entryCount, lines),
      async () => alongside?.(),
      () => storeOpenings(tx, decided, claimer),
      () => updateRun(tx, run.id, runStatus(prepared, state, end)),
      () => notifyProgress(tx.client, { tenantId: tx.tenantId, noun: 'workflow-run', id: run.id }),
      async () => {
        if (paused) await insertPause(tx, run.id, worked);
        else if (wasPaused) await dropPause(tx, run.id);
      },
    ]);
    live.keep({ id: run.id, ...end }, state);
  } else live.keep(run, state);
  const ended = isTerminal(state.status) && !isTerminal(run.status);
  const parent = ended ? await notifyParent(tx, run, state) : null;
  return {
    run: { ...run, tenantId: tx.tenantId },
    ended: state.ended,
    effects,
    stopped: decided.stopped,
    notify: parent === null ? children : [...children, parent],
    cancelled: stopped !== undefined,
    changed,
    paused: paused && changed,
  };
}

/** The workflow a run is pinned to, ready to run; its journal is not read. */
export function readPrepared(
  tx: TenantTx,
  run: { readonly workflowId: string; readonly version: number; readonly documentHash: string },
): Promise<PreparedWorkflow> {
  return versions.of(tx, run);
}

/** The same, when it is in memory. */
export function knownPrepared(documentHash: string): PreparedWorkflow | undefined {
  return versions.known(documentHash);
}

/** The state of a run as its journal makes it, for who takes its effects over; the run is not locked. */
export async function readState(
  tx: TenantTx,
  run: {
    readonly id: string;
    readonly workflowId: string;
    readonly version: number;
    readonly documentHash: string;
  },
): Promise<{ prepared: PreparedWorkflow; state: RunState; entries: readonly JournalEntry[] }> {
  const prepared = await versions.of(tx, run);
  const entries = await selectJournal(tx, run.id);
  return { prepared, state: replay(prepared, entries), entries };
}
