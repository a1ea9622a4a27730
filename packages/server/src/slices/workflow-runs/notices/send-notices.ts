import { type Role, roles } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import type { TenantTx } from '../../../db/database.ts';
import { type Recipient, selectRecipients } from './notice-store.ts';

/** The most people one notice reaches. */
export const MAX_RECIPIENTS = 500;

/** Recipients resolved from user names and roles, and entries that match no one. */
export interface Addressed {
  readonly people: readonly Recipient[];
  readonly unknown: readonly string[];
}

/** Reads user names and roles separated by commas; a role is written `finance` or as on screen, `Plan Designer`. */
export async function addressed(tx: TenantTx, to: string): Promise<Addressed> {
  const names = [...new Set(to.split(',').map((one) => one.trim().toLowerCase()))].filter(Boolean);
  const meant = names.flatMap((name) => roleCalled(name) ?? []);
  const usernames = names.filter((name) => roleCalled(name) === null);
  const people = await selectRecipients(tx, { usernames, roles: meant });
  const found = new Set(people.map(({ username }) => username.toLowerCase()));
  return { people, unknown: usernames.filter((name) => !found.has(name)) };
}

function roleCalled(name: string): Role | null {
  return roles.find((role) => role === name || roleNames[role].toLowerCase() === name) ?? null;
}
