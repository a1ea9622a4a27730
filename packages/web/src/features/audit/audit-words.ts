import type { AuditEntry } from '../../api/shapes.ts';
import { sentenceCase } from '../../base/format-number.ts';

/** An action in words: `calculation.change-accepted` → "Calculation change accepted", `sign-in.failed` → "Sign-in failed". */
export function actionWords(action: string): string {
  return sentenceCase(action.replace(/\.|(?<!sign)-/g, ' '));
}

/** What an entry is about. A person by name, where known; an id that names nothing is left out. */
export function objectWords({ object: { type, id, name } }: Pick<AuditEntry, 'object'>): string {
  return id === '-' ? type : `${type} ${name ?? id}`;
}

const reasons: Readonly<Record<string, string>> = {
  NOT_ALLOWED: 'No permission',
  FORGED_REQUEST: 'No valid session token',
  SIGN_IN_FAILED: 'Wrong password or disabled',
  BAD_INPUT: 'Wrong current password',
};

/** A reason's code in words; other codes as they are. `NOT_ALLOWED 10 in an hour` → "No permission (10 in an hour)". */
export function reasonWords(reason: string | null): string | null {
  if (reason === null) return null;
  const [, code = reason, times] = /^(\S+) (10+ in an hour)$/.exec(reason) ?? [];
  const words = reasons[code] ?? code;
  return times === undefined ? words : `${words} (${times})`;
}
