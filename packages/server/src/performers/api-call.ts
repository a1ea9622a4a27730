import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import type { House } from '../house.ts';
import { allowedTarget } from '../runs/egress/allowed-address.ts';
import { sendRequest } from '../runs/egress/send-request.ts';
import { EffectFailed } from '../runs/engine/effect-failed.ts';
import type { Performer } from '../runs/engine/perform-effect.ts';
import { textOf } from './config-values.ts';

const withoutBody = ['GET', 'HEAD', 'DELETE'];
/** Statuses after which trying again may help. */
const passing = [408, 425, 429, 500, 502, 503, 504];

/** Calls an allowed host over HTTP. Every attempt of a step carries the same Idempotency-Key. */
export function apiCall(house: House): Performer {
  return {
    outside: async ({ effect, signal }) => {
      const { config } = effect;
      if (typeof config.credential === 'string' && config.credential !== '') {
        throw new EffectFailed(
          'NOT_CONFIGURED',
          'There is no vault of credentials in this installation yet.',
        );
      }
      const method = typeof config.method === 'string' ? config.method : 'GET';
      const target = allowedTarget(textOf(config, 'url'), house.settings.allowedHosts);
      const body =
        withoutBody.includes(method) || config.body === undefined ? null : JSON.stringify(config.body);
      const answer = await sendRequest({
        target,
        method,
        body,
        signal,
        headers: {
          accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
          'user-agent': `Attain/${house.appVersion}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...headersOf(config),
          'idempotency-key': effect.idempotencyKey,
        },
      });
      if (answer.status >= 400) {
        const say = `${target.url.hostname} answered ${answer.status}: ${answer.text.slice(0, 300)}`;
        throw new EffectFailed('REFUSED', say, { retryable: passing.includes(answer.status) });
      }
      return { status: answer.status, body: bodyOf(answer.headers['content-type'] ?? '', answer.text) };
    },
  };
}

function headersOf({ headers }: JsonObject): Record<string, string> {
  const given = Array.isArray(headers) ? headers.filter(isObject) : [];
  return Object.fromEntries(given.map(({ name, value }) => [String(name).toLowerCase(), String(value)]));
}

function bodyOf(contentType: string, text: string): JsonValue {
  if (!/\bjson\b/.test(contentType) || text === '') return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new EffectFailed('BAD_ANSWER', 'The answer says it is JSON, but cannot be read as such.');
  }
}
