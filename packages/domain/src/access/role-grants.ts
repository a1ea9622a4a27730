import type { Problem } from '../base/result.ts';
import { grants, type Held, isAdministrator, type Role, roles } from './permissions.ts';
import { roleNames } from './role-names.ts';

/** A role of a member, perhaps only between two days, both included. Null: no limit on that side. */
export interface RoleGrant {
  readonly role: Role;
  readonly from: string | null;
  readonly to: string | null;
}

type Days = Pick<RoleGrant, 'from' | 'to'>;

/** Two roles that one person can't hold at the same time, and what they could do with both. */
export interface RoleConflict {
  readonly pair: readonly [Role, Role];
  readonly reason: string;
}

const conflict = (one: Role, other: Role, reason: string): RoleConflict => ({ pair: [one, other], reason });

/** Separation of duties: every pair that is refused (ACCESS-14). */
export const roleConflicts: readonly RoleConflict[] = [
  conflict('plan-designer', 'finance', 'One person would design a plan and approve its payments.'),
  conflict('tenant-admin', 'finance', 'One person would grant access and approve payments.'),
  conflict('sales-rep', 'finance', 'One person would approve the payments of their own team.'),
  conflict('agent-developer', 'compliance-officer', 'One person would build agents and oversee them.'),
  conflict('administrator', 'compliance-officer', 'One person would set the policies and oversee them.'),
  ...roles
    .filter((role) => role !== 'auditor' && role !== 'viewer')
    .map((role) => conflict('auditor', role, 'An auditor only reads.')),
];

/** Of the wanted grants, those of a privileged role on days it is not held yet: they need a second administrator (ACCESS-20). */
export function newPrivileges(
  held: readonly RoleGrant[],
  wanted: readonly RoleGrant[],
): readonly RoleGrant[] {
  return wanted.filter(
    (grant) => isPrivileged(grant.role) && !held.some((one) => one.role === grant.role && covers(one, grant)),
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

function conflictProblems(wanted: readonly RoleGrant[]): Problem[] {
  return roleConflicts.flatMap(({ pair: [one, other], reason }) => {
    const clash = wanted.some(
      (first) =>
        first.role === one && wanted.some((second) => second.role === other && overlap(first, second)),
    );
    if (!clash) return [];
    return [problem('ACCESS-14', `${roleNames[one]} and ${roleNames[other]} can't be combined. ${reason}`)];
  });
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

/** Why nobody may have roles of both; null: nothing is in the way (ACCESS-14). */
export function conflictBetween(some: readonly Held[], others: readonly Held[]): string | null {
  const clash = roleConflicts.find(
    ({ pair: [one, other] }) =>
      (some.includes(one) && others.includes(other)) || (some.includes(other) && others.includes(one)),
  );
  return clash?.reason ?? null;
}
