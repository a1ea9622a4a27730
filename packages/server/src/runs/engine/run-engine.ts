import { setTimeout as pause } from 'node:timers/promises';
import type { Effect, RunEvent } from '@attain/domain/workflows/journal';
import { openWork } from '@attain/domain/workflows/steps/open-work';
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { isLostDatabase } from '../../base/lost-database.ts';
import { notifyProgress } from '../../db/changes.ts';
import type { Database, TenantTx } from '../../db/database.ts';
import { beginRuns, type NewRun } from './begin-runs.ts';
import { type Delivered, deliverEvents, readState } from './deliver-events.ts';
import { gatherResults } from './gather-results.ts';
import { isRepeatable, lostEvent } from './lost-effect.ts';
import { type Performers, performEffect } from './perform-effect.ts';
import type { RunAddress } from './run-address.ts';
import { forgetEffect, holdsEffect, lockRun, takeInbox } from './run-store.ts';
import { type Claimer, effectKey } from './store-outcome.ts';
import {
  dueTimers,
  extendLeases,
  forgetTimer,
  fullInboxes,
  type Orphan,
  releaseLeases,
  takeOver,
} from './sweep-store.ts';

/** How long a process is believed to perform an effect without a sign of life, and how often it gives one. */
const leaseMs = 10_000;
const renewMs = 3_000;
/** How often somebody looks for timers that are due and leases that have run out. */
const sweepMs = 500;
const drainMs = 5_000;

/** Durable runs: what is decided is stored first, what is stored is performed by some process until it is done. */
export interface RunEngine {
  /** Hands events to a run inside the caller's transaction; call `carryOn` once that has committed. Null: no such run. */
  deliver(tx: TenantTx, runId: string, events: readonly RunEvent[]): Promise<Delivered | null>;
  /**
   * Stores runs that begin, each carried as far as it goes by itself, inside the caller's transaction; null in place of one
   * whose start key was used before. Call `carryOn` for each once that has committed. `alongside` is done while they are on their
   * way to the database.
   */
  begin(
    tx: TenantTx,
    runs: readonly NewRun[],
    alongside?: () => void,
  ): Promise<readonly (Delivered | null)[]>;
  /** Performs what a delivery has claimed, in the background. */
  carryOn(delivered: Delivered | null | undefined): void;
  /** Begins to perform effects and to look for timers, orphans and whatever else may be due: each look by itself, twice a second. */
  start(performers: Performers, looks: readonly (() => Promise<void>)[]): void;
  /** Lets what is under way finish for a moment, then leaves it to the other processes. */
  stop(): Promise<void>;
}

