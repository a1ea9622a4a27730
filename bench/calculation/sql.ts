import type pg from 'pg';
import type { Period } from '../../packages/domain/src/base/period.ts';
import { parseAccelerator } from '../../packages/domain/src/plans/accelerator.ts';
import { parseCap } from '../../packages/domain/src/plans/cap.ts';
import type { Component, Plan } from '../../packages/domain/src/plans/plan.ts';

/** Which run of which plan the statement pays; it reads the very tables that Attain reads. */
export interface SqlRun {
  readonly tenantId: string;
  readonly runId: string;
  readonly planId: string;
  readonly plan: Plan;
  readonly period: Period;
}

/**
 * The tables the statement writes: a row for every line, with the columns, keys and indexes of Attain's own, and a row for every
 * credit, as one would keep them, found by line and by deal. Emptied when they are there.
 */
export async function makeSqlTables(owner: pg.Pool): Promise<void> {
  await owner.query(`DROP TABLE IF EXISTS sql_payout_lines, sql_payout_credits;
    CREATE TABLE sql_payout_lines (LIKE payout_lines INCLUDING ALL);
    ALTER TABLE sql_payout_lines DROP COLUMN deal_ids, DROP COLUMN deal_dates, DROP COLUMN credits, DROP COLUMN earned;
    CREATE TABLE sql_payout_credits (LIKE payout_credits,
      PRIMARY KEY (tenant_id, run_id, participant_id, component_id, seq));
    CREATE INDEX ON sql_payout_credits (tenant_id, deal_id)`);
  for (const table of ['payout_lines', 'payout_credits'])
    await owner.query(
      `ALTER TABLE sql_${table} ADD FOREIGN KEY (tenant_id, run_id) REFERENCES calculation_runs (tenant_id, id) ON DELETE CASCADE`,
    );
}

/** Pays a period in one transaction of two statements: what every deal earned, then the lines. Milliseconds. */
export async function paySql(owner: pg.Pool, run: SqlRun): Promise<number> {
  return inTransaction(owner, async (client) => {
    await client.query(
      `INSERT INTO sql_payout_credits (tenant_id, run_id, participant_id, component_id, seq, deal_id, date, credited, share_percent, role, earned, import_id, import_line)
       ${creditsSql(run)}
       SELECT $1, $5, payee, component_id, seq, deal_id, date, credited, share_percent, role, paid - lag(paid, 1, 0.00) OVER in_order, import_id, import_line
         FROM (SELECT *, ${paySqlOf(run.plan)} AS paid FROM running) paying
       WINDOW in_order AS (PARTITION BY payee, component_id ORDER BY seq)`,
      [...parameters(run), run.runId],
    );
    await client.query(
      `INSERT INTO sql_payout_lines (tenant_id, run_id, participant_id, participant_name, component_id, component_name, seq, currency,
         credited, quota, attainment_percent, target, amount, credit_count)
       WITH payee AS (${payeeSql}), component AS (${componentSql(run.plan)}), total AS (
         SELECT participant_id AS payee, component_id, sum(credited) AS credited, count(*)::int AS credits
           FROM sql_payout_credits WHERE tenant_id = $1 AND run_id = $5 GROUP BY participant_id, component_id
       ), terms AS (${termsSql})
       SELECT $1, $5, payee, name, component_id, component_name, row_number() OVER (ORDER BY payee COLLATE "C", place), '${run.plan.currency}',
              x, quota, CASE WHEN quota > 0 THEN round(100 * x / quota, 4) END, target,
              ${paySqlOf(run.plan)}, credits
         FROM (SELECT terms.*, coalesce(total.credited, 0) AS x, coalesce(total.credits, 0) AS credits
                 FROM terms LEFT JOIN total USING (payee, component_id)) line`,
      [...parameters(run), run.runId],
    );
  });
}

/** The arithmetic alone, up to what every deal earned, added up and stored nowhere. Milliseconds. */
export async function computeSql(owner: pg.Pool, run: SqlRun): Promise<number> {
  return inTransaction(owner, (client) =>
    client.query(
      `${creditsSql(run)}
       SELECT count(*), sum(earned) FROM (
         SELECT paid - lag(paid, 1, 0.00) OVER (PARTITION BY payee, component_id ORDER BY seq) AS earned
           FROM (SELECT *, ${paySqlOf(run.plan)} AS paid FROM running) paying) credits`,
      parameters(run),
    ),
  );
}

