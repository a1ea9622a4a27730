import type { AuditEntry } from '../../api/shapes.ts';
import { sentenceCase } from '../../base/format-number.ts';
import { messages } from './messages.ts';

/**
 * An action in words: `calculation.change-accepted` → "Calculation change accepted", `sign-in.failed` →
 * "Sign-in failed".
 */
export function actionWords(action: string): string {
  return sentenceCase(action.replace(/\.|(?<!sign)-/g, ' '));
}

/** The object of an entry. People by name where known; an id of `-` is not shown. */
export function objectWords({ object: { type, id, name } }: Pick<AuditEntry, 'object'>): string {
  return id === '-' ? type : `${type} ${name ?? id}`;
}

const reasons: Readonly<Record<string, string>> = {
  NOT_ALLOWED: messages.reasons.notAllowed,
  FORGED_REQUEST: messages.reasons.forged,
  SIGN_IN_FAILED: messages.reasons.signIn,
  BAD_INPUT: messages.reasons.password,
};

/** A reason code in words; texts of people stay. `too-many` → "Too many", `NOT_ALLOWED 10 in an hour` → "No permission (10 in an hour)". */
export function reasonWords(reason: string | null): string | null {
  if (reason === null) return null;
  const [, code = reason, times] = /^(\S+) (10+ in an hour)$/.exec(reason) ?? [];
  const words = reasons[code] ?? (isCode(code) ? sentenceCase(code.replaceAll('-', ' ')) : code);
  return times === undefined ? words : `${words} (${times})`;
}

const isCode = (text: string) => /^[a-z]+(-[a-z]+)*$/.test(text);
