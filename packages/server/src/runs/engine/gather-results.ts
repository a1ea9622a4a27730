import type { RunEvent } from '@attain/domain/workflows/journal';
import { isLostDatabase } from '../../base/lost-database.ts';
import type { Database, TenantTx } from '../../db/database.ts';
import { type Delivered, deliverEvents } from './deliver-events.ts';
import type { Claimer } from './store-outcome.ts';

/** An event for a run: the result of an effect, or a timer. */
export interface Result {
  readonly runId: string;
  readonly event: RunEvent;
  /** Whether this process may still deliver it, asked behind the lock of the run. */
  readonly mayStill: (tx: TenantTx) => Promise<boolean>;
  /** Stored with the event. */
  readonly alongside?: ((tx: TenantTx) => Promise<void>) | undefined;
}

/** Delivers an event: the stored outcome, or null if another process has delivered it. */
export type Gather = (tenantId: string, result: Result) => Promise<Delivered | null>;

/** Events that one transaction delivers at most. */
const maxAtOnce = 50;
/** Transactions of one workspace that are on their way at once. */
const maxLanes = 2;

type Waiting = Result & {
  readonly stored: (delivered: Delivered | null) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Delivers events in batches: while a transaction of a workspace is in flight, further ones collect, and the next one
 * delivers them all, each behind the lock of its own run. A failing one does not block the others.
 */
export function gatherResults(db: Database, claimer: Claimer): Gather {
  const queues = new Map<string, { readonly waiting: Waiting[]; lanes: number }>();

  const storeIn = (tx: TenantTx, { runId, event, mayStill, alongside }: Result) =>
    deliverEvents(tx, runId, [event], claimer, {
      mayStill: () => mayStill(tx),
      alongside: async () => alongside?.(tx),
    });

  const store = async (tenantId: string, some: readonly Waiting[]): Promise<void> => {
    // two results of one run would both replay the journal as it was before the other
    const once = new Map(some.map((one) => [one.runId, one]));
    // All code locks runs in the same order.
    const now = [...once.values()].sort((a, b) => (a.runId < b.runId ? -1 : 1));
    const later = some.filter((one) => once.get(one.runId) !== one);
    try {
      const delivered = await db.within(tenantId, (tx) => Promise.all(now.map((one) => storeIn(tx, one))), {
        pipelined: true,
      });
      now.forEach((one, at) => void one.stored(delivered[at] ?? null));
    } catch (error) {
      if (now.length === 1 || isLostDatabase(error)) for (const one of now) one.failed(error);
      else for (const one of now) await store(tenantId, [one]);
    }
    if (later.length > 0) await store(tenantId, later);
  };

  const work = async (tenantId: string, queue: { waiting: Waiting[]; lanes: number }) => {
    queue.lanes += 1;
    while (queue.waiting.length > 0) await store(tenantId, queue.waiting.splice(0, maxAtOnce));
    queue.lanes -= 1;
    if (queue.lanes === 0) queues.delete(tenantId);
  };

  return (tenantId, result) =>
    new Promise((stored, failed) => {
      const queue = queues.get(tenantId) ?? { waiting: [], lanes: 0 };
      queues.set(tenantId, queue);
      queue.waiting.push({ ...result, stored, failed });
      if (queue.lanes < maxLanes) void work(tenantId, queue);
    });
}
