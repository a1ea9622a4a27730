import type { JsonValue } from '@attain/domain/workflows/json-value';
import { isLostDatabase } from '../../../base/lost-database.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { House } from '../../../house.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import { type FoundHook, findHooks } from './find-hooks.ts';
import { type Firing, fireTrigger, triggerActor } from './fire-trigger.ts';
import { type Delivery, readDelivery } from './read-delivery.ts';

/** What a webhook answers: the run it started and, when its trigger waits for the end, how that was. */
export interface HookAnswer {
  readonly runId: string;
  readonly ended: {
    readonly status: string;
    readonly output: JsonValue;
    readonly error: string | null;
  } | null;
}

/** Deliveries that one transaction starts at most, and that may be on their way before others are sent away. */
const mostAtOnce = 100;
const mostOnTheirWay = 2_000;
/** Transactions of one trigger that are on their way at once: the log has one order, so more would only wait for each other. */
const mostLanes = 2;
/** How often a trigger is told what became of its last time while deliveries come one after the other. */
const noteEveryMs = 1_000;

type Waiting = Delivery & {
  readonly found: (started: { delivered: Delivered; hook: FoundHook }) => void;
  readonly refused: (error: unknown) => void;
};
type Ready = { readonly one: Waiting; readonly hook: FoundHook; readonly firing: Firing };
type Queue = { readonly ready: Ready[]; lanes: number };

/**
 * Takes deliveries: while a transaction is on its way, those that come meanwhile gather, and the next one starts them all. So
 * each is stored with everything its run did before it is answered, and many share one commit.
 */
export function openHookIntake(house: House) {
  const waiting: Waiting[] = [];
  const byTrigger = new Map<string, Queue>();
  const noted = new Map<string, number>();
  let looking = false;
  let onTheirWay = 0;

  const look = async () => {
    if (looking) return;
    looking = true;
    while (waiting.length > 0) {
      const some = waiting.splice(0, mostAtOnce);
      try {
        const addresses = some.map(({ address }) => address);
        const hooks = await findHooks(house.db.owner, addresses);
        for (const one of some) sort(one, hooks.get(one.address));
      } catch (error) {
        for (const one of some) one.refused(error);
      }
    }
    looking = false;
  };

  /** Hands a delivery that is in order to its trigger's queue. */
  const sort = (one: Waiting, hook: FoundHook | undefined) => {
    try {
      if (hook === undefined) throw new Refusal('NOT_FOUND', 'No webhook listens at this address.');
      const queue = byTrigger.get(hook.id) ?? { ready: [], lanes: 0 };
      queue.ready.push({ one, hook, firing: readDelivery(house, hook, one) });
      byTrigger.set(hook.id, queue);
      if (queue.lanes < mostLanes) void work(hook.id, queue);
    } catch (error) {
      one.refused(error);
    }
  };

  const work = async (id: string, queue: Queue) => {
    queue.lanes += 1;
    // whoever else came in this moment comes along
    await Promise.resolve();
    while (queue.ready.length > 0) await commit(queue.ready.splice(0, mostAtOnce));
    queue.lanes -= 1;
    if (queue.lanes === 0) byTrigger.delete(id);
  };

  const commit = async (some: readonly Ready[]): Promise<void> => {
    // the newest of what was found out about the trigger holds for all of them
    const hook = some.at(-1)?.hook;
    if (hook === undefined) return;
    let begun: readonly (Delivered | null)[];
    try {
      begun = await start(hook, some);
    } catch (error) {
      // what one of them holds must not keep the others out
      const alike = some.length === 1 || error instanceof Refusal || isLostDatabase(error);
      if (alike) for (const { one } of some) one.refused(error);
      else for (const alone of some) await commit([alone]);
      return;
    }
    some.forEach(({ one }, at) => {
      const delivered = begun[at];
      if (delivered) one.found({ delivered, hook });
      else one.refused(new Refusal('CONFLICT', 'This delivery came before: same time, body and signature.'));
      house.runs.carryOn(delivered);
    });
  };

  const start = (hook: FoundHook, some: readonly Ready[]) => {
    const { version } = hook.standing;
    if (version === null)
      throw new Refusal('CONFLICT', 'The workflow of this webhook is out of use, or was never published.');
    const now = house.clock.now().getTime();
    const quiet = now - (noted.get(hook.id) ?? 0) < noteEveryMs;
    if (!quiet) noted.set(hook.id, now);
    const fired = { trigger: hook, standing: { ...hook.standing, version }, quiet };
    const firings = some.map(({ firing }) => firing);
    const options = { pipelined: true };
    return house.write(triggerActor(hook), (tx) => fireTrigger(house, tx, fired, firings), options);
  };

  return {
    /** Starts the run and says which, once it is stored. Refuses FORGED_REQUEST, BAD_INPUT, CONFLICT for a replay, THROTTLED. */
    async take(delivery: Delivery): Promise<{ delivered: Delivered; hook: FoundHook }> {
      if (onTheirWay >= mostOnTheirWay)
        throw new Refusal(
          'THROTTLED',
          'More deliveries come than can be stored. Send it again in a moment.',
          {
            retryAfterSeconds: 1,
          },
        );
      onTheirWay += 1;
      try {
        return await new Promise((found, refused) => {
          waiting.push({ ...delivery, found, refused });
          void look();
        });
      } finally {
        onTheirWay -= 1;
      }
    },
  };
}
