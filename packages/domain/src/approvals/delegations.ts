import type { Held } from '../access/permissions.ts';
import { conflictBetween } from '../access/separations.ts';
import type { Problem } from '../base/result.ts';
import { type ApprovalKind, approvalKinds, approvalRule, mayDecideKind } from './approval-kinds.ts';

/** One person decides for another between two days, both included. */
export interface WantedDelegation {
  readonly from: string;
  readonly to: string;
  readonly today: string;
  /** Roles of the person who delegates, and of the delegate. */
  readonly roles: readonly Held[];
  readonly delegateRoles: readonly Held[];
  readonly isSelf: boolean;
}

/** The most days one delegation lasts. */
export const maxDelegatedDays = 90;

/** Whether a person who holds these roles could let somebody else decide this kind (APR-9). */
export function mayDelegateKind(held: readonly Held[], kind: ApprovalKind): boolean {
  return mayDecideKind(held, kind) && approvalRule(kind).byAdministrator !== true;
}

/** Everything that is wrong with a delegation (APR-9). */
export function delegationProblems(wanted: WantedDelegation): Problem[] {
  const { from, to, today, roles, delegateRoles, isSelf } = wanted;
  const problems: Problem[] = [];
  const add = (path: string, message: string) => problems.push({ rule: 'APR-9', path, message });
  if (isSelf) add('delegateId', 'Choose another person.');
  if (!approvalKinds.some((kind) => mayDelegateKind(roles, kind)))
    add('delegateId', 'You have no approvals to delegate.');
  if (to < from) add('to', 'The last day is before the first day.');
  if (to < today) add('to', 'The last day is in the past.');
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days > maxDelegatedDays) add('to', `Delegate for up to ${maxDelegatedDays} days.`);
  const deciding = roles.filter((role) => approvalKinds.some((kind) => mayDelegateKind([role], kind)));
  const conflicts = deciding.map((one) => conflictBetween(delegateRoles, [one]));
  const conflict = isSelf ? null : (conflicts.find((one) => one !== null) ?? null);
  if (conflict !== null) add('delegateId', `This person can’t approve for you. ${conflict}`);
  return problems;
}
