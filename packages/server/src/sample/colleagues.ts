import type { Role } from '@attain/domain/access/permissions';
import { statedRoles } from '@attain/domain/access/stated-permissions';
import { drawName, emailOf } from './companies/names.ts';
import { stream } from './prng.ts';
import type { SampleTenant } from './sample-tenant.ts';

/** A member of the sample who has roles and no password: nobody can sign in as them. */
export interface SampleColleague {
  readonly username: string;
  readonly displayName: string;
  readonly role: Role;
}

/** The people who complete the stated numbers of members per role, in the company that has accounts of all of these roles. */
export function sampleColleagues({ key, accounts, participants }: SampleTenant): SampleColleague[] {
  if (!statedRoles.every(({ role }) => accounts.some((account) => account.role === role))) return [];
  const prng = stream(`${key}/colleagues`);
  const taken = new Set([...participants.map(({ name }) => name), ...accounts.map((one) => one.displayName)]);
  return statedRoles.flatMap(({ role, sampleMembers }) => {
    const missing = sampleMembers - accounts.filter((account) => account.role === role).length;
    return Array.from({ length: missing }, () => {
      const displayName = drawName(prng, 'americas', taken);
      return { username: emailOf(displayName, key).replace(/@.*/, ''), displayName, role };
    });
  });
}
