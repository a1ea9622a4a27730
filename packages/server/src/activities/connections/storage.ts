import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import type { IncomingAnswer } from '../../runs/egress/send-request.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity, Performing } from '../../runs/engine/perform-effect.ts';
import type { OpenConnection } from '../../slices/connections/open-connection.ts';
import {
  type ListedObject,
  listedObjects,
  readableError,
} from '../../slices/connections/storage/listed-objects.ts';
import { uriEncoded } from '../../slices/connections/storage/sign-v4.ts';
import { textOf } from '../config-values.ts';
import { governCall, governedConnection } from '../governed-call.ts';
import { meteredCall, reserveCalls } from '../metered-call.ts';
import { type CallBody, callBody } from './call-body.ts';
import { mustSucceed } from './http-answer.ts';
import { type BinaryAnswer, mustNotReveal, readResponse, storeAnswer } from './read-response.ts';

/** Objects of one page of a list. */
const PAGE = 1_000;
/** A redirect is a failure: the bucket is elsewhere. */
const SUCCESS = '2xx';

/** Reads, lists, writes and deletes objects of a bucket. Each may be done again: it has the same result. */
export function storage(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const { config } = given.effect;
      const action = String(config.action ?? 'read');
      const path = action === 'list' ? '' : pathOf(textOf(config, 'key'));
      const body = action === 'write' ? await contentOf(ctx, given) : null;
      const kept: BinaryAnswer[] = [];
      const asked = { kind: 'storage', name: textOf(config, 'application') } as const;
      const output = await governedConnection(ctx, given, asked, async (connection) => {
        const call = callerOf(ctx, given, connection);
        if (action === 'list') return listOf(call, config);
        if (action === 'read')
          return readOf({ given, connection, path, call, keep: (one) => kept.push(one) });
        const { headers } = await call(action === 'write' ? 'PUT' : 'DELETE', path, body);
        const { key } = config;
        return action === 'write' ? { key: String(key), etag: etagOf(headers) } : { key: String(key) };
      });
      const [answer] = kept;
      return answer === undefined ? output : (tx) => storeAnswer(tx, given, output, answer);
    },
  };
}

type Caller = (method: string, path: string, body: CallBody | null) => Promise<IncomingAnswer>;

/** Calls the bucket; each call but the first is asked for by itself. */
function callerOf(ctx: AppContext, given: Performing, connection: OpenConnection): Caller {
  let calls = 0;
  return async (method, path, body) => {
    if (calls > 0) await governCall(ctx, given, connection);
    calls += 1;
    await reserveCalls(ctx, given, connection);
    const answer = readableError(
      await meteredCall(ctx, given, connection, {
        method,
        path,
        body: body?.bytes ?? null,
        headers: body === null ? {} : { 'content-type': body.contentType },
        signal: given.signal,
      }),
    );
    mustSucceed(answer, { host: new URL(connection.address).hostname, success: SUCCESS });
    return answer;
  };
}

/** The path of an object below its bucket. An address drops parts such as “..”, and would then name another object. */
function pathOf(key: string): string {
  const parts = key.split('/');
  if (key.length > 1_024 || key.startsWith('/') || parts.some((part) => part === '.' || part === '..'))
    throw new EffectFailed(
      'BAD_CONFIG',
      `“${key.slice(0, 100)}” can’t be a key. Use at most 1,024 characters, no slash at the start, and no part “.” or “..”.`,
    );
  return `/${parts.map(uriEncoded).join('/')}`;
}

async function contentOf(ctx: AppContext, given: Performing): Promise<CallBody> {
  const body = await callBody(ctx, given);
  if (body === null) throw new EffectFailed('BAD_CONFIG', 'There is nothing to write. Enter the content.');
  return body;
}

async function readOf({
  given,
  connection,
  path,
  call,
  keep,
}: {
  readonly given: Performing;
  readonly connection: OpenConnection;
  readonly path: string;
  readonly call: Caller;
  readonly keep: (answer: BinaryAnswer) => void;
}): Promise<JsonObject> {
  const { config } = given.effect;
  const { headers, body } = await readResponse({
    config: { responseFormat: config.responseFormat ?? 'auto', successStatuses: SUCCESS },
    url: connection.address.replace(/\/+$/, '') + path,
    nowMs: 0,
    keep: (answer) => keep(mustNotReveal(connection, answer)),
    exchange: () => call('GET', path, null),
  });
  const found = headers as Record<string, string>;
  return {
    key: String(config.key),
    contentType: found['content-type'] ?? null,
    etag: etagOf(found),
    modifiedAt: momentOf(found['last-modified']),
    body: body ?? null,
  };
}

async function listOf(call: Caller, config: JsonObject): Promise<JsonObject> {
  const limit = Number(config.limit ?? 1_000);
  const prefix = String(config.prefix ?? '');
  const objects: ListedObject[] = [];
  let next: string | null = null;
  do {
    const query = Object.entries({
      'list-type': '2',
      'encoding-type': 'url',
      'max-keys': String(Math.min(PAGE, limit - objects.length)),
      prefix,
      ...(next === null ? {} : { 'continuation-token': next }),
    });
    // a space as “+” would not be what is signed
    const search = query.map((pair) => pair.map(uriEncoded).join('=')).join('&');
    const page = listedObjects((await call('GET', `?${search}`, null)).text);
    objects.push(...page.objects);
    next = page.next;
    if (page.objects.length === 0) break;
  } while (next !== null && objects.length < limit);
  return { objects: objects.slice(0, limit), more: next !== null };
}

function etagOf(headers: Readonly<Record<string, string>>): string | null {
  return headers.etag?.replaceAll('"', '') ?? null;
}

function momentOf(date: string | undefined): string | null {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
