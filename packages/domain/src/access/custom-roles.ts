import type { Problem } from '../base/result.ts';
import {
  type Cell,
  cellText,
  grants,
  mayBeLimited,
  type Permission,
  permissions,
  type Scope,
} from './permissions.ts';
import { covers, type Limits } from './role-grants.ts';
import { separationProblem } from './separations.ts';

/** A role that a workspace made: cells of the permission table under a name of its own. */
export interface CustomRole {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly cells: readonly Cell[];
}

/** A custom role of a member, perhaps only on some days or for one team. */
export interface CustomGrant extends Limits {
  readonly id: string;
}

/** The scopes in which some built-in role holds a permission: no custom role reaches further or otherwise (ACCESS-30). */
export function offeredScopes(permission: Permission): readonly Scope[] {
  const held: readonly Scope[] = Object.values(grants[permission]);
  return (['tenant', 'team', 'own'] as const).filter((scope) => held.includes(scope));
}

/** The cells among these texts; what the table no longer offers grants nothing. */
export function readCells(texts: readonly string[]): readonly Cell[] {
  return texts.flatMap((text) => {
    const [name, scope] = text.split('=');
    const permission = permissions.find((one) => one === name);
    return permission && offeredScopes(permission).some((one) => one === scope)
      ? [{ permission, scope: scope as Scope }]
      : [];
  });
}

/** Everything that is wrong with a custom role by itself; `others` are the names in use (ACCESS-30). */
export function customRoleProblems(
  role: Pick<CustomRole, 'name' | 'cells'>,
  others: readonly string[],
): Problem[] {
  const problems: Problem[] = [];
  const add = (rule: string, path: string, message: string) => problems.push({ rule, path, message });
  if (others.some((name) => name.toLowerCase() === role.name.toLowerCase()))
    add('ACCESS-30', 'name', 'Another role has this name. Choose a different one.');
  if (role.cells.length === 0) add('ACCESS-30', 'cells', 'Choose at least one permission.');
  for (const { permission, scope } of role.cells) {
    if (!offeredScopes(permission).includes(scope))
      add('ACCESS-30', 'cells', `No role holds ${permission} for ${scope}. Choose another scope.`);
    if (role.cells.filter((one) => one.permission === permission).length > 1)
      add('ACCESS-30', 'cells', `${permission} is listed twice. Keep one.`);
  }
  const reason = separationProblem(role.cells);
  if (reason !== null) add('ACCESS-27', 'cells', `These permissions can't be combined. ${reason}`);
  return problems;
}

/** Whether holders approve or manage: such a role needs a second administrator (ACCESS-20). */
export function isPrivilegedRole({ cells }: Pick<CustomRole, 'cells'>): boolean {
  return cells.some(({ permission }) => /^(approve|manage):/.test(permission));
}

/** What is wrong with each of the custom roles that someone is to have (ACCESS-16, ACCESS-42). */
export function customGrantProblems(custom: readonly (CustomRole & CustomGrant)[]): Problem[] {
  const problems: Problem[] = [];
  const add = (rule: string, message: string) => problems.push({ rule, path: 'customRoles', message });
  for (const [at, one] of custom.entries()) {
    if (custom.findIndex(({ id }) => id === one.id) !== at)
      add('ACCESS-16', `${one.name} is listed twice. Keep one.`);
    if (one.from !== null && one.to !== null && one.to < one.from)
      add('ACCESS-16', `${one.name} ends before it starts. Change one of the dates.`);
    if (one.teamOf !== undefined && !mayBeLimited(one.cells.map(cellText)))
      add('ACCESS-42', `${one.name} can't be limited to a team.`);
  }
  return problems;
}

/** Of the wanted custom roles, the privileged ones on days they are not held yet (ACCESS-20). */
export function newCustomPrivileges<Wanted extends CustomRole & CustomGrant>(
  held: readonly CustomGrant[],
  wanted: readonly Wanted[],
  needApproval: readonly string[] = [],
): readonly Wanted[] {
  return wanted.filter(
    (grant) =>
      (isPrivilegedRole(grant) || needApproval.includes(grant.id)) &&
      !held.some((one) => one.id === grant.id && covers(one, grant)),
  );
}
