import type { Audience } from '@attain/domain/access/publication';
import type { TenantTx } from '../../db/database.ts';
import { isPublishedTo } from '../calculations/publications.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

/** One statement of the list. */
export interface StatementSummary {
  readonly runId: string;
  readonly planId: string;
  readonly planName: string;
  readonly period: { readonly key: string; readonly from: string; readonly to: string };
  readonly participantId: string;
  readonly participantName: string;
  readonly currency: string;
  readonly total: string;
}

/**
 * One page of statements, newest period first, then by run and name; one more than asked. Of a plan's period only the
 * newest version counts, unless a run is named.
 */
export async function selectStatements(
  tx: TenantTx,
  query: {
    reach: Reach;
    reader: Audience | null;
    participantId: string | null;
    run: { asked: string; linesOf: string } | null;
    search: string | null;
    after: readonly string[] | null;
    limit: number;
  },
): Promise<StatementSummary[]> {
  const [to, runId, name, participantId] = query.after ?? [null, null, null, null];
  const result = await tx.client.query<StatementSummary>(
    `WITH run AS (
       SELECT DISTINCT ON (plan_id, period_from, period_to) * FROM calculation_runs
        WHERE CASE WHEN $1::uuid IS NULL THEN status = 'completed' ELSE id = $1 END AND ${isPublishedTo('$10', 'calculation_runs')}
        ORDER BY plan_id, period_from, period_to, version DESC
     ), page AS (
       SELECT r.id, r.plan_id, r.period_key, r.period_from, r.period_to, r.currency, i.participant_id,
              i.participant->>'name' AS name, v.document->>'name' AS plan_name
         FROM run r JOIN payout_inputs i ON i.run_id = r.id
         JOIN plan_versions v ON v.plan_id = r.plan_id AND v.version = r.plan_version
        WHERE ${withinReach('$2', 'i.participant_id', { from: 'r.period_from', to: 'r.period_to' })} AND ($3::text IS NULL OR i.participant_id = $3)
          AND ($4::text IS NULL OR i.participant_id ILIKE $4
               OR concat_ws(', ', i.participant->>'name', r.period_key, v.document->>'name') ILIKE $4)
          AND ($5::date IS NULL OR r.period_to < $5 OR (r.period_to = $5 AND (r.id < $6::uuid OR (r.id = $6::uuid
               AND (i.participant->>'name', i.participant_id) > ($7::text, $8::text)))))
        ORDER BY r.period_to DESC, r.id DESC, name, i.participant_id LIMIT $9
     )
     SELECT p.id AS "runId", p.plan_id AS "planId", p.plan_name AS "planName", p.participant_id AS "participantId", p.name AS "participantName",
            json_build_object('key', p.period_key, 'from', p.period_from, 'to', p.period_to) AS period, p.currency, t.total::text
       FROM page p
       CROSS JOIN LATERAL (SELECT coalesce(sum(l.amount), 0) AS total FROM payout_lines l
          WHERE l.run_id = p.id AND l.participant_id = p.participant_id) t
      ORDER BY p.period_to DESC, p.id DESC, p.name, p.participant_id`,
    [
      query.run?.linesOf ?? null,
      reachParameter(query.reach),
      query.participantId,
      query.search,
      to,
      runId,
      name,
      participantId,
      query.limit + 1,
      query.reader,
    ],
  );
  return result.rows;
}

/** What each component of a payee pays in a run that stores lines. */
export async function selectComponentPay(
  tx: TenantTx,
  runId: string,
  participantId: string,
): Promise<{ componentId: string; componentName: string; amount: string }[]> {
  const result = await tx.client.query(
    `SELECT component_id AS "componentId", component_name AS "componentName", amount::text FROM payout_lines
      WHERE tenant_id = $1 AND run_id = $2 AND participant_id = $3 ORDER BY component_id`,
    [tx.tenantId, runId, participantId],
  );
  return result.rows;
}

/** The words around a statement that are not part of the calculation: title, manager on a day, name of the workspace. */
export async function selectSurroundings(tx: TenantTx, participantId: string, onDay: string) {
  const result = await tx.client.query<{
    title: string | null;
    managerName: string | null;
    tenantName: string;
  }>(
    `SELECT p.title, m.name AS "managerName", t.name AS "tenantName"
       FROM tenants t LEFT JOIN participants p ON p.id = $1
       LEFT JOIN LATERAL (SELECT manager_id FROM reporting_lines WHERE participant_id = p.id AND from_date <= $2
          AND (to_date IS NULL OR to_date >= $2) ORDER BY from_date DESC LIMIT 1) r ON true
       LEFT JOIN participants m ON m.id = r.manager_id`,
    [participantId, onDay],
  );
  return result.rows[0] ?? { title: null, managerName: null, tenantName: '' };
}

/** The leaves of a run's statements in the order of the batch, and the place of one participant among them; none of an old run. */
export async function selectLeaves(
  tx: TenantTx,
  runId: string,
  participantId: string,
): Promise<{ leaves: Uint8Array[]; index: number }> {
  const result = await tx.client.query<{ id: string; leaf: Buffer }>(
    `SELECT participant_id AS id, decode(leaf_hash, 'hex') AS leaf FROM payout_inputs WHERE run_id = $1 AND leaf_hash IS NOT NULL
      ORDER BY participant_id COLLATE "C"`,
    [runId],
  );
  return {
    leaves: result.rows.map((row) => row.leaf),
    index: result.rows.findIndex((row) => row.id === participantId),
  };
}
