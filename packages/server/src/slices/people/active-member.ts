import type { Held } from '@attain/domain/access/permissions';
import { and, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { activeMembers } from '../../db/schema/people.ts';

/** What an active member holds and is paid as. */
export interface ActiveMember {
  readonly roles: Held[];
  readonly participantId: string | null;
}

/** A member as of now, for work done in their name; null: they have left or are disabled. */
export async function activeMember(tx: TenantTx, userId: string): Promise<ActiveMember | null> {
  const [member] = await tx.db
    .select({ roles: activeMembers.roles, participantId: activeMembers.participantId })
    .from(activeMembers)
    .where(and(eq(activeMembers.tenantId, tx.tenantId), eq(activeMembers.userId, userId)));
  return member ?? null;
}
