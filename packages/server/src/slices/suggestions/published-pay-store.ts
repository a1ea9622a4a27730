import type { Audience } from '@attain/domain/access/publication';
import type { TenantTx } from '../../db/database.ts';
import { isPublishedTo } from '../calculations/publications.ts';

/**
 * Of these participants those whose results are all published to the reader: a suggestion doesn't say from which of them it
 * was computed. Null: everyone.
 */
export async function withPublishedPay(
  tx: TenantTx,
  reader: Audience | null,
  participantIds: readonly string[] | null,
): Promise<string[] | null> {
  if (reader === null || participantIds === null) return participantIds === null ? null : [...participantIds];
  const result = await tx.client.query<{ id: string }>(
    `SELECT p.id FROM unnest($2::text[]) AS p(id) WHERE NOT EXISTS (
       SELECT 1 FROM payout_inputs i JOIN calculation_runs r ON r.tenant_id = i.tenant_id AND r.id = i.run_id
        WHERE i.tenant_id = $1 AND i.participant_id = p.id AND r.status = 'completed' AND NOT ${isPublishedTo('$3', 'r')})`,
    [tx.tenantId, participantIds, reader],
  );
  return result.rows.map(({ id }) => id);
}
