import type { Held } from '@attain/domain/access/permissions';
import { and, arrayOverlaps, asc, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { activeMembers } from '../../db/schema/people.ts';

/** The active people who hold one of these roles or cells today. */
export async function membersHolding(tx: TenantTx, held: readonly Held[]): Promise<string[]> {
  const rows = await tx.db
    .select({ id: activeMembers.userId })
    .from(activeMembers)
    .where(
      and(
        eq(activeMembers.tenantId, tx.tenantId),
        activeMembers.isPerson,
        arrayOverlaps(activeMembers.roles, [...held]),
      ),
    )
    .orderBy(asc(activeMembers.userId));
  return rows.map(({ id }) => id);
}
