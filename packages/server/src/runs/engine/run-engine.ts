import { setTimeout as pause } from 'node:timers/promises';
import type { Effect, RunEvent } from '@attain/domain/workflows/journal';
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { isLockLost, isLostDatabase } from '../../base/lost-database.ts';
import { notifyProgress } from '../../db/changes.ts';
import type { Database, TenantTx } from '../../db/database.ts';
import { withAnswerRoom } from '../egress/answer-room.ts';
import { askWhatIsDue } from './ask-what-is-due.ts';
import { beginRuns, type NewRun } from './begin-runs.ts';
import { openComputing } from './computing/compute-paused.ts';
import type { RunAddressOnly } from './computing/paused-store.ts';
import { type Delivered, deliverEvents } from './deliver-events.ts';
import { RunCancelled } from './effect-failed.ts';
import { fireTimers } from './fire-timers.ts';
import { gatherResults } from './gather-results.ts';
import { type Activities, type Performed, performEffect } from './perform-effect.ts';
import type { RunAddress } from './run-address.ts';
import { type EffectClaim, forgetEffect, holdEffect, lockRun, stopEffects, takeInbox } from './run-store.ts';
import { type Claimer, effectKey } from './store-outcome.ts';
import { orPutOff, type SweepPorts, sweepRuns } from './sweep-runs.ts';
import {
  effectsAreStopped,
  extendLeases,
  type HeldEffect,
  putOffInbox,
  releaseLeases,
  runsAreDue,
  stoppedEffects,
  timersAreDue,
} from './sweep-store.ts';
import { insertUsage } from './usage-store.ts';

/** How long a process is believed to perform an effect without a sign of life, and how often it gives one. */
const leaseMs = 10_000;
const renewMs = 3_000;
/** How often a process asks what is due. */
const lookMs = 500;
const drainMs = 5_000;
/** How soon a result that could not be stored, because the database was away, is stored again. */
const storeAgainMs = 500;

/** Durable runs: what is decided is stored first, what is stored is performed by some process until it is done. */
export interface RunEngine {
  /** Hands events to a run inside the caller's transaction; call `carryOn` once that has committed. Null: no such run. */
  deliver(tx: TenantTx, runId: string, events: readonly RunEvent[]): Promise<Delivered | null>;
  /**
   * Stores runs that begin, each carried as far as it goes by itself, inside the caller's transaction; null in place of one
   * whose start key was used before. Call `dispatch` for each once that has committed.
   */
  begin(tx: TenantTx, runs: readonly NewRun[]): Promise<readonly (Delivered | null)[]>;
  /** Performs what a delivery has claimed, in the background. */
  dispatch(delivered: Delivered | null | undefined): void;
  /** Begins to perform effects, and asks twice a second for timers, orphans and other work that is due. A look that takes long holds up no other. */
  start(activities: Activities, looks: readonly OwnLook[]): void;
  /** Lets what is under way finish for a moment, then leaves it to the other processes. */
  stop(): Promise<void>;
}

/** A `Look` of one process. */
interface OwnLook {
  readonly isDue: string;
  act(): Promise<void>;
}

interface Ports {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Throws if a policy denies one of the starts. */
  readonly guardStarts: (tx: TenantTx, runs: readonly NewRun[]) => Promise<void>;
}

/** A claim, the node whose step it is, and what aborts it. */
type SettledClaim = EffectClaim & { readonly node: string; readonly stopping: AbortController };

