import { isObject, type JsonObject } from '@attain/domain/workflows/json-value';
import { OWN_HEADERS } from '@attain/domain/workflows/nodes/setting-faults';
import type { AppContext } from '../../app-context.ts';
import { allowedTarget } from '../../runs/egress/allowed-address.ts';
import { sendRequest } from '../../runs/egress/send-request.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity, Performing } from '../../runs/engine/perform-effect.ts';
import { traceHeaders } from '../../runs/trace-context.ts';
import type { OpenConnection } from '../../slices/connections/open-connection.ts';
import { textOf } from '../config-values.ts';
import { governCall, governedConnection } from '../governed-call.ts';
import { meteredCall, reserveCalls } from '../metered-call.ts';
import { type CallBody, callBody } from './call-body.ts';
import {
  type BinaryAnswer,
  type Exchange,
  mustNotReveal,
  readResponse,
  storeAnswer,
} from './read-response.ts';

/** Allowed header values: one line of Latin-1 characters. */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

const withoutBody = ['GET', 'HEAD', 'DELETE'];

/** What every exchange of a step sends. */
interface Sent {
  readonly method: string;
  readonly body: CallBody | null;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Calls an allowed host over HTTP. Every attempt of a step has the same Idempotency-Key and the same bytes. With a credential
 * it calls only addresses below that connection's address, which defines the sign-in; the secret is never in the configuration.
 * An answer that is no value is stored as a file, in the transaction that records the result.
 */
export function apiCall(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const { config } = given.effect;
      const method = typeof config.method === 'string' ? config.method : 'GET';
      const url = textOf(config, 'url');
      const body = withoutBody.includes(method) ? null : await callBody(ctx, given);
      const sent = { method, body, headers: headersOf(config) };
      const nowMs = ctx.clock.now().getTime();
      const kept: BinaryAnswer[] = [];
      const keep = (answer: BinaryAnswer) => void kept.push(answer);
      const { credential } = config;
      const named = typeof credential === 'string' && credential !== '' ? credential : null;
      const output =
        named === null
          ? await readResponse({ config, url, nowMs, keep, exchange: anyHost(ctx, given, sent) })
          : await governedConnection(ctx, given, { kind: 'http', name: named }, (connection) =>
              readResponse({
                config,
                url: addressBelow(connection.address, url),
                nowMs,
                keep: (answer) => keep(mustNotReveal(connection, answer)),
                exchange: belowConnection(ctx, given, { sent, connection }),
              }),
            );
      const [answer] = kept;
      return answer === undefined ? output : (tx) => storeAnswer(tx, given, output, answer);
    },
  };
}

function anyHost(ctx: AppContext, given: Performing, { method, body, headers }: Sent): Exchange {
  return async (url, at) => {
    const target = allowedTarget(url, ctx.settings.allowedHosts);
    const { hostname } = target.url;
    const unknown = { region: '', riskLevel: '', dataClassification: '' };
    await governCall(ctx, given, { id: hostname, name: hostname, kind: 'http', ...unknown });
    return sendRequest({
      target,
      method,
      body: body?.bytes ?? null,
      signal: given.signal,
      headers: {
        accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
        'user-agent': `Attain/${ctx.appVersion}`,
        ...(await traceHeaders(ctx, given)),
        ...(body === null ? {} : { 'content-type': body.contentType }),
        ...headers,
        'idempotency-key': keyOf(given, at),
      },
    });
  };
}

function belowConnection(
  ctx: AppContext,
  given: Performing,
  { sent, connection }: { readonly sent: Sent; readonly connection: OpenConnection },
): Exchange {
  const { method, body, headers } = sent;
  return async (url, at) => {
    const path = pathBelow(connection.address, url);
    // the first call was asked for when the connection was opened
    if (at > 0) await governCall(ctx, given, connection);
    await reserveCalls(ctx, given, connection);
    return meteredCall(ctx, given, connection, {
      method,
      path,
      body: body?.bytes ?? null,
      headers: {
        ...(body === null ? {} : { 'content-type': body.contentType }),
        ...headers,
        'idempotency-key': keyOf(given, at),
      },
      signal: given.signal,
    });
  };
}

/** Each page has a key of its own, the same in every attempt. */
function keyOf({ effect }: Performing, page: number): string {
  return page === 0 ? effect.idempotencyKey : `${effect.idempotencyKey}/page-${page + 1}`;
}

function addressBelow(address: string, url: string): string {
  return address.replace(/\/+$/, '') + pathBelow(address, url);
}

/** The part of a URL below a connection's address; a secret is sent nowhere else. */
export function pathBelow(address: string, url: string): string {
  const base = address.replace(/\/+$/, '');
  if (url.startsWith('/')) return url;
  if (url === base || url === `${base}/`) return url.slice(base.length);
  if (url.startsWith(`${base}/`) || url.startsWith(`${base}?`)) return url.slice(base.length);
  throw new EffectFailed(
    'BAD_ADDRESS',
    `This credential can only be used for addresses below ${base}. Nothing was sent.`,
  );
}

function headersOf({ headers }: JsonObject): Record<string, string> {
  const given = Array.isArray(headers) ? headers.filter(isObject) : [];
  return Object.fromEntries(
    given.map(({ name, value }) => {
      if (OWN_HEADERS.includes(String(name).toLowerCase()))
        throw new EffectFailed('BAD_CONFIG', `Attain sets the header ${name} itself. Nothing was sent.`);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      if (!HEADER_TEXT.test(text))
        throw new EffectFailed(
          'BAD_CONFIG',
          `The header ${name} contains a line break or a character that is not allowed. Nothing was sent.`,
        );
      return [String(name).toLowerCase(), text];
    }),
  );
}
