import type { Problem } from '../base/result.ts';
import {
  type Held,
  type Permission,
  permissions,
  permissionWords,
  type Scope,
  scopeOf,
} from './permissions.ts';
import { conflictBetween } from './separations.ts';

/** Temporary access ends after at most a day (ACCESS-26). */
export const maxAccessHours = 24;

/** The permissions to grant access come with roles only, so that temporary access cannot be passed on. */
const neverTemporary: readonly Permission[] = ['manage:people'];

/** The permissions that someone can ask for: those they don't hold for the whole workspace. */
export function askablePermissions(scopeOf: (permission: Permission) => Scope | null): readonly Permission[] {
  return permissions.filter(
    (permission) => !neverTemporary.includes(permission) && scopeOf(permission) !== 'tenant',
  );
}

/** Why people with these roles can't have a permission for some hours; null: nothing is in the way (ACCESS-26, ACCESS-27). */
export function temporaryAccessProblem(held: readonly Held[], permission: Permission): Problem | null {
  const words = permissionWords[permission];
  const problem = (rule: string, message: string) => ({ rule, path: 'permission', message });
  if (neverTemporary.includes(permission))
    return problem('ACCESS-26', `Permission to ${words} is granted as a role only. Ask an administrator.`);
  if (scopeOf(held, permission) === 'tenant')
    return problem('ACCESS-26', `You already have permission to ${words}.`);
  const reason = conflictBetween(held, [`${permission}=tenant`]);
  return reason === null
    ? null
    : problem(
        'ACCESS-27',
        `Permission to ${words} can't be combined with your roles. ${reason} An administrator can give you a role by exception.`,
      );
}

/** The moment access granted now ends. */
export function accessEnd(now: string, hours: number): string {
  return new Date(Date.parse(now) + hours * 3_600_000).toISOString();
}
