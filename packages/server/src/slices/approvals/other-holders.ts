import { type Permission, rolesHolding } from '@attain/domain/access/permissions';
import type { TenantTx } from '../../db/database.ts';
import { selectAllAccounts, selectDeciders } from './approval-store.ts';

/** The active people who hold a permission for the whole workspace, without these people under any of their accounts. */
export async function otherHolders(
  tx: TenantTx,
  permission: Permission,
  userIds: readonly string[],
): Promise<string[]> {
  const own = await selectAllAccounts(tx, userIds);
  const able = await selectDeciders(tx, [...rolesHolding([permission]), `${permission}=tenant`]);
  return able.map(({ userId }) => userId).filter((userId) => !own.includes(userId));
}
