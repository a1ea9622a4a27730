import type { JsonValue } from '@attain/domain/workflows/json-value';
import { Refusal } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import type { Delivered } from '../../runs/engine/deliver-events.ts';
import { type FoundHook, findHooks } from './find-hooks.ts';
import { type Firing, fireTrigger, triggerActor } from './fire-trigger.ts';
import { readDelivery } from './read-delivery.ts';

/** What came to a webhook's address. */
export interface Delivery {
  readonly address: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

/** What a webhook answers: the run it started and, when its trigger waits for the end, how that was. */
export interface HookAnswer {
  readonly runId: string;
  readonly ended: {
    readonly status: string;
    readonly output: JsonValue;
    readonly error: string | null;
  } | null;
}

/** Deliveries that one transaction starts at most, and that may wait for one before others are sent away. */
const mostAtOnce = 100;
const mostWaiting = 2_000;

type Waiting = Delivery & {
  readonly found: (delivered: Delivered, hook: FoundHook) => void;
  readonly refused: (error: unknown) => void;
};

/**
 * Takes deliveries: while one transaction is on its way, those that come meanwhile gather, and the next one starts them all. So
 * each is stored with everything its run did before it is answered, and many share one commit.
 */
export function openHookIntake(house: House) {
  const waiting: Waiting[] = [];
  const byTrigger = new Map<string, Waiting[]>();
  let looking = false;

  const look = async () => {
    if (looking) return;
    looking = true;
    while (waiting.length > 0) await sort(waiting.splice(0, mostAtOnce));
    looking = false;
  };

  /** Finds whose address it is and whether the signature fits, and hands the delivery to its trigger's queue. */
  const sort = async (some: readonly Waiting[]) => {
    let hooks: ReadonlyMap<string, FoundHook>;
    try {
      hooks = await findHooks(
        house.db.owner,
        some.map((one) => one.address),
      );
    } catch (error) {
      for (const one of some) one.refused(error);
      return;
    }
    for (const [address, deliveries] of Map.groupBy(some, (one) => one.address)) {
      const hook = hooks.get(address);
      if (hook === undefined) {
        for (const one of deliveries)
          one.refused(new Refusal('NOT_FOUND', 'No webhook listens at this address.'));
        continue;
      }
      const queue = byTrigger.get(hook.id);
      if (queue) queue.push(...deliveries);
      else {
        byTrigger.set(hook.id, [...deliveries]);
        void start(hook);
      }
    }
  };

  const start = async (hook: FoundHook) => {
    const queue = byTrigger.get(hook.id) ?? [];
    while (queue.length > 0) await startThese(hook, queue.splice(0, mostAtOnce));
    byTrigger.delete(hook.id);
  };

  const startThese = async (hook: FoundHook, some: readonly Waiting[]) => {
    const good: { one: Waiting; firing: Firing }[] = [];
    for (const one of some) {
      try {
        good.push({ one, firing: readDelivery(house, hook, one) });
      } catch (error) {
        one.refused(error);
      }
    }
    if (good.length > 0) await commit(hook, good);
  };

  const commit = async (hook: FoundHook, some: readonly { one: Waiting; firing: Firing }[]) => {
    let begun: readonly (Delivered | null)[];
    try {
      begun = await house.write(triggerActor(hook), (tx) =>
        fireTrigger(
          house,
          tx,
          hook,
          some.map(({ firing }) => firing),
        ),
      );
    } catch (error) {
      // what one of them holds must not keep the others out
      if (some.length === 1) for (const { one } of some) one.refused(error);
      else for (const alone of some) await commit(hook, [alone]);
      return;
    }
    some.forEach(({ one }, at) => {
      const delivered = begun[at];
      if (delivered) one.found(delivered, hook);
      else
        one.refused(
          new Refusal('CONFLICT', 'This delivery came before: it has the same time, body and signature.'),
        );
      house.runs.carryOn(delivered);
    });
  };

  return {
    /** Starts the run and says which, once it is stored. Refuses FORGED_REQUEST, BAD_INPUT, CONFLICT for a replay, THROTTLED. */
    take(delivery: Delivery): Promise<{ delivered: Delivered; hook: FoundHook }> {
      if (waiting.length >= mostWaiting)
        throw new Refusal(
          'THROTTLED',
          'More deliveries come than can be stored. Send it again in a moment.',
          {
            retryAfterSeconds: 1,
          },
        );
      return new Promise((resolve, reject) => {
        waiting.push({
          ...delivery,
          found: (delivered, hook) => resolve({ delivered, hook }),
          refused: reject,
        });
        void look();
      });
    },
  };
}
