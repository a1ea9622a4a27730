import type { MeasuredLine } from '@attain/domain/measures/pay-measures';
import type { TenantTx } from '../../db/database.ts';

/** Lines of a run with what measures look at: the territory is where the payee worked on that day. */
export async function selectMeasuredLines(
  tx: TenantTx,
  of: { linesOf: string; visible: string[] | null; on: string },
): Promise<(MeasuredLine & { readonly ofMoney: boolean })[]> {
  const result = await tx.client.query<MeasuredLine & { readonly ofMoney: boolean }>(
    `SELECT l.credited::text, l.quota::text, l.attainment_percent::text AS "attainmentPercent", t.territory,
            coalesce((SELECT c->'measure'->>'unit' = '$' FROM jsonb_array_elements(v.document->'components') c
                       WHERE c->>'id' = l.component_id), false) AS "ofMoney"
       FROM payout_lines l JOIN calculation_runs r ON r.id = l.run_id
       JOIN plan_versions v ON v.plan_id = r.plan_id AND v.version = r.plan_version
       LEFT JOIN LATERAL (SELECT territory FROM territory_assignments WHERE participant_id = l.participant_id AND from_date <= $3
          AND (to_date IS NULL OR to_date >= $3) ORDER BY from_date DESC, territory LIMIT 1) t ON true
      WHERE l.run_id = $1 AND ($2::text[] IS NULL OR l.participant_id = ANY($2)) ORDER BY l.seq`,
    [of.linesOf, of.visible, of.on],
  );
  return result.rows;
}
