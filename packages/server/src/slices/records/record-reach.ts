import type { TenantTx } from '../../db/database.ts';

/** The people whose pay a change of records can affect. */
export interface Reach {
  /** False if the affected people are unknown; then every plan that reads the days is affected. */
  readonly known: boolean;
  /** Of exchange rates: the pairs of currencies. */
  readonly ratePairs: readonly string[];
}

/** Kinds of imports that no calculation reads: a plan's next version, limits of payments, adjustments, payments of customers, past territories, open sales, pay of other systems. */
export const readByNoCalculation: readonly string[] = [
  'plan-components',
  'payment-limits',
  'adjustments',
  'receipts',
  'territories',
  'opportunities',
  'parallel-pay',
];

/** SQL: a pair of currencies, whichever way the rate is quoted. */
export const pairOf = (from: string, to: string): string =>
  `least(${from}, ${to}) || '/' || greatest(${from}, ${to})`;

/** The columns of a statement that says who is touched: `participant_id`, `component_id`, `of_deals`, `from_date`, `to_date`. */
interface Touched {
  readonly sourceId: string;
  /** SQL of those columns; its parameters begin at $3. */
  readonly sql: string;
  readonly values?: readonly unknown[];
}

/** Notes who is touched, as the statement says. */
export async function noteTouched(tx: TenantTx, { sourceId, sql, values = [] }: Touched): Promise<void> {
  await tx.client.query(
    `INSERT INTO record_reach (tenant_id, source_id, participant_id, component_id, of_team, of_deals, from_date, to_date)
     SELECT DISTINCT $1::uuid, $2::uuid, participant_id, component_id, false, of_deals, from_date, to_date FROM (${sql}) touched
     ON CONFLICT DO NOTHING`,
    [tx.tenantId, sourceId, ...values],
  );
}

/**
 * With roll-up, deals count for the managers on their day: stores everyone above the people credited by the source's
 * deals.
 */
export async function noteTeamsOfDeals(tx: TenantTx, sourceId: string): Promise<void> {
  if (!(await rollsUp(tx))) return;
  await tx.client.query(
    `INSERT INTO record_reach (tenant_id, source_id, participant_id, component_id, of_team, of_deals, from_date, to_date)
     WITH RECURSIVE above AS (
       SELECT DISTINCT participant_id AS id, date_trunc('month', from_date)::date AS first, (date_trunc('month', to_date) + interval '1 month - 1 day')::date AS last
         FROM record_reach WHERE source_id = $2 AND of_deals AND NOT of_team
       UNION
       SELECT r.manager_id, first, last FROM above a JOIN reporting_lines r ON r.participant_id = a.id
        WHERE r.from_date <= a.last AND coalesce(r.to_date, 'infinity') >= a.first
     ) SELECT $1, $2, id, '', true, true, first, last FROM above
     ON CONFLICT DO NOTHING`,
    [tx.tenantId, sourceId],
  );
}

/**
 * Notes who led or will lead people whose lines of reporting change, as far as there are deals to lead them by. `movedSql` gives
 * `participant_id`, `manager_id` and `from_date`, a row for the old and one for the new line.
 */
export async function noteMovedTeams(
  tx: TenantTx,
  { sourceId, movedSql }: { sourceId: string; movedSql: string },
): Promise<void> {
  if (!(await rollsUp(tx))) return;
  await tx.client.query(
    `INSERT INTO record_reach (tenant_id, source_id, participant_id, component_id, of_team, of_deals, from_date, to_date)
     WITH RECURSIVE moved AS MATERIALIZED (${movedSql}
     ), line AS (
       SELECT participant_id, manager_id, from_date, coalesce(to_date, 'infinity') AS to_date FROM reporting_lines
       UNION ALL SELECT participant_id, manager_id, from_date, 'infinity' FROM moved
     ), deal AS (
       SELECT participant_id, splits, overlays FROM deals WHERE date >= (SELECT min(from_date) FROM moved)
     ), led AS (
       SELECT participant_id AS id FROM deal
       UNION SELECT s->>'participantId' FROM deal, jsonb_array_elements(splits) s
       UNION SELECT o->>'participantId' FROM deal, jsonb_array_elements(overlays) o
       UNION SELECT l.manager_id FROM led JOIN line l ON l.participant_id = led.id
     ), above AS (
       SELECT manager_id AS id, from_date AS first FROM moved WHERE manager_id IS NOT NULL AND participant_id IN (SELECT id FROM led)
       UNION SELECT l.manager_id, first FROM above a JOIN line l ON l.participant_id = a.id WHERE l.to_date >= a.first
     ) SELECT $1, $2, id, '', true, true, min(first), 'infinity' FROM above GROUP BY id
     ON CONFLICT DO NOTHING`,
    [tx.tenantId, sourceId],
  );
}

