import type { Problem } from '../base/result.ts';
import { type Held, type Permission, permissions, type Role, scopeOf } from './permissions.ts';

/** What only a person does: decide about the work or the access of others. No service account has it by any role (ACCESS-35). */
export function needsPerson(permission: Permission): boolean {
  return /^(activate|approve|attest|decide|manage|reassign|resolve|set):/.test(permission);
}

/** The permissions that a token of a service account with these roles can have. */
export function servicePermissions(held: readonly Held[]): readonly Permission[] {
  return permissions.filter((one) => !needsPerson(one) && scopeOf(held, one) !== null);
}

/** What is wrong with giving a service account these roles, besides what is wrong for a person. */
export function serviceRoleProblems(roles: readonly { readonly role: Role }[]): Problem[] {
  if (!roles.some(({ role }) => role === 'administrator')) return [];
  const message = 'A service account can’t be an administrator. Choose roles for its work.';
  return [{ rule: 'ACCESS-35', path: 'roles', message }];
}
