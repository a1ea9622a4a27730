import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { ATTAIN_ID } from '../base/actor.ts';
import type { TenantTx } from './database.ts';
import { users } from './schema/people.ts';

/** Display name of a user joined to a row, for queries of the builder. Attain itself acts without an account. */
export const nameOfUser = sql<string>`coalesce(${users.displayName}, 'Attain')`;

/** The same for rows of people who may have left; null where the row has no user. */
export const nameOfMember = (userId: AnyPgColumn, displayName: AnyPgColumn) =>
  sql<string>`CASE WHEN ${userId} = ${ATTAIN_ID} THEN 'Attain' WHEN ${userId} IS NOT NULL THEN coalesce(${displayName}, 'a former member') END`;

/** Display name of a member; null if no longer in the workspace. */
export async function selectMemberName(tx: TenantTx, userId: string): Promise<string | null> {
  const result = await tx.client.query<{ name: string }>(
    'SELECT display_name AS name FROM users WHERE id = $1',
    [userId],
  );
  return result.rows[0]?.name ?? null;
}