/** True if a plan was ever active that credits team deals. */
async function rollsUp(tx: TenantTx): Promise<boolean> {
  const found = await tx.client.query(
    `SELECT 1 FROM plan_versions v WHERE status <> 'Draft' AND ${creditsTeams('v.document')} LIMIT 1`,
  );
  return found.rowCount !== 0;
}

/** SQL: a plan document credits the deals of a team. */
function creditsTeams(document: string): string {
  return `jsonb_path_exists(${document}, '$.components[*].credit.of ? (@ != "own")')`;
}

/** Plans that anyone affected by the source was ever assigned to; for exchange rates, every plan. Null: unknown. */
export async function reachedPlans(
  tx: TenantTx,
  sourceId: string,
  { known, ratePairs }: Reach,
): Promise<string[] | null> {
  if (!known) return null;
  const result = await tx.client.query<{ id: string }>(
    `SELECT DISTINCT a.plan_id AS id FROM record_reach t JOIN plan_assignments a ON a.participant_id = t.participant_id WHERE t.source_id = $1
     UNION SELECT id FROM plans WHERE $2`,
    [sourceId, ratePairs.length > 0],
  );
  return result.rows.map(({ id }) => id);
}

/**
 * SQL: true if a source (`id`, `reached_plans`, `rate_pairs`) can change pay of a run `c` of the plan version `v`: it
 * changes an exchange rate the run used, or affects a payee of the run, on a day the run read, for a component of the
 * plan and, for deals, on a day on which the payee is in the plan.
 */
export function canChangePay(source: string): string {
  const takesPart = `SELECT 1 FROM plan_assignments a WHERE a.plan_id = c.plan_id AND a.participant_id = t.participant_id`;
  return `(${source}.reached_plans IS NULL OR (c.plan_id = ANY(${source}.reached_plans) AND (
    (coalesce(array_length(${source}.rate_pairs, 1), 0) > 0 AND (c.read_pairs IS NULL OR c.read_pairs && ${source}.rate_pairs))
    OR EXISTS (SELECT 1 FROM record_reach t WHERE t.source_id = ${source}.id
        AND t.from_date <= coalesce(c.read_to, c.period_to) AND t.to_date >= coalesce(c.read_from, c.period_from)
        AND (NOT t.of_team OR ${creditsTeams('v.document')})
        AND (t.component_id = '' OR v.document->'components' @> jsonb_build_array(jsonb_build_object('id', t.component_id)))
        AND (EXISTS (${takesPart} AND a.from_date <= c.period_to AND coalesce(a.to_date, 'infinity') >= c.period_from)
          OR EXISTS (SELECT 1 FROM payout_inputs p WHERE p.run_id = coalesce(c.same_as, c.id) AND p.participant_id = t.participant_id))
        AND (NOT t.of_deals OR EXISTS (${takesPart} AND a.from_date <= t.to_date AND coalesce(a.to_date, 'infinity') >= t.from_date))))))`;
}

/**
 * People affected by the sources, for plans with team credit also their managers; null if unknown for one of the
 * sources.
 */
export async function selectReached(
  tx: TenantTx,
  {
    importIds,
    changeIds,
    team,
  }: { importIds: readonly string[]; changeIds: readonly string[]; team: boolean },
): Promise<readonly string[] | null> {
  const unknown = await tx.client.query(
    `SELECT 1 FROM imports WHERE id = ANY($1) AND status = 'committed' AND reached_plans IS NULL LIMIT 1`,
    [importIds],
  );
  if (unknown.rowCount !== 0) return null;
  const result = await tx.client.query<{ id: string }>(
    `SELECT participant_id AS id FROM record_reach WHERE source_id = ANY($1) AND (NOT of_team OR $3)
     UNION SELECT unnest(participant_ids) FROM record_changes WHERE id = ANY($2)`,
    [[...importIds, ...changeIds], changeIds, team],
  );
  return result.rows.map(({ id }) => id);
}

/** SQL: the newest version stored of the plan's period that a run is of. */
export function newestVersion(run: string): string {
  return `(SELECT max(n.version) FROM calculation_runs n WHERE n.plan_id = ${run}.plan_id AND n.period_from = ${run}.period_from AND n.period_to = ${run}.period_to AND n.status = 'completed')`;
}
