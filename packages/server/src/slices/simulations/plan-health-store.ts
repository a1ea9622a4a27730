import type { LintReport } from '@attain/contract/simulations/findings';
import type { PlanTest } from '@attain/domain/findings/plan-test';
import type { PayeeResult } from '@attain/domain/measures/plan-health';
import type { Plan } from '@attain/domain/plans/plan';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { newestResults } from '../../db/newest-results.ts';

const maxPlans = 200;

/** Plans in their active, else newest version; active ones first, then by name. */
export async function selectPlans(tx: TenantTx) {
  const result = await tx.client.query<{ id: string; name: string; isActive: boolean; document: Plan }>(
    `SELECT * FROM (
       SELECT DISTINCT ON (l.id) l.id, l.name, v.status = 'Active' AS "isActive", v.document
         FROM plans l JOIN plan_versions v ON v.tenant_id = l.tenant_id AND v.plan_id = l.id
        WHERE l.tenant_id = $1 ORDER BY l.id, v.status = 'Active' DESC, v.version DESC) one
      ORDER BY "isActive" DESC, name, id LIMIT $2`,
    [tx.tenantId, maxPlans],
  );
  return result.rows;
}

/** The newest results of a plan's periods that end within a year of its last one. */
export interface YearOfResults {
  readonly planId: string;
  readonly runIds: readonly string[];
  readonly newestRunId: string;
  readonly from: string;
  readonly to: string;
}

export async function selectYears(tx: TenantTx, planIds: readonly string[]): Promise<YearOfResults[]> {
  const result = await tx.client.query<YearOfResults>(
    `WITH newest AS (
       ${newestResults('c.plan_id = ANY($2::uuid[])')}
     ), year AS (
       SELECT n.* FROM newest n JOIN (SELECT plan_id, max(period_to) AS last FROM newest GROUP BY plan_id) l USING (plan_id)
        WHERE n.period_to > l.last - interval '1 year')
     SELECT plan_id AS "planId", array_agg(id ORDER BY period_to) AS "runIds", (array_agg(id ORDER BY period_to DESC))[1] AS "newestRunId",
            min(period_from)::text AS "from", max(period_to)::text AS "to" FROM year GROUP BY plan_id`,
    [tx.tenantId, planIds],
  );
  return result.rows;
}

/** A component of a plan: its share of attainment, and whether its credit is money. */
export interface CountedComponent {
  readonly planId: string;
  readonly componentId: string;
  readonly weight: number;
  readonly countsMoney: boolean;
}

/** What each payee's lines of these runs add up to, and the pay and credit of components that count money. */
export async function selectPayeeResults(
  tx: TenantTx,
  years: readonly YearOfResults[],
  components: readonly CountedComponent[],
) {
  const runs = years.flatMap(({ planId, runIds }) => runIds.map((runId) => ({ planId, runId })));
  const result = await tx.client.query<
    PayeeResult & { planId: string; hasMoney: boolean; moneyPay: string; moneyCredited: string }
  >(
    `SELECT r.plan_id AS "planId",
            coalesce(sum(c.weight * l.attainment_percent), 0)::text AS reached,
            coalesce(sum(c.weight) FILTER (WHERE l.attainment_percent IS NOT NULL), 0)::text AS weights,
            coalesce(sum(l.amount) FILTER (WHERE l.attainment_percent IS NOT NULL AND l.target IS NOT NULL), 0)::text AS pay,
            (sum(l.target) FILTER (WHERE l.attainment_percent IS NOT NULL))::text AS target,
            bool_or(c.money) AS "hasMoney",
            coalesce(sum(l.amount) FILTER (WHERE c.money), 0)::text AS "moneyPay",
            coalesce(sum(l.credited) FILTER (WHERE c.money), 0)::text AS "moneyCredited"
       FROM unnest($2::uuid[], $3::uuid[]) AS r(plan_id, run_id)
       JOIN payout_lines l ON l.tenant_id = $1 AND l.run_id = r.run_id
       JOIN unnest($4::uuid[], $5::text[], $6::numeric[], $7::boolean[]) AS c(plan_id, component_id, weight, money)
         ON c.plan_id = r.plan_id AND c.component_id = l.component_id
      GROUP BY r.plan_id, l.participant_id`,
    [
      tx.tenantId,
      runs.map(({ planId }) => planId),
      runs.map(({ runId }) => runId),
      components.map(({ planId }) => planId),
      components.map(({ componentId }) => componentId),
      components.map(({ weight }) => weight),
      components.map(({ countsMoney }) => countsMoney),
    ],
  );
  return result.rows;
}