async function inTransaction(
  owner: pg.Pool,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<number> {
  const client = await owner.connect();
  try {
    const from = performance.now();
    await client.query(`BEGIN; SET LOCAL work_mem = '256MB'; SET LOCAL jit = off`);
    await work(client);
    await client.query('COMMIT');
    return performance.now() - from;
  } finally {
    client.release();
  }
}

const parameters = (run: SqlRun) => [run.tenantId, run.planId, run.period.from, run.period.to];

const payeeSql = `SELECT p.id AS payee, p.name, p.target_variable_annual AS annual, p.commission_rate_percent AS rate_percent
  FROM participants p WHERE p.tenant_id = $1 AND EXISTS (SELECT 1 FROM plan_assignments a WHERE a.tenant_id = $1 AND a.plan_id = $2
   AND a.participant_id = p.id AND a.from_date <= $4::date AND (a.to_date IS NULL OR a.to_date >= $3::date))`;

/** Every payee's every component with its quota and its target for the period. */
const termsSql = `SELECT payee, name, component.component_id, component_name, place, component.unit, above, times, cap, rate_percent, quota,
         annual * months * weight AS target_1200, round(annual * months * weight / 1200, 2) AS target
    FROM payee CROSS JOIN component LEFT JOIN (
      SELECT participant_id, unit, sum(amount) AS quota FROM quotas
       WHERE tenant_id = $1 AND component_id = '' AND from_date >= $3::date AND to_date <= $4::date GROUP BY participant_id, unit
    ) asked ON asked.participant_id = payee AND asked.unit = component.unit`;

/** Deals and shares of the period in their order, each with the credit gathered up to it (x) and its line's terms. */
function creditsSql(run: SqlRun): string {
  return `WITH payee AS (${payeeSql}), component AS (${componentSql(run.plan)}), terms AS MATERIALIZED (${termsSql}), credit AS (
    SELECT participant_id AS payee, id AS deal_id, date, unit, amount AS credited, 100 AS share_percent, 'direct' AS role, import_id, import_line
      FROM deals WHERE tenant_id = $1 AND splits IS NULL AND date BETWEEN $3::date AND $4::date
    UNION ALL
    SELECT s->>'participantId', id, date, unit, amount * (s->>'sharePercent')::numeric * 0.01, (s->>'sharePercent')::numeric, 'split', import_id, import_line
      FROM deals, jsonb_array_elements(splits) s WHERE tenant_id = $1 AND splits IS NOT NULL AND date BETWEEN $3::date AND $4::date
  ), running AS (
    SELECT credit.*, terms.component_id, quota, target_1200, above, times, cap, rate_percent,
           sum(credited) OVER in_order AS x, row_number() OVER in_order AS seq
      FROM credit JOIN terms USING (payee, unit)
    WINDOW in_order AS (PARTITION BY payee, component_id ORDER BY date, deal_id COLLATE "C" ROWS UNBOUNDED PRECEDING)
  )`;
}

/** The plan as rows: what the engine reads from the document. */
function componentSql(plan: Plan): string {
  const { period } = plan.calendar;
  if (period === 'week')
    throw new Error('The statement divides a year into months: no plan of the bench pays by week.');
  const months = { month: 1, quarter: 3, year: 12 }[period];
  const rows = plan.components.map((component, at) => {
    const { above, times, cap } = extras(component);
    return `('${component.id}', '${component.name}', ${at}, '${component.measure.unit}', ${component.weight}::numeric, ${months}, ${above}::numeric, ${times}::numeric, ${cap}::numeric)`;
  });
  return `SELECT * FROM (VALUES ${rows.join(', ')}) c (component_id, component_name, place, unit, weight, months, above, times, cap)`;
}

function extras(component: Component): { above: string; times: string; cap: string } {
  const accelerator = component.accelerator === null ? null : parseAccelerator(component.accelerator);
  const cap = component.cap === null ? null : parseCap(component.cap);
  return {
    above: accelerator?.ok ? accelerator.value.abovePercent.times('0.01').toFixed() : 'NULL',
    times: accelerator?.ok ? accelerator.value.multiplier.toFixed() : 'NULL',
    cap: cap?.ok ? cap.value.timesTarget.toFixed() : 'NULL',
  };
}

/**
 * Pay for x, rounded once, half away from zero: own rate, or target × accelerated attainment up to the cap. One division,
 * as in the engine; `least` ignores the NULL of a component without a cap.
 */
function paySqlOf(plan: Plan): string {
  const kinds = new Set(plan.components.map((component) => component.rate.kind));
  if (kinds.size !== 1) throw new Error('the peer knows plans of one kind of rate');
  if (kinds.has('individual')) return 'round(x * rate_percent * 0.01, 2)';
  if (!kinds.has('target')) throw new Error('the peer knows individual and target rates');
  const counted = `CASE WHEN abs(x) > above * quota THEN above * quota + (abs(x) - above * quota) * times ELSE abs(x) END`;
  return `CASE WHEN quota > 0 THEN sign(x) * round(least(target_1200 * (${counted}) / (1200 * quota), target_1200 * cap / 1200), 2) ELSE 0.00 END`;
}
