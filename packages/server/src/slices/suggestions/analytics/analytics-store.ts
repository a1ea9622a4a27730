import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { TenantTx } from '../../../db/database.ts';
import { payoutLines as lines, calculationRuns as runs } from '../../../db/schema/calculations.ts';
import { planVersions } from '../../../db/schema/plans.ts';
import { deals } from '../../../db/schema/records.ts';
import { rateSql, type SeenPeriod } from '../../records/opportunity-stages.ts';

/** The calendar quarter in which a calculation's period ends, `2025-Q4`. */
const quarter = sql<string>`to_char(${runs.periodTo}, 'YYYY"-Q"Q')`;

/** Pay of one quarter over everyone; decimal texts. */
export interface QuarterPay {
  readonly quarter: string;
  readonly payees: number;
  readonly pay: string;
  /** Target pay of the lines that have one; null: none has. */
  readonly target: string | null;
  /** Pay of the lines with a target. */
  readonly payOnTarget: string;
  readonly medianAttainment: string | null;
  /** Lines with an attainment, and those at 100 % or above. */
  readonly attained: number;
  readonly atGoal: number;
}

/** Pay, target and attainment by quarter, oldest first. */
export function selectQuarterPay(tx: TenantTx, runIds: readonly string[]): Promise<QuarterPay[]> {
  return tx.db
    .select({
      quarter,
      payees: sql<number>`count(DISTINCT ${lines.participantId})::int`,
      pay: sql<string>`sum(${lines.amount})::text`,
      target: sql<string | null>`sum(${lines.target})::text`,
      payOnTarget: sql<string>`coalesce(sum(${lines.amount}) FILTER (WHERE ${lines.target} IS NOT NULL), 0)::text`,
      medianAttainment: sql<
        string | null
      >`round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ${lines.attainmentPercent}::float8)::numeric, 2)::text`,
      attained: sql<number>`count(${lines.attainmentPercent})::int`,
      atGoal: sql<number>`(count(*) FILTER (WHERE ${lines.attainmentPercent} >= 100))::int`,
    })
    .from(lines)
    .innerJoin(runs, eq(runs.id, lines.runId))
    .where(inArray(lines.runId, [...runIds]))
    .groupBy(quarter)
    .orderBy(asc(quarter));
}

/** What the tenth of payees with the highest pay got, and how many were paid, by quarter. */
export async function selectTopTenth(
  tx: TenantTx,
  runIds: readonly string[],
): Promise<{ quarter: string; payees: number; top: string }[]> {
  const payees = tx.db
    .select({
      quarter: quarter.as('quarter'),
      pay: sql<string>`sum(${lines.amount})`.as('pay'),
      place:
        sql<number>`row_number() OVER (PARTITION BY ${quarter} ORDER BY sum(${lines.amount}) DESC, ${lines.participantId})`.as(
          'place',
        ),
      count: sql<number>`count(*) OVER (PARTITION BY ${quarter})`.as('count'),
    })
    .from(lines)
    .innerJoin(runs, eq(runs.id, lines.runId))
    .where(inArray(lines.runId, [...runIds]))
    .groupBy(quarter, lines.participantId)
    .as('payees');
  return await tx.db
    .select({
      quarter: payees.quarter,
      payees: sql<number>`max(${payees.count})::int`,
      top: sql<string>`sum(${payees.pay}) FILTER (WHERE ${payees.place} <= ceil(${payees.count} / 10.0))::text`,
    })
    .from(payees)
    .groupBy(payees.quarter);
}

/** Pay of each component by quarter, with the plan version that paid it. */
export function selectComponentPay(tx: TenantTx, runIds: readonly string[]) {
  return tx.db
    .select({
      quarter,
      planId: runs.planId,
      version: runs.planVersion,
      componentId: lines.componentId,
      payees: sql<number>`count(*)::int`,
      pay: sql<string>`sum(${lines.amount})::text`,
    })
    .from(lines)
    .innerJoin(runs, eq(runs.id, lines.runId))
    .where(inArray(lines.runId, [...runIds]))
    .groupBy(quarter, runs.planId, runs.planVersion, lines.componentId)
    .orderBy(asc(quarter), asc(runs.planId), asc(lines.componentId));
}

/** The documents of plan versions that paid. */
export function selectPaidPlans(tx: TenantTx, runIds: readonly string[]) {
  return tx.db
    .selectDistinct({
      planId: runs.planId,
      version: runs.planVersion,
      document: planVersions.document,
    })
    .from(runs)
    .innerJoin(
      planVersions,
      and(eq(planVersions.planId, runs.planId), eq(planVersions.version, runs.planVersion)),
    )
    .where(inArray(runs.id, [...runIds]));
}

/**
 * Money of deals by month in the currency, oldest first, months without deals included. A deal is converted by the newest rate
 * up to its day; what has no rate is not in it.
 */
export async function selectBookings(
  tx: TenantTx,
  { currency, before }: { currency: string; before: string },
): Promise<{ month: string; amount: string }[]> {
  const result = await tx.db.execute<{ month: string; amount: string }>(sql`
    WITH booked AS (
      SELECT date_trunc('month', d.date::timestamp)::date AS month, d.date, coalesce(d.currency, ${currency}) AS currency, sum(d.amount) AS amount
        FROM ${deals} d WHERE d.unit = '$' AND d.date < ${before} GROUP BY 1, 2, 3
    ), converted AS (
      SELECT b.month, sum(b.amount * CASE WHEN b.currency = ${currency} THEN 1 ELSE rate.rate END) AS amount
        FROM booked b LEFT JOIN LATERAL (
          SELECT r.rate FROM exchange_rates r
           WHERE r.from_currency = b.currency AND r.to_currency = ${currency} AND r.date <= b.date ORDER BY r.date DESC LIMIT 1
        ) rate ON b.currency <> ${currency}
       GROUP BY 1
    )
    SELECT to_char(m, 'YYYY-MM') AS month, round(coalesce(c.amount, 0), 2)::text AS amount
      FROM (SELECT min(month) AS first, max(month) AS last FROM converted) span
      CROSS JOIN LATERAL generate_series(span.first, span.last, interval '1 month') m
      LEFT JOIN converted c ON c.month = m::date ORDER BY 1`);
  return result.rows;
}

/** Money of deals of each period up to its day, and in all, converted as above. */
export async function selectBookedSoFar(
  tx: TenantTx,
  { currency, seen }: { currency: string; seen: readonly SeenPeriod[] },
): Promise<{ soFar: number; total: number }[]> {
  const { rows } = await tx.client.query<{ soFar: number; total: number }>(
    `WITH booked AS (
       SELECT a.at, d.date, d.date <= a.day AS known, coalesce(d.currency, $2) AS currency, sum(d.amount) AS amount
         FROM unnest($3::date[], $4::date[], $5::date[]) WITH ORDINALITY AS a (day, first, last, at)
         LEFT JOIN deals d ON d.tenant_id = $1 AND d.unit = '$' AND d.date BETWEEN a.first AND a.last
        GROUP BY 1, 2, 3, 4
     )
     SELECT coalesce(sum(amount) FILTER (WHERE known), 0)::float8 AS "soFar", coalesce(sum(amount), 0)::float8 AS total
       FROM (SELECT b.at, b.known, b.amount * ${rateSql('b.currency', 'b.date')} AS amount FROM booked b) c
      GROUP BY at ORDER BY at`,
    [
      tx.tenantId,
      currency,
      seen.map((one) => one.day),
      seen.map(({ from }) => from),
      seen.map(({ to }) => to),
    ],
  );
  return rows;
}
