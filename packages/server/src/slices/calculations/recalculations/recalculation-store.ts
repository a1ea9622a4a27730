import type { Recalculation } from '@attain/contract/recalculations';
import type { Deal, ExchangeRate } from '@attain/domain/crediting/deal';
import type { Plan } from '@attain/domain/plans/plan';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { StoredInputs } from '../../statements/statements-store.ts';

/** A stored run with the plan it paid by. */
export interface PaidRun {
  readonly id: string;
  readonly planId: string;
  readonly plan: Plan;
  readonly period: { readonly key: string; readonly from: string; readonly to: string };
  readonly engineVersion: string;
  readonly status: string;
}

/** The run whose lines are stored for the one that is named, or null; of what it paid nothing is read. */
export async function selectPaidRun(tx: TenantTx, runId: string): Promise<PaidRun | null> {
  const result = await tx.client.query<PaidRun>(
    `SELECT r.id, r.plan_id AS "planId", v.document AS plan, r.engine_version AS "engineVersion", n.status,
            json_build_object('key', r.period_key, 'from', r.period_from, 'to', r.period_to) AS period
       FROM calculation_runs n JOIN calculation_runs r ON r.id = coalesce(n.same_as, n.id)
       JOIN plan_versions v ON v.plan_id = r.plan_id AND v.version = r.plan_version WHERE n.id = $1`,
    [runId],
  );
  return result.rows[0] ?? null;
}

/** Whom a deal was credited to in a run, and whom it names in the records as they are now. */
export async function selectCredited(tx: TenantTx, runId: string, dealId: string): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT participant_id AS id FROM payout_credits WHERE deal_id = $2 AND run_id = $1
     UNION SELECT participant_id FROM deals WHERE id = $2
     UNION SELECT s->>'participantId' FROM deals, jsonb_array_elements(splits || coalesce(overlays, '[]')) s WHERE id = $2
     UNION SELECT o->>'participantId' FROM deals, jsonb_array_elements(overlays) o WHERE id = $2`,
    [runId, dealId],
  );
  return result.rows.map(({ id }) => id);
}

/** The people and everybody who led one of them, directly or through others, on any of the days. */
export async function selectAbove(
  tx: TenantTx,
  people: readonly string[],
  days: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `WITH RECURSIVE above AS (
       SELECT unnest($1::text[]) AS id
       UNION
       SELECT r.manager_id FROM above a JOIN reporting_lines r ON r.participant_id = a.id
        WHERE r.from_date <= $3 AND (r.to_date IS NULL OR r.to_date >= $2)
     ) SELECT id FROM above`,
    [people, days.from, days.to],
  );
  return result.rows.map(({ id }) => id);
}

/** What a payee's pay was computed from, and on which days the payee takes part in the plan. */
export interface PayeeThen extends Omit<StoredInputs, 'plan' | 'documentHash'> {
  readonly enrolled: readonly { readonly from: string; readonly to: string | null }[];
}

/** The stored inputs of those among the people whom the run pays, by id. */
export async function selectPayeesThen(
  tx: TenantTx,
  run: PaidRun,
  people: readonly string[],
): Promise<PayeeThen[]> {
  const result = await tx.client.query<PayeeThen>(
    `SELECT i.participant, i.quotas, i.deals, i.exchange_rates AS "exchangeRates", i.further, i.input_hash AS "inputHash",
            (SELECT coalesce(json_agg(json_build_object('from', a.from_date, 'to', a.to_date)), '[]') FROM plan_assignments a
              WHERE a.plan_id = $2 AND a.participant_id = i.participant_id) AS enrolled
       FROM payout_inputs i WHERE i.run_id = $1 AND i.participant_id = ANY($3) ORDER BY i.participant_id COLLATE "C"`,
    [run.id, run.planId, people],
  );
  return result.rows;
}

/** The rates between some currencies and the plan's, up to a day. */
export async function selectRatesOf(
  tx: TenantTx,
  wanted: { currencies: readonly string[]; into: string; until: string },
): Promise<ExchangeRate[]> {
  const result = await tx.client.query<ExchangeRate>(
    `SELECT from_currency AS "from", to_currency AS "to", date, rate::text, source FROM exchange_rates
      WHERE ((from_currency = ANY($1) AND to_currency = $2) OR (from_currency = $2 AND to_currency = ANY($1))) AND date <= $3`,
    [wanted.currencies, wanted.into, wanted.until],
  );
  return result.rows;
}

/** The figures of a stored line, as text. */
export interface LineFigures {
  readonly participantId: string;
  readonly participantName: string;
  readonly componentId: string;
  readonly componentName: string;
  readonly amount: string;
  readonly credited: string;
  readonly quota: string | null;
  readonly attainmentPercent: string | null;
  readonly target: string | null;
}

/** The stored lines of some people in a run. */
export async function selectFigures(
  tx: TenantTx,
  runId: string,
  people: readonly string[],
): Promise<LineFigures[]> {
  const result = await tx.client.query<LineFigures>(
    `SELECT participant_id AS "participantId", participant_name AS "participantName", component_id AS "componentId",
            component_name AS "componentName", amount::text, credited::text, quota::text, attainment_percent::text AS "attainmentPercent", target::text
       FROM payout_lines WHERE run_id = $1 AND participant_id = ANY($2)`,
    [runId, people],
  );
  return result.rows;
}

/** A recalculation as it is stored. */
export type NewRecalculation = Omit<Recalculation, 'createdBy' | 'createdAt' | 'before' | 'after'> & {
  readonly before: Deal | null;
  readonly after: Deal | null;
  readonly createdBy: string;
};

/** Stores it; it is never changed. */
export async function insertRecalculation(tx: TenantTx, one: NewRecalculation): Promise<void> {
  await tx.client.query(
    `INSERT INTO recalculations (tenant_id, id, run_id, deal_id, before, after, reason, currency, delta, lines, payees, reaches_later, result_hash, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[tx.tenantId, one.id, one.runId, one.dealId, jsonOrNull(one.before), jsonOrNull(one.after)],
      ...[one.reason, one.currency, one.delta, JSON.stringify(one.lines), JSON.stringify(one.payees)],
      ...[one.reachesLater, one.resultHash, one.createdBy],
    ],
  );
}

/** One page of a run's recalculations, newest first, one row more than asked; or the one that is named. */
export async function selectRecalculations(
  tx: TenantTx,
  query: { runId: string; id: string | null; after: readonly string[] | null; limit: number },
): Promise<Recalculation[]> {
  const result = await tx.client.query<Recalculation>(
    `SELECT c.id, c.run_id AS "runId", c.deal_id AS "dealId", c.before, c.after, c.reason, c.currency, c.delta::text, c.lines, c.payees,
            c.reaches_later AS "reachesLater", c.result_hash AS "resultHash", coalesce(u.display_name, 'Attain') AS "createdBy", ${isoMoment('c.created_at')} AS "createdAt"
       FROM recalculations c LEFT JOIN users u ON u.id = c.created_by
      WHERE c.run_id = $1 AND ($2::uuid IS NULL OR c.id = $2) AND ($3::timestamptz IS NULL OR (c.created_at, c.id) < ($3, $4::uuid))
      ORDER BY c.created_at DESC, c.id DESC LIMIT $5`,
    [query.runId, query.id, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

function jsonOrNull(value: Deal | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
