import type { Limits } from '@attain/domain/access/role-grants';
import type { Problem } from '@attain/domain/base/result';
import type { TenantTx } from '../../db/database.ts';
import { selectParticipants } from './people-store.ts';

/** The participants for whose teams these roles are. */
export async function teamsOf(tx: TenantTx, grants: readonly Limits[]) {
  const ids = grants.flatMap(({ teamOf }) => teamOf ?? []);
  return ids.length === 0 ? [] : selectParticipants(tx, ids);
}

/** Teams of participants that don't exist (ACCESS-42). */
export async function teamProblems(tx: TenantTx, grants: readonly Limits[]): Promise<Problem[]> {
  const known = await teamsOf(tx, grants);
  return grants
    .flatMap(({ teamOf }) => teamOf ?? [])
    .filter((id) => !known.some((one) => one.id === id))
    .map((id) => ({ rule: 'ACCESS-42', path: 'roles', message: `There is no participant “${id}”.` }));
}
