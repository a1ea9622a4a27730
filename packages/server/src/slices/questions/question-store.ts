import type { Audience } from '@attain/domain/access/publication';
import type { TenantTx } from '../../db/database.ts';
import { isPublishedTo } from '../calculations/publications.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';
import type { Earner, Ranking, Reached } from './sources.ts';

/**
 * Ids of the calculations that a question is about (ASK-4): the newest completed version of each plan's period, of those
 * within reach. `period` keeps those of the period, or else inside it; `latest` the newest of each plan.
 */
export async function selectChosenRuns(
  tx: TenantTx,
  of: { reach: Reach; reader: Audience | null; period: string | null; latest: boolean },
): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `WITH newest AS (
       SELECT DISTINCT ON (plan_id, period_from, period_to) id, plan_id, period_key, period_from, period_to FROM calculation_runs
        WHERE tenant_id = $1 AND status = 'completed' AND ${isPublishedTo('$5', 'calculation_runs')} ORDER BY plan_id, period_from, period_to, version DESC
     ), seen AS (
       SELECT r.*, row_number() OVER (PARTITION BY r.plan_id ORDER BY r.period_to DESC, r.id DESC) AS place FROM newest r
        WHERE $2::jsonb IS NULL OR EXISTS (SELECT 1 FROM payout_inputs i WHERE i.tenant_id = $1 AND i.run_id = r.id
          AND ${withinReach('$2', 'i.participant_id', { from: 'r.period_from', to: 'r.period_to' })})
     )
     SELECT id FROM seen
      WHERE CASE WHEN $3::text IS NULL THEN NOT $4::boolean OR place = 1
                 WHEN EXISTS (SELECT 1 FROM seen WHERE period_key = $3) THEN period_key = $3
                 ELSE starts_with(period_key, $3 || '-') END`,
    [tx.tenantId, reachParameter(of.reach), of.period, of.latest, of.reader],
  );
  return result.rows.map(({ id }) => id);
}

/** Payees by what these calculations pay them, ranked within each currency; the currency of most payees first. */
export async function selectEarners(
  tx: TenantTx,
  of: Pick<Ranking, 'order' | 'count'> & { reach: Reach; runIds: readonly string[] },
): Promise<Earner[]> {
  const result = await tx.client.query<Earner>(
    `WITH line AS (
       SELECT run_id, participant_id, sum(amount) AS total FROM payout_lines
        WHERE tenant_id = $1 AND run_id = ANY($2::uuid[]) GROUP BY 1, 2
     ), pay AS (
       SELECT i.participant_id, r.currency, coalesce(sum(l.total), 0) AS total, count(*)::int AS statements,
              (array_agg(i.participant->>'name' ORDER BY r.period_to DESC, r.id DESC))[1] AS name,
              (array_agg(r.id ORDER BY r.period_to DESC, r.id DESC))[1] AS run_id,
              (array_agg(r.period_key ORDER BY r.period_to DESC, r.id DESC))[1] AS period_key
         FROM calculation_runs r
         JOIN payout_inputs i ON i.tenant_id = r.tenant_id AND i.run_id = r.id
         LEFT JOIN line l ON l.run_id = i.run_id AND l.participant_id = i.participant_id
        WHERE r.tenant_id = $1 AND r.id = ANY($2::uuid[])
          AND ${withinReach('$3', 'i.participant_id', { from: 'r.period_from', to: 'r.period_to' })}
        GROUP BY i.participant_id, r.currency
     ), ranked AS (
       SELECT *, row_number() OVER (PARTITION BY currency ORDER BY total * $4::int, participant_id) AS place,
              count(*) OVER (PARTITION BY currency)::int AS people FROM pay
     )
     SELECT participant_id AS "participantId", name AS "participantName", currency, total::text, statements,
            run_id AS "runId", period_key AS "periodKey", people
       FROM ranked WHERE place <= $5 ORDER BY people DESC, currency, place`,
    [tx.tenantId, of.runIds, reachParameter(of.reach), of.order === 'most' ? -1 : 1, of.count],
  );
  return result.rows;
}

/** Lines of these calculations by attainment; only those above or below 100% if a side is named. */
export async function selectReached(
  tx: TenantTx,
  of: Pick<Ranking, 'order' | 'count'> & {
    reach: Reach;
    runIds: readonly string[];
    side: 'above' | 'below' | undefined;
  },
): Promise<Reached[]> {
  const result = await tx.client.query<Reached>(
    `SELECT l.run_id AS "runId", r.period_key AS "periodKey", l.participant_id AS "participantId",
            l.participant_name AS "participantName", l.component_id AS "componentId",
            l.component_name AS "componentName", l.attainment_percent::text AS percent
       FROM payout_lines l JOIN calculation_runs r ON r.tenant_id = l.tenant_id AND r.id = l.run_id
      WHERE l.tenant_id = $1 AND l.run_id = ANY($2::uuid[]) AND l.attainment_percent IS NOT NULL
        AND ${withinReach('$3', 'l.participant_id', { from: 'r.period_from', to: 'r.period_to' })}
        AND ($6::text IS NULL OR ($6 = 'above' AND l.attainment_percent > 100) OR ($6 = 'below' AND l.attainment_percent < 100))
      ORDER BY l.attainment_percent * $4::int, l.participant_id, l.component_id LIMIT $5`,
    [
      tx.tenantId,
      of.runIds,
      reachParameter(of.reach),
      of.order === 'most' ? -1 : 1,
      of.count,
      of.side ?? null,
    ],
  );
  return result.rows;
}
