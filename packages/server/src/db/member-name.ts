import type { TenantTx } from './database.ts';

/** What somebody is called; null when the person is no longer in the workspace. */
export async function selectMemberName(tx: TenantTx, userId: string): Promise<string | null> {
  const result = await tx.client.query<{ name: string }>(
    'SELECT display_name AS name FROM users WHERE id = $1',
    [userId],
  );
  return result.rows[0]?.name ?? null;
}
