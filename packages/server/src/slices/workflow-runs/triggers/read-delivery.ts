import { keptTraceParent } from '@attain/domain/telemetry/trace-parent';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { recordFaults } from '@attain/domain/workflows/steps/record-faults';
import { ApiError } from '../../../base/api-error.ts';
import type { Delivery } from './delivery.ts';
import type { Firing } from './fire-trigger.ts';
import { believe, headerOf } from './hook-schemes.ts';
import type { KnownHook } from './known-hooks.ts';

/** The deepest a body may be nested. */
const deepest = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Headers that show who sends: no run keeps them. */
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Thrown instead of a start: the sender only wants to know that the address is ours. */
export class HookChallenge extends Error {
  readonly challenge: string;

  constructor(challenge: string) {
    super('The sender verifies the address.');
    this.challenge = challenge;
  }
}

/**
 * Reads the input of a run from a delivery. Its key starts only one run, however often it is sent. Throws FORGED_REQUEST for an
 * unknown sender, METHOD_NOT_ALLOWED, CONFLICT if the trigger is off, and BAD_INPUT for a bad body.
 */
export function readDelivery(hook: KnownHook, delivery: Delivery, now: Date): Firing {
  const { method, content, scheme } = hook.hook;
  if (delivery.method === 'HEAD' || (method !== 'any' && method !== delivery.method))
    throw new ApiError(
      'METHOD_NOT_ALLOWED',
      `Call this webhook with ${method === 'any' ? 'GET or POST' : method}.`,
    );
  const believed = believe(hook, delivery, now);
  if ('fault' in believed) throw new ApiError('FORGED_REQUEST', believed.fault);
  if (!hook.isEnabled) throw new ApiError('CONFLICT', `The webhook “${hook.name}” is turned off.`);
  const body = readBody(delivery);
  if (scheme === 'slack' && isObject(body) && body.type === 'url_verification')
    throw new HookChallenge(String(body.challenge).slice(0, 1_000));
  const input = content === 'request' ? wholeRequest(hook, delivery, body) : body;
  mustBeKeepable(input, 0);
  const problems = recordFaults(hook.startFields, input);
  if (problems.length > 0)
    throw new ApiError('BAD_INPUT', 'The input does not match the workflow’s parameters.', {
      problems: [...problems],
    });
  return { key: believed.key, input, traceParent: keptTraceParent(headerOf(delivery, 'traceparent')) };
}

/** The value of a body: JSON, the fields of a form, a text; without a body the query. */
function readBody(delivery: Delivery): JsonValue {
  const { body, form, query } = delivery;
  if (form !== null) return form.files.length === 0 ? form.fields : { ...form.fields, files: form.files };
  const type = headerOf(delivery, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
  if (body.length === 0) return type === 'application/json' ? readJson(body) : fieldsOf(query);
  if (type === 'application/json' || type.endsWith('+json')) return readJson(body);
  const text = readText(body);
  if (type === 'application/x-www-form-urlencoded') return formFields(text);
  if (type.startsWith('text/') || type.endsWith('xml')) return text;
  throw new ApiError('BAD_INPUT', 'Send JSON, with Content-Type: application/json; or a form, or text.');
}

/** Slack and others send JSON in a form field called payload. */
function formFields(text: string): JsonValue {
  const fields = fieldsOf(text);
  if (typeof fields.payload !== 'string' || !/^\s*[{[]/.test(fields.payload)) return fields;
  return { ...fields, payload: readJson(Buffer.from(fields.payload, 'utf8')) };
}

function wholeRequest(hook: KnownHook, delivery: Delivery, body: JsonValue): JsonObject {
  const own = hook.hook.header.toLowerCase();
  const headers = Object.entries(delivery.headers).flatMap(([name, value]) =>
    secretHeaders.has(name) || name === own || /signature/.test(name) || value === undefined
      ? []
      : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return {
    method: delivery.method,
    query: fieldsOf(delivery.query),
    headers: Object.fromEntries(headers),
    body: delivery.form === null ? (delivery.body.length === 0 ? null : body) : delivery.form.fields,
    files: delivery.form?.files ?? [],
  };
}

/** The fields of a query or form; one that comes several times is a list. */
function fieldsOf(text: string): JsonObject {
  const fields = new Map<string, JsonValue>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name);
    fields.set(
      name,
      before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value],
    );
  }
  return Object.fromEntries(fields);
}

function readText(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new ApiError('BAD_INPUT', 'The request body is not valid UTF-8.');
  }
}

function readJson(body: Buffer): JsonValue {
  try {
    return JSON.parse(utf8.decode(body)) as JsonValue;
  } catch {
    throw new ApiError('BAD_INPUT', 'The request body is not valid UTF-8 JSON.');
  }
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
