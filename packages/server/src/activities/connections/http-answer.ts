import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { hasStatus } from '@attain/domain/workflows/nodes/statuses';
import type { IncomingAnswer } from '../../runs/egress/send-request.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

/** Statuses after which trying again may help, unless a step names others. */
const passing = '408, 425, 429, 500, 502, 503, 504';
/** Statuses that leave open whether it was done. */
const unclear = [500, 502, 504];
/** The longest body of a failure that the error port hands on, in bytes. */
const maxFailureBytes = 10_000;

/** Where an answer comes from and how its status is read. */
export interface AnswerReading {
  readonly host: string;
  readonly money?: boolean;
  /** Statuses that are a result; otherwise those below 400. */
  readonly success?: string | undefined;
  readonly retry?: string | undefined;
  /** The moment, for a Retry-After that is a date. */
  readonly nowMs?: number;
}

/** An answer as a step hands it on; from 400 on it is a failure with the first of its words. */
export function answerOf(answer: IncomingAnswer, from: AnswerReading): JsonObject {
  mustSucceed(answer, from);
  return { status: answer.status, body: bodyOf(answer) };
}

/** Fails unless the status is a result. The failure says whether and when to try again, and has the answer for the error port. */
export function mustSucceed(answer: IncomingAnswer, from: AnswerReading): void {
  const { status, headers, text } = answer;
  if (from.success === undefined ? status < 400 : hasStatus(from.success, status)) return;
  throw new EffectFailed('REFUSED', `${from.host} answered ${status}: ${text.slice(0, 300)}`, {
    retryable: hasStatus(from.retry ?? passing, status),
    outcomeUnknown: from.money === true && unclear.includes(status),
    retryAfterMs: retryAfterMs(headers['retry-after'], from.nowMs),
    details: { status, headers: shownHeaders(headers), body: failureBody(answer) },
  });
}

/** The body as a value: JSON if it says so, else text. Fails with BAD_ANSWER for JSON that can't be parsed. */
export function bodyOf({ headers, text }: IncomingAnswer, json = /\bjson\b/): JsonValue {
  if (!json.test(headers['content-type'] ?? '') || text === '') return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new EffectFailed('BAD_ANSWER', 'The response can’t be parsed as JSON.');
  }
}

/** The headers of an answer without its cookies. */
export function shownHeaders(headers: Readonly<Record<string, string>>): JsonObject {
  const { 'set-cookie': _, ...shown } = headers;
  return shown;
}

function failureBody(answer: IncomingAnswer): JsonValue {
  if (answer.bytes.length > maxFailureBytes) return answer.text.slice(0, maxFailureBytes);
  try {
    return bodyOf(answer);
  } catch {
    return answer.text;
  }
}

/** What a Retry-After asks for: seconds, or until a date. */
function retryAfterMs(header: string | undefined, nowMs = 0): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Za-z]{3}, \d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) || nowMs === 0 ? 0 : Math.max(0, date - nowMs);
}
