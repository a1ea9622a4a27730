import type { JsonValue } from '@attain/domain/workflows/json-value';
import { withoutConfidential } from '@attain/domain/workflows/nodes/confidential-outputs';
import type { AppContext } from '../../../app-context.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { Change } from '../../../db/changes.ts';
import { type Delivered, knownPrepared, readPrepared } from '../../../runs/engine/deliver-events.ts';
import type { RunAddress } from '../../../runs/engine/run-address.ts';
import { openEndWatch } from './await-end.ts';
import type { Delivery } from './delivery.ts';
import { type HookAnswer, openHookIntake } from './hook-intake.ts';
import { readResponse } from './hook-response.ts';
import { openKnownHooks } from './known-hooks.ts';
import { HookChallenge, readDelivery } from './read-delivery.ts';
import { keepCaptured } from './trigger-store.ts';

/** Webhooks of all workspaces, answered by this process. */
export interface Hooks {
  /**
   * Starts the run of a delivery, or finds the one it already started. Throws NOT_FOUND, FORGED_REQUEST, BAD_INPUT,
   * CONFLICT, THROTTLED.
   */
  answer(delivery: Delivery): Promise<HookAnswer | { readonly challenge: string }>;
  /** Keeps the input of a delivery to the test address. Throws CONFLICT if it is not listened to. */
  capture(delivery: Delivery): Promise<JsonValue>;
  onChange(change: Change): void;
  missed(): void;
}

/** Opens them. A trigger that waits answers with what its run responds or how it ends or, when its time is over, with the run alone. */
export function openHooks(ctx: AppContext): Hooks {
  const intake = openHookIntake(ctx);
  const watch = openEndWatch(ctx);
  const hooks = openKnownHooks(ctx);
  const start = async (delivery: Delivery): Promise<HookAnswer> => {
    const { run, delivered, hook } = await intake.take(delivery);
    const answer = { runId: run.id, repeated: delivered === null, response: null };
    if (!hook.isSynchronous) return { ...answer, ended: null };
    if (hook.responds) {
      const response = () => ctx.db.within(run.tenantId, (tx) => readResponse(tx, run));
      const made = await watch.first(run.id, hook.waitSeconds * 1_000, response);
      if (made?.response) return { ...answer, response: made.response, ended: null };
      if (made === null) return { ...answer, ended: null };
    }
    const ended = endOf(delivered) ?? (await watch.end(run, hook.waitSeconds * 1_000));
    return { ...answer, ended: ended && (await shownEnd(ctx, run, ended)) };
  };
  return {
    answer: async (delivery) => {
      try {
        return await start(delivery);
      } catch (error) {
        if (error instanceof HookChallenge) return { challenge: error.challenge };
        throw error;
      }
    },
    capture: async (delivery) => {
      const hook = await hooks.lookUp(delivery.address);
      if (hook === undefined) throw new ApiError('NOT_FOUND', 'There is no webhook at this address.');
      const { input } = readDelivery(hook, delivery, ctx.clock.now());
      const kept = await ctx.db.within(hook.tenantId, (tx) =>
        keepCaptured(tx, hook.id, { input, now: ctx.clock.now() }),
      );
      if (kept) return input;
      throw new ApiError(
        'CONFLICT',
        `“${hook.name}” is not listening. Choose “Listen” in its trigger first.`,
      );
    },
    onChange: watch.onChange,
    missed: watch.missed,
  };
}

/** The end of a run as the sender may see it, without confidential outputs. */
async function shownEnd(ctx: AppContext, run: RunAddress, ended: NonNullable<HookAnswer['ended']>) {
  const prepared =
    knownPrepared(run.documentHash) ?? (await ctx.db.within(run.tenantId, (tx) => readPrepared(tx, run)));
  return { ...ended, output: withoutConfidential(prepared.workflow, ended.output) };
}

function endOf(delivered: Delivered | null): HookAnswer['ended'] {
  const ended = delivered?.ended ?? null;
  if (ended === null) return null;
  return { status: ended.status, output: ended.output, error: ended.error?.message ?? null };
}
