import { type Role, roleNames, roles } from '@attain/domain/access/permissions';
import { newId } from '../../../base/ids.ts';
import { notifyPerson } from '../../../db/changes.ts';
import type { TenantTx } from '../../../db/database.ts';
import { insertNotices, type Recipient, selectRecipients, type Told } from './notice-store.ts';

/** The most people one notice reaches. */
export const MOST_RECIPIENTS = 500;

/** Whom a list of user names and roles means, and what in it means nobody. */
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

/** Stores what people are told and lets their browsers know when the transaction commits. */
export async function tellPeople(tx: TenantTx, people: readonly Recipient[], told: Told): Promise<void> {
  const rows = people.map(({ userId }) => ({ id: newId(), userId }));
  await insertNotices(tx, rows, told);
  for (const { id, userId } of rows) {
    await notifyPerson(tx.client, { tenantId: tx.tenantId, action: 'notice.arrived', id, userId });
  }
}

function roleCalled(name: string): Role | null {
  return roles.find((role) => role === name || roleNames[role].toLowerCase() === name) ?? null;
}
