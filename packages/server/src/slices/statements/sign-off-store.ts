import type { TenantTx } from '../../db/database.ts';
import { payAndHash } from '../calculations/pay-hash.ts';
import { isPublishedTo } from '../calculations/publications.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

/** Two days, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** Which statements are asked for: of periods that end within the days, by those whose rows the reader may see. */
export interface ReviewScope {
  readonly days: Days;
  readonly reach: Reach;
  /** The reader, who never reviews their own pay. */
  readonly participantId: string | null;
  /** Only of these periods; left out: of all. */
  readonly periods?: readonly { readonly planId: string; readonly period: Days }[];
}

/** A statement that its payee's manager reviews before payees see it, or after (CLOSE-21). */
export interface ReviewRow {
  readonly runId: string;
  readonly planId: string;
  readonly planName: string;
  readonly period: Days & { readonly key: string };
  readonly participantId: string;
  readonly participantName: string;
  readonly managerId: string;
  readonly managerName: string;
  readonly currency: string;
  readonly total: string;
  /** Hash of the components and their pay. */
  readonly payHash: string;
  readonly isDisputed: boolean;
  readonly signedAt: Date | null;
  readonly signedBy: string | null;
}

/** The newest results of plans and periods that managers see, with those payees who have a manager at the period's end. */
const reviewed = `run AS (
    SELECT DISTINCT ON (plan_id, period_from, period_to) * FROM calculation_runs r
     WHERE r.tenant_id = $1 AND r.status = 'completed' AND r.period_to BETWEEN $2 AND $3 AND ${isPublishedTo("'managers'", 'r')}
       AND ($6::uuid[] IS NULL OR (r.plan_id, r.period_from, r.period_to) IN (SELECT * FROM unnest($6, $7::date[], $8::date[])))
     ORDER BY plan_id, period_from, period_to, version DESC
  ), review AS (
    SELECT r.id, r.plan_id, r.period_key, r.period_from, r.period_to, r.currency, i.participant_id,
           i.participant->>'name' AS name, m.id AS manager_id, m.name AS manager_name, t.total, t.pay_hash
      FROM run r JOIN payout_inputs i ON i.tenant_id = $1 AND i.run_id = r.id
      JOIN LATERAL (SELECT manager_id FROM reporting_lines l WHERE l.tenant_id = $1 AND l.participant_id = i.participant_id
         AND l.from_date <= r.period_to AND (l.to_date IS NULL OR l.to_date >= r.period_to) ORDER BY l.from_date DESC LIMIT 1) l ON true
      JOIN participants m ON m.tenant_id = $1 AND m.id = l.manager_id
     CROSS JOIN LATERAL ${payAndHash('r', 'i.participant_id')} t
     WHERE ${withinReach('$4', 'i.participant_id', { from: 'r.period_from', to: 'r.period_to' })} AND ($5::text IS NULL OR i.participant_id <> $5)
  ), state AS (
    SELECT w.*, s.signed_at, s.signed_by, EXISTS (SELECT 1 FROM disputes d JOIN calculation_runs c ON c.tenant_id = $1 AND c.id = d.calculation_id
        WHERE d.tenant_id = $1 AND d.participant_id = w.participant_id AND c.plan_id = w.plan_id AND c.period_from = w.period_from
          AND c.period_to = w.period_to AND d.status <> 'resolved' AND d.withdrawn_at IS NULL) AS disputed
      FROM review w LEFT JOIN statement_sign_offs s ON s.tenant_id = $1 AND s.plan_id = w.plan_id AND s.period_from = w.period_from
       AND s.period_to = w.period_to AND s.participant_id = w.participant_id AND s.pay_hash = w.pay_hash
  )`;

const scoped = (tx: TenantTx, { days, reach, participantId, periods }: ReviewScope) => [
  tx.tenantId,
  days.from,
  days.to,
  reachParameter(reach),
  participantId,
  periods?.map(({ planId }) => planId) ?? null,
  periods?.map(({ period }) => period.from) ?? null,
  periods?.map(({ period }) => period.to) ?? null,
];

