import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { IncomingAnswer } from '../../runs/egress/send-request.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

/** Statuses after which trying again may help. */
const passing = [408, 425, 429, 500, 502, 503, 504];
/** Statuses that leave open whether it was done. */
const unclear = [500, 502, 504];

/** An answer as a step hands it on; from 400 on it is a failure with the first of its words. */
export function answerOf(
  { status, headers, text }: IncomingAnswer,
  from: { readonly host: string; readonly money?: boolean },
): JsonObject {
  if (status < 400) return { status, body: bodyOf(headers['content-type'] ?? '', text) };
  throw new EffectFailed('REFUSED', `${from.host} answered ${status}: ${text.slice(0, 300)}`, {
    retryable: passing.includes(status),
    outcomeUnknown: from.money === true && unclear.includes(status),
  });
}

function bodyOf(contentType: string, text: string): JsonValue {
  if (!/\bjson\b/.test(contentType) || text === '') return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new EffectFailed('BAD_ANSWER', 'The response claims to be JSON but can’t be parsed.');
  }
}
