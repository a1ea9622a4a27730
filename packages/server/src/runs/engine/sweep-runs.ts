import type { Effect, RunEvent } from '@attain/domain/workflows/journal';
import { openWork } from '@attain/domain/workflows/steps/open-work';
import { isStopping } from '@attain/domain/workflows/steps/run-state';
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import { isLockLost, isLostDatabase } from '../../base/lost-database.ts';
import type { Database, TenantTx } from '../../db/database.ts';
import { type RunAddressOnly, takePaused } from './computing/paused-store.ts';
import { type Delivered, readState } from './deliver-events.ts';
import { endByForce } from './end-by-force.ts';
import { gaveUpEvent, isRepeatable, lostEvent, MAX_TRIES } from './lost-effect.ts';
import type { RunAddress } from './run-address.ts';
import { forgetEffect } from './run-store.ts';
import { type Claimer, effectKey } from './store-outcome.ts';
import { fullInboxes, type Orphan, putOffInbox, takeOver } from './sweep-store.ts';

/** What looking after runs needs of the engine. */
export interface SweepPorts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly claimer: Claimer;
  deliver(tx: TenantTx, runId: string, events: readonly RunEvent[]): Promise<Delivered | null>;
  dispatch(delivered: Delivered | null): void;
  emptyInbox(tenantId: string, runId: string): Promise<void>;
  perform(run: RunAddress, effect: Effect): void;
  /** Continues a run that has much to compute, in the background. */
  compute(run: RunAddressOnly): void;
  /** Whether this very process performs the effect of this idempotency key. */
  isUnderWay(idempotencyKey: string): boolean;
}

/**
 * Looks once for effects whose process is lost and events that nobody delivered, in all workspaces. One that
 * cannot be handed to its run does not keep the others waiting: it is tried again later, and given up after five times.
 */
export async function sweepRuns(ports: SweepPorts): Promise<void> {
  const { owner } = ports.db;
  for (const orphan of await takeOver(owner, ports.claimer)) {
    const address = { tenantId: orphan.tenantId, runId: orphan.id };
    // its lease runs out again, and whoever takes it over counts
    const what = `The step ${orphan.effect}`;
    await orPutOff(ports, { address, what, putOff: async () => orphan.tries - 1 }, () =>
      adopt(ports, orphan),
    );
  }
  for (const inbox of await fullInboxes(owner))
    await orPutOff(
      ports,
      { address: inbox, what: 'The awaited event', putOff: () => putOffInbox(owner, inbox) },
      () => ports.emptyInbox(inbox.tenantId, inbox.runId),
    );
  for (const paused of await takePaused(owner)) ports.compute(paused);
}

interface Handing {
  readonly address: { readonly tenantId: string; readonly runId: string };
  /** What is handed to the run, at the beginning of a sentence. */
  readonly what: string;
  /** Leaves it for later; how often it has failed by now. */
  readonly putOff: () => Promise<number>;
}

/** Hands something to a run; what fails again and again ends it as a dead letter. */
export async function orPutOff(
  { db, clock, log, emptyInbox }: Pick<SweepPorts, 'db' | 'clock' | 'log' | 'emptyInbox'>,
  handing: Handing,
  hand: () => Promise<void>,
): Promise<void> {
  const { tenantId, runId } = handing.address;
  try {
    await hand();
  } catch (error) {
    if (isLostDatabase(error)) throw error;
    log.error({ err: error, runId }, 'a run could not continue');
    if (passes(error) || (await handing.putOff()) < MAX_TRIES) return;
    const { what } = handing;
    const ended = db.within(tenantId, (tx) => endByForce(tx, runId, { what, now: clock.now() }));
    // if not even that can be done, it is tried again with the next failure
    const notify = await ended.catch((failure: unknown) => {
      log.error({ err: failure, runId }, 'a run could not be ended');
      return null;
    });
    if (notify !== null) await emptyInbox(tenantId, notify);
  }
}

/** Whether a failure says nothing about the run: somebody else was in the way. */
function passes(error: unknown): boolean {
  return isLockLost(error) || (error as { code?: string } | null)?.code === '57014';
}

/** Goes on with what another process has left: again, where that is the same thing once more; else a person is asked. */
async function adopt(ports: SweepPorts, orphan: Orphan): Promise<void> {
  const { db, clock } = ports;
  const { effect, delivered } = await db.within(orphan.tenantId, async (tx) => {
    const { prepared, state } = await readState(tx, orphan);
    const found = openWork(prepared, state).effects.find((one) => effectKey(one) === orphan.effect);
    // this process may have slept itself, and performs it still
    if (found && ports.isUnderWay(found.idempotencyKey)) return { effect: undefined, delivered: null };
    if (!found) {
      await forgetEffect(tx, { runId: orphan.id, effect: orphan.effect });
      return { effect: undefined, delivered: null };
    }
    const isWanted = !isStopping(state) || prepared.undoes.has(found.step.node);
    const again = isWanted && isRepeatable(prepared, found);
    if (again && orphan.tries <= MAX_TRIES) return { effect: found, delivered: null };
    const event = again ? gaveUpEvent(found, clock.now()) : lostEvent(found, clock.now());
    return { effect: undefined, delivered: await ports.deliver(tx, orphan.id, [event]) };
  });
  if (effect) ports.perform(orphan, effect);
  ports.dispatch(delivered);
}
