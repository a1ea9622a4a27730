import type { TenantTx } from './database.ts';

/** Display name of a member; null if no longer in the workspace. */
export async function selectMemberName(tx: TenantTx, userId: string): Promise<string | null> {
  const result = await tx.client.query<{ name: string }>(
    'SELECT display_name AS name FROM users WHERE id = $1',
    [userId],
  );
  return result.rows[0]?.name ?? null;
}
