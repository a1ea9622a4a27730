import type { Permission } from '@attain/domain/access/permissions';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { Refusal } from '../../base/refusal.ts';
import type { TenantTx } from '../../db/database.ts';

/** Whose rows the actor may see under the permission: null for everybody's, else the ids. NOT_ALLOWED when nobody's. */
export async function visibleParticipants(
  tx: TenantTx,
  actor: Actor,
  permission: Permission,
  today: string,
): Promise<string[] | null> {
  const scope = mustAllow(actor, permission);
  if (scope === 'tenant') return null;
  if (!actor.participantId) return [];
  if (scope === 'own') return [actor.participantId];
  return teamOf(tx, actor.participantId, today);
}

/** The people somebody leads on a day, directly or through others, and the leader. */
async function teamOf(tx: TenantTx, leaderId: string, today: string): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `WITH RECURSIVE team(id) AS (
       SELECT $1::text
       UNION
       SELECT r.participant_id FROM reporting_lines r JOIN team ON r.manager_id = team.id
        WHERE r.from_date <= $2 AND (r.to_date IS NULL OR r.to_date >= $2)
     ) SELECT id FROM team`,
    [leaderId, today],
  );
  return result.rows.map((row) => row.id);
}

/** NOT_FOUND when the participant is outside what the actor may see: a refusal must not say that a row exists. */
export function mustSee(visible: string[] | null, participantId: string): void {
  if (visible !== null && !visible.includes(participantId)) {
    throw new Refusal('NOT_FOUND', 'There is no such participant in your reach.');
  }
}
