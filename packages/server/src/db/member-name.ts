import { sql } from 'drizzle-orm';
import type { TenantTx } from './database.ts';
import { users } from './schema/people.ts';

/** Display name of a user joined to a row, for queries of the builder. Attain itself acts without an account. */
export const nameOfUser = sql<string>`coalesce(${users.displayName}, 'Attain')`;

/** Display name of a member; null if no longer in the workspace. */
export async function selectMemberName(tx: TenantTx, userId: string): Promise<string | null> {
  const result = await tx.client.query<{ name: string }>(
    'SELECT display_name AS name FROM users WHERE id = $1',
    [userId],
  );
  return result.rows[0]?.name ?? null;
}