/** Opens the engine of one process. Effects it claims are its own until it ends or does not renew its lease. */
export function openRunEngine(ports: Ports): RunEngine {
  const { db, clock, log } = ports;
  const claimer: Claimer = { holder: newId(), leaseMs };
  const underWay = new Map<string, HeldEffect & { readonly stopping: AbortController }>();
  const ending = new AbortController();
  const works = new Set<Promise<void>>();
  const gathered = gatherResults(db, claimer);
  let activities: Activities | null = null;
  const computing = openComputing({ db, clock, claimer, dispatch: (delivered) => dispatch(delivered) });

  const dispatch = (delivered: Delivered | null | undefined) => {
    if (!delivered) return;
    for (const key of delivered.stopped) underWay.get(key)?.stopping.abort();
    // undo steps may begin at once
    if (delivered.cancelled) stopCancelled(({ runId }) => runId === delivered.run.id);
    for (const effect of delivered.effects) perform(delivered.run, effect);
    for (const id of delivered.notify) inBackground(emptyInbox(delivered.run.tenantId, id));
    if (delivered.paused) compute(delivered.run);
  };

  const stopCancelled = (which: (held: HeldEffect) => boolean) => {
    for (const held of underWay.values()) if (which(held)) held.stopping.abort(new RunCancelled());
  };

  /** Aborts effects of runs that were cancelled through another process. */
  const stopMarked = async () => {
    const marked = await stoppedEffects(db.owner, claimer);
    stopCancelled((held) => marked.some((one) => one.runId === held.runId && one.effect === held.effect));
  };

  const compute = ({ tenantId, id }: RunAddressOnly) => {
    if (activities === null) return;
    const address = { tenantId, runId: id };
    const putOff = () => putOffInbox(db.owner, address);
    const handing = { address, what: 'The computed result', putOff };
    inBackground(
      orPutOff({ db, clock, log, emptyInbox }, handing, () => computing.compute({ tenantId, id })),
    );
  };

  const deliver = (tx: TenantTx, runId: string, events: readonly RunEvent[]) =>
    deliverEvents(tx, runId, events, claimer);

  const begin = async (tx: TenantTx, runs: readonly NewRun[]) => {
    await ports.guardStarts(tx, runs);
    const started = await beginRuns(tx, runs, claimer);
    // every other start is told by its entry in the log
    for (const { id, parent } of runs)
      if (parent !== null)
        await notifyProgress(tx.client, { tenantId: tx.tenantId, noun: 'workflow-run', id });
    return started;
  };

  const emptyInbox = async (tenantId: string, runId: string) => {
    const delivered = await db.within(tenantId, async (tx) => {
      const events = await takeInbox(tx, runId);
      return events.length === 0 ? null : deliver(tx, runId, events);
    });
    dispatch(delivered);
  };

  const perform = (run: RunAddress, effect: Effect) => {
    const { idempotencyKey } = effect;
    if (activities === null || underWay.has(idempotencyKey)) return;
    const stopping = new AbortController();
    const held = { runId: run.id, effect: effectKey(effect), stopping };
    underWay.set(idempotencyKey, held);
    inBackground(
      withAnswerRoom(run.tenantId, () => performNow(run, effect, stopping)).finally(() => {
        if (underWay.get(idempotencyKey) === held) underWay.delete(idempotencyKey);
      }),
    );
  };

  const performNow = async (run: RunAddress, effect: Effect, stopping: AbortController) => {
    const { signal } = stopping;
    const outcome = await performEffect(activities as Activities, { run, effect, signal, now: clock.now });
    if (outcome === 'left') return;
    const claim = {
      runId: run.id,
      effect: effectKey(effect),
      holder: claimer.holder,
      node: effect.step.node,
    };
    const delivered = await untilStored(() => settle(run, { ...claim, stopping }, outcome));
    underWay.delete(effect.idempotencyKey);
    dispatch(delivered);
  };

  /** Stores how an effect went, or that something else will tell; null when another process performs it now. */
  const settle = (run: RunAddress, claim: SettledClaim, outcome: Exclude<Performed, 'left'>) => {
    if (outcome !== 'later' && 'event' in outcome) {
      const { event, calls = [] } = outcome;
      const { runId, node } = claim;
      return gathered(run.tenantId, {
        runId,
        event,
        // a process that slept through its lease writes nothing: another one performs the effect now
        mayStill: async (tx) => (await holdEffect(tx, claim)) !== null,
        alongside: async (tx) => {
          if (calls.length > 0)
            await insertUsage(tx, { key: event.id, runId, atMs: event.atMs, node, calls });
        },
      });
    }
    return db.within(run.tenantId, async (tx) => {
      await lockRun(tx, run.id);
      const held = await holdEffect(tx, claim);
      if (held === null) return null;
      if (held.isStopped) claim.stopping.abort(new RunCancelled());
      if (outcome !== 'later') {
        const event = await outcome.settle(tx);
        const { calls = [] } = outcome;
        const { runId, node } = claim;
        if (calls.length > 0) await insertUsage(tx, { key: event.id, runId, atMs: event.atMs, node, calls });
        return deliver(tx, run.id, [event]);
      }
      await forgetEffect(tx, claim);
      // a run that this step started in the meantime does not go on alone
      if (held.isStopped) await stopEffects(tx, run.id, clock.now().getTime());
      return null;
    });
  };

  /** What is known is not thrown away with the database or after a deadlock: it is stored again, if the claim has lasted. */
  const untilStored = async (store: () => Promise<Delivered | null>) => {
    for (;;) {
      try {
        return await store();
      } catch (error) {
        if (!(isLostDatabase(error) || isLockLost(error)) || ending.signal.aborted) throw error;
        log.warn({ err: error }, 'a result waits for the database');
        await pause(storeAgainMs, undefined, { signal: ending.signal }).catch(() => {});
      }
    }
  };

  const inBackground = (work: Promise<void>) => {
    const watched = work
      .catch((error: unknown) => {
        // the row says what is to be done: whoever finds it when the database is back does it
        if (isLostDatabase(error)) log.warn({ err: error }, 'a run waits for the database');
        else log.error({ err: error }, 'a run could not continue');
      })
      .finally(() => works.delete(watched));
    works.add(watched);
  };

  const orRetried = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      if (!ending.signal.aborted) log.warn({ err: error }, 'maintenance of runs failed; it is retried');
    }
  };
  const again = async (everyMs: number, act: () => Promise<unknown>) => {
    while (!ending.signal.aborted) {
      await orRetried(act);
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const lookAgain = async (looks: readonly OwnLook[]) => {
    const acting = new Map<OwnLook, Promise<void>>();
    const conditions = looks.map(({ isDue }) => isDue);
    await again(lookMs, async () => {
      const due = await askWhatIsDue(db.owner, conditions, clock.now());
      if (ending.signal.aborted) return;
      for (const look of looks.filter((one, at) => due[at] === true && !acting.has(one)))
        acting.set(
          look,
          orRetried(() => look.act()).finally(() => acting.delete(look)),
        );
    });
    await Promise.all(acting.values());
  };

  const sweeping: SweepPorts = {
    db,
    clock,
    log,
    claimer,
    deliver,
    dispatch,
    emptyInbox,
    perform,
    compute,
    isUnderWay: (key) => underWay.has(key),
  };
  let loops: Promise<unknown> = Promise.resolve();
  return {
    deliver,
    begin,
    dispatch,
    start: (given, looks) => {
      activities = given;
      loops = Promise.all([
        lookAgain([
          { isDue: runsAreDue, act: () => sweepRuns(sweeping) },
          { isDue: effectsAreStopped(claimer), act: stopMarked },
          { isDue: timersAreDue, act: () => fireTimers(sweeping, gathered, ending.signal) },
          ...looks,
        ]),
        again(renewMs, () => extendLeases(db.owner, claimer, [...underWay.values()])),
        again(renewMs, () => computing.extendLeases()),
      ]);
    },
    stop: async () => {
      ending.abort();
      await loops;
      await computing
        .stop()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'computing runs are taken over when their leases expire'),
        );
      const drained = Promise.all(works);
      await Promise.race([drained, pause(drainMs)]);
      for (const { stopping } of underWay.values()) stopping.abort();
      await Promise.race([Promise.all(works), pause(1_000)]);
      await releaseLeases(db.owner, claimer).catch((error: unknown) =>
        log.warn({ err: error }, 'the leases of this process expire on their own'),
      );
    },
  };
}
