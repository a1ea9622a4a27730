import { type Held, scopeOf } from './permissions.ts';

/** Totals of fewer payees than this tell what single people are paid (ACCESS-10). */
export const minPayeesTogether = 5;

/** Why a total is not shown. */
export const smallGroupSentence = `Amounts of fewer than ${minPayeesTogether} payees are visible only to users who can see individual pay.`;

/** Whether the roles see everyone's pay, and so totals of any size. */
export function seesSinglePay(held: readonly Held[]): boolean {
  return scopeOf(held, 'read:payouts') === 'tenant' || scopeOf(held, 'read:simulated-pay') === 'tenant';
}

/** Whether a total of so many payees tells what few of them are paid; a total of nobody tells nothing. */
export function isSmallGroup(payees: number): boolean {
  return payees > 0 && payees < minPayeesTogether;
}

/**
 * Whether two totals over the same payees tell what few are paid: because few are in them, or because few are paid differently, whom
 * their difference then shows.
 */
export function exposesFewPayees({ payees, changed }: { payees: number; changed: number }): boolean {
  return isSmallGroup(payees) || isSmallGroup(changed);
}
