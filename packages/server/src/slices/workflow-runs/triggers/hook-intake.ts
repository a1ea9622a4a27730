import type { JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../../app-context.ts';
import { ApiError } from '../../../base/api-error.ts';
import { isLostDatabase } from '../../../base/lost-database.ts';
import { NothingToDo } from '../../../db/nothing-to-do.ts';
import { ContractViolated, decideAhead, type NewRun } from '../../../runs/engine/begin-runs.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import type { RunAddress } from '../../../runs/engine/run-address.ts';
import { together } from '../../../runs/engine/together.ts';
import { selectByKeys } from '../run-rows.ts';
import type { Delivery } from './delivery.ts';
import { isUnchanged } from './find-hooks.ts';
import { fireTrigger, runOf, triggerActor } from './fire-trigger.ts';
import { type KnownHook, openKnownHooks } from './known-hooks.ts';
import { readDelivery } from './read-delivery.ts';

/** A response as a Respond step writes it. */
export interface HookResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Response of a webhook: the run and, if its trigger waits for the end, the outcome. */
export interface HookAnswer {
  readonly runId: string;
  /** The delivery came before: this is the run it started then. */
  readonly repeated: boolean;
  /** What a Respond step wrote; null: the run has none, or has not come to it. */
  readonly response: HookResponse | null;
  readonly ended: {
    readonly status: string;
    readonly output: JsonValue;
    readonly error: string | null;
  } | null;
}

/** Deliveries that one transaction starts at most, and that may be on their way before others are sent away. */
const maxAtOnce = 100;
/** Deliveries that do not wait until the transaction before them is on the disk; fewer share the next one with others. */
const fewestAhead = 8;
const maxOnTheirWay = 2_000;
/** How often the last outcome of a trigger is stored during continuous deliveries. */
const noteEveryMs = 1_000;

/** A delivery that is in order, by what is known of its hook. */
interface Ready {
  readonly hook: KnownHook;
  /** Null: its workflow cannot run. */
  readonly run: NewRun | null;
}
interface Started {
  readonly run: RunAddress;
  /** Null: the run was started by the same delivery before. */
  readonly delivered: Delivered | null;
  readonly hook: KnownHook;
}
type Waiting = Ready & {
  /** Null: the hook has changed since it was found, and nothing was started. */
  readonly found: (started: Started | null) => void;
  readonly rejected: (error: unknown) => void;
};

/** The cached hook is outdated; the transaction is discarded. */
class HookChanged extends Error {}

/**
 * Takes deliveries: while a transaction of their trigger is on its way, those that come meanwhile gather, and the next one starts
 * them all. So each is stored with everything its run did before it is answered, and many share one commit.
 */
export function openHookIntake(ctx: AppContext) {
  const hooks = openKnownHooks(ctx);
  const byTrigger = new Map<string, Waiting[]>();
  const noted = new Map<string, number>();
  let onTheirWay = 0;

  const read = (hook: KnownHook, delivery: Delivery): Ready => {
    const firing = readDelivery(hook, delivery, ctx.clock.now());
    const { version } = hook.standing;
    if (version === null) return { hook, run: null };
    const standing = { ...hook.standing, version };
    // how far it goes is worked out while the database is busy with those before it
    return { hook, run: decideAhead(runOf(ctx, { trigger: hook, standing }, firing)) };
  };

  const readByMemory = (delivery: Delivery): Ready | null => {
    const hook = hooks.remembered(delivery.address);
    try {
      return hook === undefined ? null : read(hook, delivery);
    } catch (error) {
      // The rejection may come from outdated data.
      if (error instanceof ApiError) return null;
      throw error;
    }
  };

  const lookUp = async (delivery: Delivery): Promise<Ready> => {
    const hook = await hooks.lookUp(delivery.address);
    if (hook === undefined) throw new ApiError('NOT_FOUND', 'There is no webhook at this address.');
    return read(hook, delivery);
  };

  const started = (ready: Ready) =>
    new Promise<Started | null>((found, rejected) => {
      const { id } = ready.hook;
      const queue = byTrigger.get(id) ?? [];
      queue.push({ ...ready, found, rejected });
      if (byTrigger.has(id)) return;
      byTrigger.set(id, queue);
      void work(id, queue);
    });

  // one transaction of a trigger at a time: the log has one order, so more would only wait for each other
  const work = async (id: string, queue: Waiting[]) => {
    while (queue.length > 0) {
      // Deliveries that arrive meanwhile join the batch.
      await everythingRead();
      const left = Promise.withResolvers<void>();
      const done = commit(queue.splice(0, maxAtOnce), left.resolve);
      await Promise.race([left.promise, done]);
      // while one is on its way to the disk, and then answered, the database works for the next
      if (queue.length < fewestAhead) await done;
    }
    byTrigger.delete(id);
  };

  const commit = async (some: readonly Waiting[], leaving?: () => void): Promise<void> => {
    // the newest of what was found out about the trigger holds for all of them
    const hook = some.at(-1)?.hook;
    if (hook === undefined) return;
    let begun: readonly (Delivered | null)[];
    try {
      begun = await start(hook, some, leaving);
    } catch (error) {
      if (error instanceof NothingToDo) return answerAgain(hook, some);
      if (error instanceof HookChanged) {
        hooks.forget(hook);
        for (const one of some) one.found(null);
        return;
      }
      // A bad delivery must not block the others.
      const ofAll = error instanceof ApiError && !(error instanceof ContractViolated);
      const alike = some.length === 1 || ofAll || isLostDatabase(error);
      if (alike) for (const one of some) one.rejected(error);
      else for (const alone of some) await commit([alone]);
      return;
    }
    const again = some.filter((_, at) => begun[at] === null);
    some.forEach((one, at) => {
      const delivered = begun[at];
      if (delivered) one.found({ run: delivered.run, delivered, hook });
      ctx.runs.dispatch(delivered);
    });
    await answerAgain(hook, again);
  };

  /** Answers deliveries that came before with the runs they started. */
  const answerAgain = async (hook: KnownHook, some: readonly Waiting[]): Promise<void> => {
    if (some.length === 0) return;
    try {
      const keys = some.map(({ run }) => run?.startKey ?? '');
      const runs = await ctx.db.within(hook.tenantId, (tx) => selectByKeys(tx, hook.workflowId, keys));
      some.forEach((one, at) => {
        const run = runs.get(keys[at] ?? '');
        if (run) one.found({ run, delivered: null, hook });
        else
          one.rejected(
            new ApiError('CONFLICT', 'This delivery was already received; its run has been removed.'),
          );
      });
    } catch (error) {
      for (const one of some) one.rejected(error);
    }
  };

  const start = async (hook: KnownHook, some: readonly Ready[], leaving?: () => void) => {
    if (some.some((other) => other.hook.stamp !== hook.stamp)) throw new HookChanged();
    const { version } = hook.standing;
    if (version === null)
      throw new ApiError('CONFLICT', 'The workflow of this webhook is retired or was never published.');
    const now = ctx.clock.now().getTime();
    const quiet = now - (noted.get(hook.id) ?? 0) < noteEveryMs;
    if (!quiet) noted.set(hook.id, now);
    const fired = { trigger: hook, standing: { ...hook.standing, version }, quiet };
    const runs = some.flatMap(({ run }) => run ?? []);
    return ctx.write(
      triggerActor(hook),
      async (tx) => {
        const fire = () => fireTrigger(ctx, tx, fired, runs);
        const [unchanged, begun] = await together(tx, [() => isUnchanged(tx, hook), fire]);
        if (!unchanged) throw new HookChanged();
        // deliveries that came before change nothing, and so leave nothing in the log
        if (begun.every((one) => one === null)) throw new NothingToDo();
        return begun;
      },
      { pipelined: true, ...(leaving && { leaving }) },
    );
  };

  return {
    /** Starts the run and returns it once stored. Throws FORGED_REQUEST, BAD_INPUT, CONFLICT, THROTTLED. */
    async take(delivery: Delivery): Promise<Started> {
      if (onTheirWay >= maxOnTheirWay) throw tooMany();
      onTheirWay += 1;
      try {
        for (;;) {
          const answer = await started(readByMemory(delivery) ?? (await lookUp(delivery)));
          if (answer !== null) return answer;
        }
      } finally {
        onTheirWay -= 1;
      }
    },
  };
}

function tooMany(): ApiError {
  const message = 'Too many deliveries at once. Send it again in a moment.';
  return new ApiError('THROTTLED', message, { retryAfterSeconds: 1 });
}

/** When everything that has come to the door has been read. */
function everythingRead(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
