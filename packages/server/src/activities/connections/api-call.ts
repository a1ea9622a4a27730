import { isObject, type JsonObject } from '@attain/domain/workflows/json-value';
import { OWN_HEADERS } from '@attain/domain/workflows/nodes/setting-faults';
import type { AppContext } from '../../app-context.ts';
import { allowedTarget } from '../../runs/egress/allowed-address.ts';
import { sendRequest } from '../../runs/egress/send-request.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Activity } from '../../runs/engine/perform-effect.ts';
import { textOf } from '../config-values.ts';
import { governCall, governedConnection } from '../governed-call.ts';
import { meteredCall, reserveCalls } from '../metered-call.ts';
import { answerOf } from './http-answer.ts';

/** Allowed header values: one line of Latin-1 characters. */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

const withoutBody = ['GET', 'HEAD', 'DELETE'];

/**
 * Calls an allowed host over HTTP. Every attempt of a step has the same Idempotency-Key. With a credential it calls
 * only addresses below that connection's address, which defines the sign-in; the secret is never in the configuration.
 */
export function apiCall(ctx: AppContext): Activity {
  return {
    outside: async (given) => {
      const { effect, signal } = given;
      const { config } = effect;
      const method = typeof config.method === 'string' ? config.method : 'GET';
      const url = textOf(config, 'url');
      const body =
        withoutBody.includes(method) || config.body === undefined ? null : JSON.stringify(config.body);
      const headers = { ...headersOf(config), 'idempotency-key': effect.idempotencyKey };
      if (typeof config.credential === 'string' && config.credential !== '') {
        const asked = { kind: 'http', name: config.credential } as const;
        return governedConnection(ctx, given, asked, async (connection) => {
          const path = pathBelow(connection.address, url);
          await reserveCalls(ctx, given, connection);
          const answer = await meteredCall(ctx, given, connection, { method, path, body, headers, signal });
          return answerOf(answer, { host: new URL(connection.address).hostname });
        });
      }
      const target = allowedTarget(url, ctx.settings.allowedHosts);
      const { hostname } = target.url;
      await governCall(ctx, given, { id: hostname, name: hostname, kind: 'http', region: '' });
      const answer = await sendRequest({
        target,
        method,
        body,
        signal,
        headers: {
          accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
          'user-agent': `Attain/${ctx.appVersion}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      return answerOf(answer, { host: hostname });
    },
  };
}

/** The part of a URL below a connection's address; a secret is sent nowhere else. */
function pathBelow(address: string, url: string): string {
  const base = address.replace(/\/+$/, '');
  if (url.startsWith('/')) return url;
  if (url === base || url === `${base}/`) return url.slice(base.length);
  if (url.startsWith(`${base}/`)) return url.slice(base.length);
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