/** The newest completed check of each plan. */
export async function selectNewestChecks(tx: TenantTx, planIds: readonly string[]) {
  const result = await tx.client.query<{
    planId: string;
    id: string;
    at: string;
    version: number | null;
    report: LintReport;
  }>(
    `SELECT DISTINCT ON (plan_id) plan_id AS "planId", id, ${isoMoment('finished_at')} AS at, plan_version AS version, result AS report
       FROM simulations WHERE tenant_id = $1 AND plan_id = ANY($2::uuid[]) AND kind = 'lint' AND status = 'completed' AND result IS NOT NULL
      ORDER BY plan_id, created_at DESC, id DESC`,
    [tx.tenantId, planIds],
  );
  return result.rows;
}

/** All tests of the plans, with the newest version of each, on which they run. */
export async function selectTestsOf(tx: TenantTx, planIds: readonly string[]) {
  const result = await tx.client.query<{ planId: string; document: Plan; tests: PlanTest[] }>(
    `SELECT t.plan_id AS "planId", v.document, json_agg(t.test ORDER BY t.name, t.id) AS tests FROM plan_tests t
       JOIN LATERAL (SELECT document FROM plan_versions v WHERE v.tenant_id = $1 AND v.plan_id = t.plan_id ORDER BY version DESC LIMIT 1) v ON true
      WHERE t.tenant_id = $1 AND t.plan_id = ANY($2::uuid[]) GROUP BY t.plan_id, v.document`,
    [tx.tenantId, planIds],
  );
  return result.rows;
}

/** A component that needs a quota in a period. */
export interface AskedQuota {
  readonly planId: string;
  readonly componentId: string;
  readonly unit: string;
  readonly from: string;
  readonly to: string;
}

/** Payees on the plan on every such period without a quota for one of its components, by plan. */
export async function selectWithoutQuota(tx: TenantTx, asked: readonly AskedQuota[]) {
  const result = await tx.client.query<{ planId: string; count: number; names: string[] }>(
    `WITH missing AS (
       SELECT DISTINCT c.plan_id, p.id, p.name
         FROM unnest($2::uuid[], $3::text[], $4::text[], $5::date[], $6::date[]) AS c(plan_id, component_id, unit, first, last)
         JOIN plan_assignments a ON a.tenant_id = $1 AND a.plan_id = c.plan_id AND a.from_date <= c.last AND (a.to_date IS NULL OR a.to_date >= c.first)
         JOIN participants p ON p.tenant_id = $1 AND p.id = a.participant_id
        WHERE NOT EXISTS (SELECT 1 FROM quotas q WHERE q.tenant_id = $1 AND q.participant_id = a.participant_id
                AND q.component_id IN (c.component_id, '') AND q.unit = c.unit AND q.from_date <= c.last AND q.to_date >= c.first))
     SELECT plan_id AS "planId", count(*)::int AS count, (array_agg(name ORDER BY name, id))[1:3] AS names FROM missing GROUP BY plan_id`,
    [
      tx.tenantId,
      asked.map(({ planId }) => planId),
      asked.map(({ componentId }) => componentId),
      asked.map(({ unit }) => unit),
      asked.map(({ from }) => from),
      asked.map(({ to }) => to),
    ],
  );
  return result.rows;
}
