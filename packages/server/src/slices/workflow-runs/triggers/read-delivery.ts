import type { JsonValue } from '@attain/domain/workflows/json-value';
import { recordFaults } from '@attain/domain/workflows/steps/record-faults';
import { ApiError } from '../../../base/api-error.ts';
import type { Firing } from './fire-trigger.ts';
import { signatureFault } from './hook-secret.ts';
import type { KnownHook } from './known-hooks.ts';

/** A delivery to a webhook's address. */
export interface Delivery {
  readonly address: string;
  readonly timestamp: string;
  readonly signature: string;
  /** The sender's name for this delivery, covered by the signature; empty: the signature names it. */
  readonly idempotencyKey: string;
  readonly body: Buffer;
}

/** The deepest a body may be nested. */
const deepest = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the input of a run from a delivery. The signature is its key, so that it starts only one run; with an
 * Idempotency-Key that is the key, however often it is signed. Throws FORGED_REQUEST for a bad signature, CONFLICT if
 * the trigger is off, and BAD_INPUT for a bad body.
 */
export function readDelivery(hook: KnownHook, delivery: Delivery, now: Date): Firing {
  const fault = signatureFault(hook.key, delivery, now);
  if (fault !== null) throw new ApiError('FORGED_REQUEST', fault);
  if (!hook.isEnabled) throw new ApiError('CONFLICT', `The webhook “${hook.name}” is turned off.`);
  const input = readBody(delivery.body);
  const problems = recordFaults(hook.startFields, input);
  if (problems.length > 0)
    throw new ApiError('BAD_INPUT', 'The input does not match the workflow’s parameters.', {
      problems: [...problems],
    });
  const { idempotencyKey, signature } = delivery;
  return { key: idempotencyKey === '' ? signature.slice('sha256='.length) : `key:${idempotencyKey}`, input };
}

function readBody(body: Buffer): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(utf8.decode(body)) as JsonValue;
  } catch {
    throw new ApiError('BAD_INPUT', 'The request body is not valid UTF-8 JSON.');
  }
  mustBeKeepable(value, 0);
  return value;
}

function mustBeKeepable(value: JsonValue, depth: number): void {
  if (depth > deepest)
    throw new ApiError(
      'BAD_INPUT',
      `The body is nested more than ${deepest} levels deep. Send a flatter body.`,
    );
  if (typeof value === 'string') mustBeText(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype')
      throw new ApiError('BAD_INPUT', `The body has a field “${key}”, which is not allowed.`);
    mustBeText(key);
    mustBeKeepable(inner, depth + 1);
  }
}

function mustBeText(text: string): void {
  // no database keeps half a surrogate pair, nor zero
  if (!text.isWellFormed() || text.includes('\0'))
    throw new ApiError('BAD_INPUT', 'The body contains a character that can’t be stored.');
}