const columns = `s.id AS "runId", s.plan_id AS "planId", v.document->>'name' AS "planName",
  json_build_object('key', s.period_key, 'from', s.period_from, 'to', s.period_to) AS period,
  s.participant_id AS "participantId", s.name AS "participantName", s.manager_id AS "managerId", s.manager_name AS "managerName",
  s.currency, s.total::text, s.pay_hash AS "payHash", s.disputed AS "isDisputed", s.signed_at AS "signedAt",
  u.display_name AS "signedBy"`;

const joined = `state s JOIN calculation_runs r ON r.tenant_id = $1 AND r.id = s.id
  JOIN plan_versions v ON v.tenant_id = $1 AND v.plan_id = s.plan_id AND v.version = r.plan_version
  LEFT JOIN workspace_people u ON u.tenant_id = $1 AND u.id = s.signed_by`;

/** One page by payee, plan and period; one more than asked. */
export async function selectReviews(
  tx: TenantTx,
  scope: ReviewScope,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<ReviewRow[]> {
  const [name, participantId, runId] = page.after ?? [null, null, null];
  const result = await tx.client.query<ReviewRow>(
    `WITH ${reviewed} SELECT ${columns} FROM ${joined}
      WHERE $9::text IS NULL OR (s.name, s.participant_id, s.id) > ($9, $10, $11::uuid)
      ORDER BY s.name, s.participant_id, s.id LIMIT $12`,
    [...scoped(tx, scope), name, participantId, runId, page.limit + 1],
  );
  return result.rows;
}

/** Those of the asked statements that are in scope. */
export async function selectReviewed(
  tx: TenantTx,
  scope: ReviewScope,
  asked: readonly { readonly runId: string; readonly participantId: string }[],
): Promise<ReviewRow[]> {
  const result = await tx.client.query<ReviewRow>(
    `WITH ${reviewed} SELECT ${columns} FROM ${joined} JOIN unnest($9::uuid[], $10::text[]) AS a(run_id, participant_id)
       ON a.run_id = s.id AND a.participant_id = s.participant_id`,
    [...scoped(tx, scope), asked.map(({ runId }) => runId), asked.map(({ participantId }) => participantId)],
  );
  return result.rows;
}

/** How many statements there are, and how many of them are signed off or disputed. */
export async function countReviews(
  tx: TenantTx,
  scope: ReviewScope,
): Promise<{ all: number; signed: number; disputed: number }> {
  const result = await tx.client.query<{ all: number; signed: number; disputed: number }>(
    `WITH ${reviewed} SELECT count(*)::int AS all, count(*) FILTER (WHERE signed_at IS NOT NULL AND NOT disputed)::int AS signed,
            count(*) FILTER (WHERE disputed)::int AS disputed FROM state`,
    scoped(tx, scope),
  );
  return result.rows[0] ?? { all: 0, signed: 0, disputed: 0 };
}

/** Months, such as 2026-11, in which periods end whose results managers see, newest first. */
export async function selectReviewMonths(tx: TenantTx): Promise<string[]> {
  const result = await tx.client.query<{ month: string }>(
    `SELECT DISTINCT to_char(period_to, 'YYYY-MM') AS month FROM publications WHERE tenant_id = $1 ORDER BY 1 DESC LIMIT 36`,
    [tx.tenantId],
  );
  return result.rows.map(({ month }) => month);
}

/** Stores sign-offs, and returns the payees of those that were not stored already. */
export async function insertSignOffs(
  tx: TenantTx,
  rows: readonly Pick<ReviewRow, 'planId' | 'period' | 'participantId' | 'payHash'>[],
  { by, at }: { readonly by: string; readonly at: string },
): Promise<string[]> {
  const result = await tx.client.query<{ participantId: string }>(
    `INSERT INTO statement_sign_offs (tenant_id, plan_id, period_from, period_to, participant_id, pay_hash, signed_by, signed_at)
     SELECT $1, s.*, $7, $8 FROM unnest($2::uuid[], $3::date[], $4::date[], $5::text[], $6::text[]) AS s ON CONFLICT DO NOTHING
     RETURNING participant_id AS "participantId"`,
    [
      tx.tenantId,
      rows.map(({ planId }) => planId),
      rows.map(({ period }) => period.from),
      rows.map(({ period }) => period.to),
      rows.map(({ participantId }) => participantId),
      rows.map(({ payHash }) => payHash),
      by,
      at,
    ],
  );
  return result.rows.map(({ participantId }) => participantId);
}
