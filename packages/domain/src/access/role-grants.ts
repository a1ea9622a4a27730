import type { Problem } from '../base/result.ts';
import { grants, type Held, isAdministrator, type Role } from './permissions.ts';
import { roleNames } from './role-names.ts';
import { conflictBetween } from './separations.ts';

/** A role of a member, perhaps only between two days, both included. Null: no limit on that side. */
export interface RoleGrant {
  readonly role: Role;
  readonly from: string | null;
  readonly to: string | null;
}

type Days = Pick<RoleGrant, 'from' | 'to'>;

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

/** Every problem with the roles that a user with the roles `grantedBy` wants to give a person; `hasOthers`: besides custom ones. */
export function checkRoleGrants(
  wanted: readonly RoleGrant[],
  grantedBy: readonly Held[],
  hasOthers = false,
): readonly Problem[] {
  return [
    ...shapeProblems(wanted, hasOthers),
    ...rankProblems(wanted, grantedBy),
    ...conflictProblems(wanted),
  ];
}

function shapeProblems(wanted: readonly RoleGrant[], hasOthers: boolean): Problem[] {
  const problems: Problem[] = [];
  if (wanted.length === 0 && !hasOthers) problems.push(problem('ACCESS-16', 'Choose at least one role.'));
  for (const [at, { role, from, to }] of wanted.entries()) {
    const name = roleNames[role];
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

/** Separation of duties between each two roles that are held on the same day (ACCESS-14). */
function conflictProblems(wanted: readonly RoleGrant[]): Problem[] {
  return wanted.flatMap((one, at) =>
    wanted.slice(at + 1).flatMap((other) => {
      const reason = overlap(one, other) ? conflictBetween([one.role], [other.role]) : null;
      if (reason === null) return [];
      const names = `${roleNames[one.role]} and ${roleNames[other.role]}`;
      return [problem('ACCESS-14', `${names} can't be combined. ${reason}`)];
    }),
  );
}

/** Whether the days of one hold those of the other. */
export function covers(one: Days, other: Days): boolean {
  const begins = one.from === null || (other.from !== null && one.from <= other.from);
  return begins && (one.to === null || (other.to !== null && one.to >= other.to));
}

/** Days as text compare like days; an open side reaches for ever. */
export function overlap(one: Days, other: Days): boolean {
  const startsInTime = (first: Days, second: Days) =>
    first.from === null || second.to === null || first.from <= second.to;
  return startsInTime(one, other) && startsInTime(other, one);
}

function problem(rule: string, message: string): Problem {
  return { rule, path: 'roles', message };
}
