import type { TenantTx } from '../../db/database.ts';

/**
 * Number of deals between two days that name someone on the plan that day, directly or by a split; each is counted
 * once.
 */
export async function countDeals(
  tx: TenantTx,
  planId: string,
  span: { readonly from: string; readonly to: string },
): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM deals d WHERE d.date BETWEEN $2 AND $3 AND EXISTS (
       SELECT 1 FROM plan_assignments a WHERE a.plan_id = $1 AND d.date >= a.from_date AND (a.to_date IS NULL OR d.date <= a.to_date)
          AND (a.participant_id = d.participant_id
               OR d.splits @> jsonb_build_array(jsonb_build_object('participantId', a.participant_id))))`,
    [planId, span.from, span.to],
  );
  return result.rows[0]?.count ?? 0;
}
