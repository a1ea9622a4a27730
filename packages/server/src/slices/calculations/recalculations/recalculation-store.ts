import type { Recalculation, StatedChange } from '@attain/contract/recalculations';
import type { ExchangeRate } from '@attain/domain/crediting/deal';
import type { Plan } from '@attain/domain/plans/plan';
import { found } from '../../../base/api-error.ts';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import { mustHaveHash } from '../../audit/not-as-recorded.ts';
import { placeOfDeal } from '../deal-places.ts';
import type { KeptInputs } from '../payee-inputs.ts';
import { readStoredDeals, type StoredDeals, storedDealsColumns } from '../stored-deals.ts';

/** A stored run with the plan it paid by. */
export interface PaidRun {
  readonly id: string;
  readonly planId: string;
  readonly plan: Plan;
  readonly period: { readonly key: string; readonly from: string; readonly to: string };
  readonly engineVersion: string;
  readonly status: string;
  /** Participants credited by the deal in the run, and those named in the records now. */
  readonly credited: readonly string[];
  /** The deal in the records now; null: it does not exist. */
  readonly record: Readonly<Record<string, unknown>> | null;
}

/** SQL: a stored deal as one value, without what is empty. */
export const dealRecord = `jsonb_strip_nulls(jsonb_build_object('id', id, 'date', date, 'amount', amount::text, 'unit', unit,
  'currency', currency, 'participantId', participant_id, 'splits', coalesce(splits, '[]'), 'kind', kind, 'product', product, 'territory', territory,
  'customer', customer, 'overlays', overlays, 'approvedOn', approved_on, 'termMonths', term_months, 'reversesId', reverses_id, 'ownFields', nullif(own_fields, '{}')))`;

/**
 * The run whose lines are stored for the given one, or null, and the payees a deal credits there; reads nothing else.
 * Throws NOT_AS_RECORDED if its plan was changed in the database.
 */
export async function selectPaidRun(
  tx: TenantTx,
  runId: string,
  dealId: string | null,
): Promise<PaidRun | null> {
  const { bucket, hash } = placeOfDeal(dealId ?? '');
  const result = await tx.client.query<PaidRun & { planVersion: number; documentHash: string }>(
    `SELECT r.id, r.plan_id AS "planId", v.document AS plan, v.version AS "planVersion", v.document_hash AS "documentHash", r.engine_version AS "engineVersion", n.status,
            json_build_object('key', r.period_key, 'from', r.period_from, 'to', r.period_to) AS period,
            (SELECT ${dealRecord} FROM deals WHERE id = $2) AS record,
            ARRAY(SELECT participant_id FROM payout_credits_by_deal WHERE bucket = $3 AND hash = $4 AND deal_id = $2 AND run_id = r.id
                  UNION SELECT participant_id FROM deals WHERE id = $2
                  UNION SELECT s->>'participantId' FROM deals, jsonb_array_elements(splits) s WHERE id = $2
                  UNION SELECT o->>'participantId' FROM deals, jsonb_array_elements(overlays) o WHERE id = $2) AS credited
       FROM calculation_runs n JOIN calculation_runs r ON r.id = coalesce(n.same_as, n.id)
       JOIN plan_versions v ON v.plan_id = r.plan_id AND v.version = r.plan_version WHERE n.id = $1`,
    [runId, dealId, bucket, hash],
  );
  const [row] = result.rows;
  if (row === undefined) return null;
  const { planVersion, documentHash, ...run } = row;
  mustHaveHash(run.plan, documentHash, `Version ${planVersion} of ${run.plan.name}`);
  return run;
}

/** The run that stores the lines: itself, or the run with the same result; null if there is none. */
export async function selectLinesOf(tx: TenantTx, runId: string): Promise<string | null> {
  const result = await tx.client.query<{ id: string }>(
    'SELECT coalesce(same_as, id) AS id FROM calculation_runs WHERE id = $1',
    [runId],
  );
  return result.rows[0]?.id ?? null;
}

/** The people and all their direct and indirect managers on any of the days. */
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

/** Inputs of a payee's pay, and the payee's dates in the plan. */
export interface PayeeThen extends KeptInputs {
  readonly enrolled: readonly { readonly from: string; readonly to: string | null }[];
  readonly lines: readonly LineFigures[];
}

/** The figures of a stored line, as text. */
export interface LineFigures {
  readonly componentId: string;
  readonly componentName: string;
  readonly amount: string;
  readonly credited: string;
  readonly quota: string | null;
  readonly attainmentPercent: string | null;
  readonly target: string | null;
}

