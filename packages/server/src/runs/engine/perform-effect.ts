import { whyNotKept } from '@attain/domain/workflows/expressions/kept-value';
import type { Effect, RunEvent, StepError } from '@attain/domain/workflows/journal';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { MAX_OUTPUT } from '@attain/domain/workflows/steps/volume';
import { ApiError } from '../../base/api-error.ts';
import { failpoint } from '../../base/failpoints.ts';
import { isLostDatabase } from '../../base/lost-database.ts';
import type { TenantTx } from '../../db/database.ts';
import { afterWorking } from '../egress/answer-room.ts';
import { EffectFailed, RunCancelled } from './effect-failed.ts';
import { inOrder } from './in-order.ts';
import type { RunAddress } from './run-address.ts';
import type { UsedCall } from './usage-store.ts';

/** What a performer is given. */
export interface Performing {
  readonly run: RunAddress;
  readonly effect: Effect;
  /** Aborted when the attempt's time is over, the run is cancelled or this process ends. */
  readonly signal: AbortSignal;
  /** Notes a call that costs something; it is stored with the result, in the same transaction. */
  readonly used: (call: UsedCall) => void;
}

/** What came out and is yet to be written, in the transaction that records it. */
export type Writing = (tx: TenantTx) => Promise<JsonValue>;

/**
 * How a node type is done in the world. `outside` reaches beyond the database and returns what came out, how to write it, or
 * `later` when something else will tell the run; `inside` writes into the database, in the transaction that also records its
 * result, so that it is done exactly once.
 */
export type Activity =
  | { readonly outside: (given: Performing) => Promise<JsonValue | Writing | 'later'> }
  | { readonly inside: (tx: TenantTx, given: Performing) => Promise<JsonValue> };

/** Performers by node type; a type without one fails with a clear reason. */
export type Activities = ReadonlyMap<string, Activity>;

/** What is known, or what is done and known within the transaction that stores it. */
type Settled =
  | { readonly event: RunEvent; readonly calls?: readonly UsedCall[] }
  | { readonly settle: (tx: TenantTx) => Promise<RunEvent>; readonly calls?: readonly UsedCall[] };

/** What came of an attempt: settled, left to something else, or left to another process. */
export type Performed = Settled | 'later' | 'left';

/**
 * Performs one attempt. What comes back is settled in the transaction that stores it; `later`: something else will tell the
 * run; `left`: this process ends, and another one performs it again with the same Idempotency-Key.
 */
export async function performEffect(
  activities: Activities,
  asked: Omit<Performing, 'used'> & { readonly now: () => Date },
): Promise<Performed> {
  const { effect, signal, now } = asked;
  const activity = activities.get(effect.type);
  if (activity === undefined) {
    return failed(
      effect,
      now,
      new EffectFailed('NOT_BUILT', `Steps of type “${effect.type}” can’t run yet.`),
    );
  }
  const limit = new AbortController();
  const left = effect.timeoutAtMs === null ? null : effect.timeoutAtMs - now().getTime();
  const cancelAlarm = left === null ? null : afterWorking(Math.max(0, left), () => limit.abort());
  const both = AbortSignal.any([signal, limit.signal]);
  const calls: UsedCall[] = [];
  const given = { ...asked, signal: both, used: (call: UsedCall) => void calls.push(call) };
  try {
    if ('inside' in activity) {
      const { inside } = activity;
      const unlessCancelled = async (tx: TenantTx) => {
        if (signal.reason instanceof RunCancelled) throw signal.reason;
        return inside(tx, given);
      };
      return { settle: (tx) => settleInside(tx, asked, () => unlessCancelled(tx)) };
    }
    failpoint('before-effect');
    const sent = { ...effect, config: inOrder(effect.config), input: inOrder(effect.input) };
    const output = await Promise.race([activity.outside({ ...given, effect: sent }), aborted(both)]);
    failpoint('after-effect');
    if (typeof output === 'function')
      return { settle: (tx) => settleInside(tx, asked, () => output(tx)), calls };
    return output === 'later' ? 'later' : { event: done(effect, now, output), calls };
  } catch (error) {
    if (signal.reason instanceof RunCancelled) {
      const isKnown = error instanceof EffectFailed && !error.outcomeUnknown;
      return { ...failed(effect, now, new RunCancelled(!isKnown)), calls };
    }
    if (limit.signal.aborted) {
      const message = 'The attempt timed out.';
      const timeout = new EffectFailed('TIMEOUT', message, { retryable: true, outcomeUnknown: true });
      return { ...failed(effect, now, timeout), calls };
    }
    if (signal.aborted) return 'left';
    return { ...failed(effect, now, error), calls };
  } finally {
    cancelAlarm?.();
  }
}

/** Does the work, or rolls back what it wrote and gives the reason; the transaction that stores the result continues either way. */
async function settleInside(
  tx: TenantTx,
  { effect, now }: { readonly effect: Effect; readonly now: () => Date },
  work: () => Promise<JsonValue>,
): Promise<RunEvent> {
  await tx.client.query('SAVEPOINT performing');
  try {
    const event = done(effect, now, await work());
    await tx.client.query(event.kind === 'effect-done' ? 'RELEASE performing' : 'ROLLBACK TO performing');
    return event;
  } catch (error) {
    if (isLostDatabase(error)) throw error;
    await tx.client.query('ROLLBACK TO performing');
    return failure(effect, now, errorOf(error), error);
  }
}

/** How long an aborted step of a cancelled run may take to say whether it took effect. */
const STOPPING_MS = 5_000;

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    const end = () => {
      if (signal.reason instanceof RunCancelled)
        setTimeout(fail, STOPPING_MS, new RunCancelled(true)).unref();
      else fail(signal.reason);
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

function done(effect: Effect, now: () => Date, output: JsonValue): RunEvent {
  const unkept = whyNotKept(output ?? null);
  if (unkept !== null)
    return failure(effect, now, { code: 'OUTPUT_NOT_KEPT', message: `The output: ${unkept}` });
  const text = JSON.stringify(output ?? null);
  if (text.length > MAX_OUTPUT) {
    const message = `The output has ${text.length} characters; the limit is ${MAX_OUTPUT}. Store it as a file, or select less.`;
    return failure(effect, now, { code: 'OUTPUT_TOO_LARGE', message });
  }
  // as a replay reads it: a state that is kept must equal the one that the journal makes
  return { ...address(effect, now), kind: 'effect-done', output: JSON.parse(text) as JsonValue };
}

function failed(effect: Effect, now: () => Date, error: unknown): Settled {
  return { event: failure(effect, now, errorOf(error), error) };
}

function failure(effect: Effect, now: () => Date, error: StepError, cause?: unknown): RunEvent {
  const facts: Partial<EffectFailed> = cause instanceof EffectFailed ? cause : {};
  const { retryable = false, outcomeUnknown = false, retryAfterMs = 0 } = facts;
  const message = error.message.toWellFormed().replaceAll('\0', '\ufffd');
  return {
    ...address(effect, now),
    kind: 'effect-failed',
    error: { ...error, message },
    retryable,
    outcomeUnknown,
    ...(retryAfterMs > 0 ? { retryAfterMs } : {}),
  };
}

function address(effect: Effect, now: () => Date) {
  const { step, attempt } = effect;
  return { id: `${effect.idempotencyKey}#${attempt}`, atMs: now().getTime(), step, attempt };
}

function errorOf(error: unknown): StepError {
  if (error instanceof EffectFailed) {
    const { code, message, details } = error;
    return details === undefined ? { code, message } : { code, message, details };
  }
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  return { code: 'DEFECT', message: 'The step failed because of an internal error.' };
}
