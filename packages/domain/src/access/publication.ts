import { ok, type Result, rejected } from '../base/result.ts';
import type { Scope } from './permissions.ts';

/** Who sees the results of a plan's period besides those who read everyone's pay: managers first, then payees too. */
export const audiences = ['managers', 'payees'] as const;
export type Audience = (typeof audiences)[number];

/** The audience a reader with this scope belongs to; null: they see results from the start (ACCESS-28). */
export function audienceOf(scope: Scope): Audience | null {
  if (scope === 'tenant') return null;
  return scope === 'team' ? 'managers' : 'payees';
}

/** Whether results published to `published` are visible to `reader`; null: published to no one, and a reader who sees all. */
export function isVisibleTo(reader: Audience | null, published: Audience | null): boolean {
  return reader === null || published === 'payees' || published === reader;
}

/** Publishing only widens the audience: what was seen cannot be unseen. */
export function publishTo(wanted: Audience, published: Audience | null): Result<Audience> {
  if (published === null || (published === 'managers' && wanted === 'payees')) return ok(wanted);
  const message =
    published === 'payees' ? 'Payees already see these results.' : 'Managers already see these results.';
  return rejected([{ rule: 'ACCESS-29', path: 'audience', message }]);
}