interface Ports {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Opens the engine of one process. Effects it claims are its own until it ends or does not renew its lease. */
export function openRunEngine(ports: Ports): RunEngine {
  const { db, clock, log } = ports;
  const claimer: Claimer = { holder: newId(), leaseMs };
  const underWay = new Map<string, AbortController>();
  const ending = new AbortController();
  const works = new Set<Promise<void>>();
  const gathered = gatherResults(db, claimer);
  let performers: Performers | null = null;

  const carryOn = (delivered: Delivered | null | undefined) => {
    if (!delivered) return;
    for (const key of delivered.stopped) underWay.get(key)?.abort();
    for (const effect of delivered.effects) perform(delivered.run, effect);
    if (delivered.tell) inBackground(emptyInbox(delivered.run.tenantId, delivered.tell));
  };

  const deliver = (tx: TenantTx, runId: string, events: readonly RunEvent[]) =>
    deliverEvents(tx, runId, events, claimer);

  const begin = async (tx: TenantTx, runs: readonly NewRun[], alongside?: () => void) => {
    const begun = await beginRuns(tx, runs, claimer, alongside);
    // every other start is told by its entry in the log
    for (const { id, parent } of runs)
      if (parent !== null)
        await notifyProgress(tx.client, { tenantId: tx.tenantId, noun: 'workflow-run', id });
    return begun;
  };

  const emptyInbox = async (tenantId: string, runId: string) => {
    const delivered = await db.within(tenantId, async (tx) => {
      const events = await takeInbox(tx, runId);
      return events.length === 0 ? null : deliver(tx, runId, events);
    });
    carryOn(delivered);
  };

  const perform = (run: RunAddress, effect: Effect) => {
    const { idempotencyKey } = effect;
    if (performers === null || underWay.has(idempotencyKey)) return;
    const stopping = new AbortController();
    underWay.set(idempotencyKey, stopping);
    inBackground(
      performNow(run, effect, stopping.signal).finally(() => {
        if (underWay.get(idempotencyKey) === stopping) underWay.delete(idempotencyKey);
      }),
    );
  };

  const performNow = async (run: RunAddress, effect: Effect, signal: AbortSignal) => {
    const outcome = await performEffect(performers as Performers, { run, effect, signal, now: clock.now });
    if (outcome === 'left') return;
    const claim = { runId: run.id, effect: effectKey(effect), holder: claimer.holder };
    const delivered =
      outcome !== 'later' && 'event' in outcome
        ? await gathered(run.tenantId, { ...claim, event: outcome.event })
        : await db.within(run.tenantId, async (tx) => {
            await lockRun(tx, run.id);
            if (!(await holdsEffect(tx, claim))) return null;
            if (outcome !== 'later') return deliver(tx, run.id, [await outcome.settle(tx)]);
            await forgetEffect(tx, claim);
            return null;
          });
    underWay.delete(effect.idempotencyKey);
    carryOn(delivered);
  };

  const inBackground = (work: Promise<void>) => {
    const watched = work
      .catch((error: unknown) => {
        // the row says what is to be done: whoever finds it when the database is back does it
        if (isLostDatabase(error)) log.warn({ err: error }, 'a run waits for the database');
        else log.error({ err: error }, 'a run could not go on');
      })
      .finally(() => works.delete(watched));
    works.add(watched);
  };

  /** Goes on with what another process has left: again, where that is the same thing once more; else a person is asked. */
  const adopt = async (orphan: Orphan) => {
    const { effect, delivered } = await db.within(orphan.tenantId, async (tx) => {
      const { prepared, state } = await readState(tx, orphan);
      const found = openWork(prepared, state).effects.find((one) => effectKey(one) === orphan.effect);
      // this process may have slept itself, and performs it still
      if (!found || underWay.has(found.idempotencyKey)) return { effect: undefined, delivered: null };
      if (isRepeatable(prepared, found)) return { effect: found, delivered: null };
      const lost = lostEvent(found, clock.now());
      return { effect: undefined, delivered: await deliver(tx, orphan.id, [lost]) };
    });
    if (effect) perform(orphan, effect);
    carryOn(delivered);
  };

  const sweep = async () => {
    for (const timer of await dueTimers(db.owner)) {
      const at = clock.now().getTime();
      const event: RunEvent = {
        id: `timer/${timer.key}`,
        atMs: Math.max(at, timer.dueAtMs),
        kind: 'timer',
        timer: timer.key,
      };
      const delivered = await db.within(timer.tenantId, async (tx) => {
        const fired = await deliver(tx, timer.runId, [event]);
        await forgetTimer(tx, timer);
        return fired;
      });
      carryOn(delivered);
    }
    for (const orphan of await takeOver(db.owner, claimer)) await adopt(orphan);
    for (const inbox of await fullInboxes(db.owner)) await emptyInbox(inbox.tenantId, inbox.runId);
  };

  const again = async (everyMs: number, act: () => Promise<unknown>) => {
    while (!ending.signal.aborted) {
      try {
        await act();
      } catch (error) {
        if (ending.signal.aborted) return;
        log.warn({ err: error }, 'looking after runs failed; it is tried again');
      }
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  };

  let loops: Promise<unknown> = Promise.resolve();
  return {
    deliver,
    begin,
    carryOn,
    start: (given, looks) => {
      performers = given;
      loops = Promise.all([
        ...[sweep, ...looks].map((look) => again(sweepMs, look)),
        again(renewMs, () => extendLeases(db.owner, claimer)),
      ]);
    },
    stop: async () => {
      ending.abort();
      await loops;
      const drained = Promise.all(works);
      await Promise.race([drained, pause(drainMs)]);
      for (const one of underWay.values()) one.abort();
      await Promise.race([Promise.all(works), pause(1_000)]);
      await releaseLeases(db.owner, claimer).catch((error: unknown) =>
        log.warn({ err: error }, 'the leases of this process run out by themselves'),
      );
    },
  };
}
