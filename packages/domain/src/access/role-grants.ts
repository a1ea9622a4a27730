import type { Problem } from '../base/result.ts';
import { grants, type Held, isAdministrator, mayBeLimited, type Role } from './permissions.ts';
import { roleNames } from './role-names.ts';

/** Between which days, both included, and for whose team a role counts. Null or omitted: no limit. */
export interface Limits {
  readonly from: string | null;
  readonly to: string | null;
  /** The participant whose team it is for (ACCESS-42). */
  readonly teamOf?: string | undefined;
}

/** A role of a member, perhaps only on some days or for one team. */
export interface RoleGrant extends Limits {
  readonly role: Role;
}

/**
 * Of the wanted grants, those of a privileged role on days it is not held yet: they need a second administrator (ACCESS-20).
 * `needApproval`: roles that the workspace has approved as well (ACCESS-41).
 */
export function newPrivileges(
  held: readonly RoleGrant[],
  wanted: readonly RoleGrant[],
  needApproval: readonly string[] = [],
): readonly RoleGrant[] {
  return wanted.filter(
    (grant) =>
      (isPrivileged(grant.role) || needApproval.includes(grant.role)) &&
      !held.some((one) => one.role === grant.role && covers(one, grant)),
  );
}

/** Roles that approve, manage people or do everything. */
function isPrivileged(role: Role): boolean {
  return Object.entries(grants).some(
    ([permission, held]) =>
      /^(approve|manage):/.test(permission) && (held as Partial<Record<Role, string>>)[role],
  );
}

/** What is wrong with each of the roles that a user with the roles `grantedBy` wants to give; `hasOthers`: besides custom ones. */
export function checkRoleGrants(
  wanted: readonly RoleGrant[],
  grantedBy: readonly Held[],
  hasOthers = false,
): readonly Problem[] {
  return [...shapeProblems(wanted, hasOthers), ...rankProblems(wanted, grantedBy)];
}

function shapeProblems(wanted: readonly RoleGrant[], hasOthers: boolean): Problem[] {
  const problems: Problem[] = [];
  if (wanted.length === 0 && !hasOthers) problems.push(problem('ACCESS-16', 'Choose at least one role.'));
  for (const [at, { role, from, to, teamOf }] of wanted.entries()) {
    const name = roleNames[role];
    if (teamOf !== undefined && !mayBeLimited([role]))
      problems.push(problem('ACCESS-42', `${name} can't be limited to a team.`));
    if (wanted.findIndex((other) => other.role === role) !== at)
      problems.push(problem('ACCESS-16', `${name} is listed twice. Keep one.`));
    if (from !== null && to !== null && to < from)
      problems.push(problem('ACCESS-16', `${name} ends before it starts. Change one of the dates.`));
  }
  return problems;
}

function rankProblems(wanted: readonly RoleGrant[], grantedBy: readonly Held[]): Problem[] {
  if (isAdministrator(grantedBy) || wanted.every(({ role }) => role !== 'administrator')) return [];
  return [problem('ACCESS-15', 'Only an administrator can make someone an administrator.')];
}

/** Whether one holds on all days of the other, and for its team. */
export function covers(one: Limits, other: Limits): boolean {
  const begins = one.from === null || (other.from !== null && one.from <= other.from);
  const reaches = one.teamOf === undefined || one.teamOf === other.teamOf;
  return reaches && begins && (one.to === null || (other.to !== null && one.to >= other.to));
}

/** Days as text compare like days; an open side reaches for ever. */
export function overlap(one: Limits, other: Limits): boolean {
  const startsInTime = (first: Limits, second: Limits) =>
    first.from === null || second.to === null || first.from <= second.to;
  return startsInTime(one, other) && startsInTime(other, one);
}

function problem(rule: string, message: string): Problem {
  return { rule, path: 'roles', message };
}
