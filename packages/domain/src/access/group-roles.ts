import type { Problem } from '../base/result.ts';
import { conflictProblems } from './duty-conflicts.ts';
import type { Role } from './permissions.ts';
import { checkRoleGrants, type RoleGrant } from './role-grants.ts';

/** The roles that members of a group of the company's directory have. */
export interface GroupRoles {
  readonly group: string;
  readonly roles: readonly Role[];
}

/** Everything that is wrong with a mapping by itself (ACCESS-33). */
export function groupRolesProblems(mapping: readonly GroupRoles[]): Problem[] {
  const problems: Problem[] = [];
  const add = (at: number, rule: string, message: string) =>
    problems.push({ rule, path: `groups.${at}`, message });
  for (const [at, { group, roles }] of mapping.entries()) {
    if (mapping.findIndex((other) => other.group === group) !== at)
      add(at, 'ACCESS-33', `${group} is listed twice. Keep one.`);
    const always = roles.map((role) => ({ role, from: null, to: null }));
    const wrong = [
      ...checkRoleGrants(always, ['administrator']),
      ...conflictProblems({ roles: always, custom: [] }),
    ];
    for (const { rule, message } of wrong) add(at, rule, `${group}: ${message}`);
  }
  return problems;
}

/** The roles of someone in these groups: mapped roles follow the groups, others stay as they are (ACCESS-33). */
export function rolesByGroups(
  held: readonly RoleGrant[],
  groups: readonly string[],
  mapping: readonly GroupRoles[],
): readonly RoleGrant[] {
  const mapped = new Set(mapping.flatMap(({ roles }) => roles));
  const given = new Set(mapping.filter(({ group }) => groups.includes(group)).flatMap(({ roles }) => roles));
  return [
    ...held.filter(({ role }) => !mapped.has(role)),
    ...[...given].map((role) => ({ role, from: null, to: null })),
  ];
}