/** Stored inputs and lines of those people the run pays, by ID. */
export async function selectPayeesThen(
  tx: TenantTx,
  run: PaidRun,
  people: readonly string[],
): Promise<PayeeThen[]> {
  const { rows } = await tx.client.query<Omit<PayeeThen, 'deals'> & StoredDeals>(
    `SELECT ${storedDealsColumns}, i.participant, i.quotas, i.exchange_rates AS "exchangeRates", i.further, i.input_hash AS "inputHash",
            (SELECT coalesce(json_agg(json_build_object('from', a.from_date, 'to', a.to_date)), '[]') FROM plan_assignments a
              WHERE a.plan_id = $2 AND a.participant_id = i.participant_id) AS enrolled,
            (SELECT coalesce(json_agg(json_build_object('componentId', l.component_id, 'componentName', l.component_name, 'amount', l.amount::text,
               'credited', l.credited::text, 'quota', l.quota::text, 'attainmentPercent', l.attainment_percent::text, 'target', l.target::text)), '[]')
               FROM payout_lines l WHERE l.run_id = i.run_id AND l.participant_id = i.participant_id) AS lines
       FROM payout_inputs i JOIN calculation_runs r ON r.id = i.run_id
      WHERE i.run_id = $1 AND i.participant_id = ANY($3) ORDER BY i.participant_id COLLATE "C"`,
    [run.id, run.planId, people],
  );
  const deals = await readStoredDeals(tx, rows);
  return rows.map((row, at) => ({ ...row, deals: deals[at]! }));
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

export type NewRecalculation = Omit<Recalculation, 'createdBy' | 'createdAt' | 'accepted'> & {
  readonly createdBy: string;
  /** The requested change, and the record before it. */
  readonly stated: StatedChange;
  readonly recordBefore: object | null;
};

/** Stores it, never to be changed, and says who made it when. */
export async function insertRecalculation(
  tx: TenantTx,
  one: NewRecalculation,
): Promise<Pick<Recalculation, 'createdBy' | 'createdAt'>> {
  const result = await tx.client.query<Pick<Recalculation, 'createdBy' | 'createdAt'>>(
    `INSERT INTO recalculations (tenant_id, id, run_id, change, reason, currency, delta, lines, payees, reaches_later, result_hash, created_by,
       stated, record_before)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     RETURNING coalesce((SELECT display_name FROM users WHERE id = created_by), 'Attain') AS "createdBy", ${isoMoment('created_at')} AS "createdAt"`,
    [
      ...[tx.tenantId, one.id, one.runId, JSON.stringify(one.change)],
      ...[one.reason, one.currency, one.delta, JSON.stringify(one.lines), JSON.stringify(one.payees)],
      ...[one.reachesLater, one.resultHash, one.createdBy, JSON.stringify(one.stated)],
      one.recordBefore === null ? null : JSON.stringify(one.recordBefore),
    ],
  );
  return found(result.rows[0], 'recalculation');
}

/** One page of a run's recalculations, newest first, one row more than asked. */
export async function selectRecalculations(
  tx: TenantTx,
  query: { runId: string; after: readonly string[] | null; limit: number },
): Promise<Recalculation[]> {
  const result = await tx.client.query<Recalculation>(
    `SELECT c.id, c.run_id AS "runId", c.change, c.reason, c.currency, c.delta::text, c.lines, c.payees,
            c.reaches_later AS "reachesLater", c.result_hash AS "resultHash", coalesce(u.display_name, 'Attain') AS "createdBy", ${isoMoment('c.created_at')} AS "createdAt",
            CASE WHEN x.id IS NOT NULL THEN json_build_object('runId', x.run_id, 'by', coalesce(w.display_name, 'Attain'), 'at', ${isoMoment('x.created_at')}) END AS accepted
       FROM recalculations c LEFT JOIN users u ON u.id = c.created_by
       LEFT JOIN record_changes x ON x.id = c.id LEFT JOIN users w ON w.id = x.created_by
      WHERE c.run_id = $1 AND ($2::timestamptz IS NULL OR (c.created_at, c.id) < ($2, $3::uuid))
      ORDER BY c.created_at DESC, c.id DESC LIMIT $4`,
    [query.runId, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** Hashes of the stored inputs of a run for the people; null: everyone. */
export async function selectKeptHashes(
  tx: TenantTx,
  runId: string,
  people: readonly string[] | null,
): Promise<Map<string, string>> {
  const result = await tx.client.query<{ id: string; hash: string }>(
    `SELECT participant_id AS id, input_hash AS hash FROM payout_inputs WHERE run_id = $1 AND ($2::text[] IS NULL OR participant_id = ANY($2))`,
    [runId, people],
  );
  return new Map(result.rows.map(({ id, hash }) => [id, hash]));
}
