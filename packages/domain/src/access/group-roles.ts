import type { Problem } from '../base/result.ts';
import type { CustomGrant } from './custom-roles.ts';
import { type DutyException, grantProblems, withWayOut } from './duty-conflicts.ts';
import { limitedTo, type Role } from './permissions.ts';
import type { RoleGrant } from './role-grants.ts';

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
    const wrong = withWayOut(
      grantProblems({ roles: always, custom: [], grantedBy: ['administrator'] }),
      'Use two groups. An exception is for one person.',
    );
    for (const { rule, message } of wrong) add(at, rule, `${group}: ${message}`);
  }
  return problems;
}

/**
 * The roles of someone in these groups: mapped roles follow the groups, others stay as they are, and so do those that end with an
 * exception, up to their last day and while both its roles are held (ACCESS-33, ACCESS-43).
 */
export function rolesByGroups(
  { roles: held, customRoles = [], exceptions = [] }: Member,
  { groups, mapping, today }: { groups: readonly string[]; mapping: readonly GroupRoles[]; today: string },
): readonly RoleGrant[] {
  const mapped = new Set(mapping.flatMap(({ roles }) => roles));
  const given = new Set(mapping.filter(({ group }) => groups.includes(group)).flatMap(({ roles }) => roles));
  const kept = held.filter(({ role }) => given.has(role) || !mapped.has(role));
  const keys = [
    ...kept.map(({ role, teamOf }) => limitedTo(role, teamOf)),
    ...customRoles.map(({ id, teamOf }) => limitedTo(id, teamOf)),
  ];
  const ends = ({ role, to, teamOf }: RoleGrant) =>
    to !== null &&
    to >= today &&
    exceptions.some(
      ({ roles, until }) =>
        roles.includes(limitedTo(role, teamOf)) && roles.every((key) => keys.includes(key)) && to <= until,
    );
  return [
    ...kept.filter(({ role }) => !mapped.has(role)),
    ...[...given].map(
      (role) => kept.find((one) => one.role === role && ends(one)) ?? { role, from: null, to: null },
    ),
  ];
}

/** What someone has before. */
interface Member {
  readonly roles: readonly RoleGrant[];
  readonly customRoles?: readonly CustomGrant[];
  readonly exceptions?: readonly DutyException[];
}
