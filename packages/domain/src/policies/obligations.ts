import { type Role, roles } from '../access/permissions.ts';

/** What has to be done before an allowed action. */
export type Obligation =
  | { readonly kind: 'approve'; readonly role: Role; readonly count: number }
  | { readonly kind: 'limit'; readonly calls: number; readonly windowSeconds: number }
  | { readonly kind: 'audit' };

/** The longest window of a limit: a day. */
export const MAX_WINDOW_SECONDS = 86_400;
/** The most calls of a window, so that the sliding log stays small. */
export const MAX_LIMIT = 1_000;

/** Reads `approve:manager:1`, `limit:100:3600` or `audit`; null if the text is none of them (GOV-2). */
export function readObligation(text: string): Obligation | null {
  if (text === 'audit') return { kind: 'audit' };
  const [kind, first = '', second = '', more] = text.split(':');
  if (more !== undefined || !/^\d{1,6}$/.test(second)) return null;
  const number = Number(second);
  if (kind === 'approve') {
    const role = roles.find((one) => one === first);
    return role === 'manager' && number === 1 ? { kind, role, count: number } : null;
  }
  if (kind !== 'limit' || !/^\d{1,6}$/.test(first)) return null;
  const calls = Number(first);
  if (calls < 1 || calls > MAX_LIMIT || number < 1 || number > MAX_WINDOW_SECONDS) return null;
  return { kind, calls, windowSeconds: number };
}

/** The obligation as the annotation `@obligation` holds it. */
export function obligationText(obligation: Obligation): string {
  switch (obligation.kind) {
    case 'approve':
      return `approve:${obligation.role}:${obligation.count}`;
    case 'limit':
      return `limit:${obligation.calls}:${obligation.windowSeconds}`;
    case 'audit':
      return 'audit';
  }
}
