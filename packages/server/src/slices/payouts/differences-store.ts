import type { PayoutDifference } from '@attain/contract/calculations';
import type { TenantTx } from '../../db/database.ts';

/** Two runs whose lines are held against each other. */
export interface RunPair {
  readonly before: string;
  readonly after: string;
  readonly visible: string[] | null;
}

const compared = `
  WITH old AS (SELECT * FROM payout_lines WHERE run_id = $1 AND ($3::text[] IS NULL OR participant_id = ANY($3))),
       new AS (SELECT * FROM payout_lines WHERE run_id = $2 AND ($3::text[] IS NULL OR participant_id = ANY($3))),
       compared AS (
         SELECT participant_id, component_id, coalesce(n.participant_name, o.participant_name) AS participant_name,
                coalesce(n.component_name, o.component_name) AS component_name,
                CASE WHEN o.run_id IS NULL THEN 'added' WHEN n.run_id IS NULL THEN 'removed' ELSE 'changed' END AS kind,
                o.amount AS before, n.amount AS after, coalesce(n.amount, 0 * o.amount) - coalesce(o.amount, 0 * n.amount) AS delta
           FROM old o FULL JOIN new n USING (participant_id, component_id)
          WHERE (o.amount, o.credited, o.quota, o.attainment_percent, o.target)
                IS DISTINCT FROM (n.amount, n.credited, n.quota, n.attainment_percent, n.target)
             OR o.run_id IS NULL OR n.run_id IS NULL)`;

/** One page of the lines that differ in any figure, by participant and component, one more than asked. */
export async function selectDifferences(
  tx: TenantTx,
  query: RunPair & { after: string; place: readonly string[] | null; limit: number },
): Promise<PayoutDifference[]> {
  const result = await tx.client.query<PayoutDifference>(
    `${compared}
     SELECT participant_id AS "participantId", participant_name AS "participantName", component_id AS "componentId",
            component_name AS "componentName", kind, before::text, after::text, delta::text
       FROM compared WHERE $4::text IS NULL OR (participant_id, component_id) > ($4, $5::text)
      ORDER BY participant_id, component_id LIMIT $6`,
    [
      query.before,
      query.after,
      query.visible,
      query.place?.[0] ?? null,
      query.place?.[1] ?? null,
      query.limit + 1,
    ],
  );
  return result.rows;
}

/** Totals of both runs and the sum of the lines' deltas; `adds` is true if they agree, computed by the database. */
export async function selectDelta(tx: TenantTx, pair: RunPair) {
  const result = await tx.client.query<{ delta: string; before: string; count: number; adds: boolean }>(
    `${compared}, totals AS (SELECT coalesce((SELECT sum(amount) FROM old), 0) AS before, coalesce((SELECT sum(amount) FROM new), 0) AS after)
     SELECT coalesce(sum(c.delta), 0)::text AS delta, t.before::text, count(c.kind)::int AS count,
            coalesce(sum(c.delta), 0) = t.after - t.before AS adds
       FROM totals t LEFT JOIN compared c ON true GROUP BY t.before, t.after`,
    [pair.before, pair.after, pair.visible],
  );
  return result.rows[0] ?? { delta: '0', before: '0', count: 0, adds: true };
}

/** The version before a stored run of the same plan and period, or null for the first. */
export async function selectVersionBefore(tx: TenantTx, runId: string): Promise<string | null> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT o.id FROM calculation_runs r JOIN calculation_runs o
         ON o.plan_id = r.plan_id AND o.period_from = r.period_from AND o.period_to = r.period_to AND o.status = 'completed' AND o.version < r.version
      WHERE r.id = $1 ORDER BY o.version DESC LIMIT 1`,
    [runId],
  );
  return result.rows[0]?.id ?? null;
}
