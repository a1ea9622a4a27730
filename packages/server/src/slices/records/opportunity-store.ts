import type { OpportunityRow } from '@attain/contract/records';
import type { StageTotal } from '@attain/domain/forecasts/pipeline';
import type { z } from 'zod';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

export interface OpportunityFilters {
  /** Whose opportunities are visible: open ones by who leads the owner on `today`. */
  readonly reach: Reach;
  readonly today: string;
  /** ILIKE pattern over id, name, customer and the owner's id and name. */
  readonly search: string | null;
  readonly status: string | null;
  /** Expected close; those without a day are in no period. */
  readonly from: string | null;
  readonly to: string | null;
}

const day = `CASE WHEN o.status = 'open' THEN $2::date ELSE coalesce(o.expected_on, $2::date) END`;

const source = `opportunities o JOIN participants p ON p.id = o.participant_id
  LEFT JOIN deals d ON d.id = o.id CROSS JOIN (SELECT currency FROM tenants) w
 WHERE ${withinReach('$1', 'o.participant_id', { from: day, to: day })}
   AND ($3::text IS NULL OR o.id ILIKE $3 OR o.name ILIKE $3 OR o.customer ILIKE $3 OR p.id ILIKE $3 OR p.name ILIKE $3)
   AND ($4::text IS NULL OR o.status = $4) AND ($5::date IS NULL OR o.expected_on >= $5) AND ($6::date IS NULL OR o.expected_on <= $6)`;

const values = ({ reach, today, search, status, from, to }: OpportunityFilters) => [
  reachParameter(reach),
  today,
  search,
  status,
  from,
  to,
];

/** Those without a day are listed last. */
const sortedDay = `coalesce(o.expected_on, 'infinity'::date)`;

/** One page of opportunities by expected close, one row more than asked. */
export async function selectOpportunities(
  tx: TenantTx,
  query: OpportunityFilters & { readonly after: readonly string[] | null; readonly limit: number },
): Promise<z.infer<typeof OpportunityRow>[]> {
  const result = await tx.client.query<z.infer<typeof OpportunityRow>>(
    `SELECT o.id, o.name, o.participant_id AS "participantId", p.name AS "participantName", o.stage, o.status, o.amount::text,
            coalesce(o.currency, w.currency) AS currency, o.expected_on AS "expectedOn", o.chance_percent::text AS "chancePercent",
            o.product, o.territory, o.customer, d.id AS "dealId"
       FROM ${source} AND ($7::text IS NULL OR (${sortedDay}, o.id) > ($7::date, $8::text))
      ORDER BY ${sortedDay}, o.id LIMIT $9`,
    [...values(query), query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** Whose opportunity it is and how far it came; null: none within the reach. */
export async function selectOpportunity(
  tx: TenantTx,
  { reach, today, id }: Pick<OpportunityFilters, 'reach' | 'today'> & { readonly id: string },
): Promise<Pick<
  z.infer<typeof OpportunityRow>,
  | 'participantId'
  | 'stage'
  | 'status'
  | 'expectedOn'
  | 'amount'
  | 'currency'
  | 'product'
  | 'territory'
  | 'customer'
> | null> {
  const { rows } = await tx.client.query(
    `SELECT o.participant_id AS "participantId", o.stage, o.status, o.expected_on AS "expectedOn", o.amount::text,
            coalesce(o.currency, w.currency) AS currency, o.product, o.territory, o.customer
       FROM opportunities o JOIN tenants w ON w.id = o.tenant_id WHERE o.tenant_id = $4 AND o.id = $3 AND ${withinReach('$1', 'o.participant_id', { from: day, to: day })}`,
    [reachParameter(reach), today, id, tx.tenantId],
  );
  return rows[0] ?? null;
}

type OpenRow = Omit<
  z.infer<typeof OpportunityRow>,
  'participantId' | 'participantName' | 'status' | 'dealId'
>;

/** The open opportunities of a participant, the largest amounts first, and how many there are. */
export async function selectOpenOf(
  tx: TenantTx,
  { participantId, limit }: { readonly participantId: string; readonly limit: number },
): Promise<{ total: number; rows: OpenRow[] }> {
  const { rows } = await tx.client.query<OpenRow & { total: number }>(
    `SELECT o.id, o.name, o.stage, o.amount::text, coalesce(o.currency, w.currency) AS currency, o.expected_on AS "expectedOn",
            o.chance_percent::text AS "chancePercent", o.product, o.territory, o.customer, (count(*) OVER ())::int AS total
       FROM opportunities o JOIN tenants w ON w.id = o.tenant_id
      WHERE o.tenant_id = $1 AND o.participant_id = $2 AND o.status = 'open'
      ORDER BY o.amount DESC NULLS LAST, o.id LIMIT $3`,
    [tx.tenantId, participantId, limit],
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}

/**
 * The open amount of each owner expected on the days, in the currency: converted at the newest rate up to today. Null: a rate
 * is missing. Owners without any are not listed.
 */
export async function selectOpenAmounts(
  tx: TenantTx,
  of: { reach: Reach; today: string; ids: readonly string[]; from: string; to: string; currency: string },
): Promise<Map<string, string | null>> {
  const { rows } = await tx.client.query<{ id: string; amount: string; unknown: number }>(
    `SELECT o.participant_id AS id, coalesce(sum(o.amount * CASE WHEN c.currency = $7 THEN 1 ELSE rate.rate END), 0)::text AS amount,
            (count(*) FILTER (WHERE o.amount IS NOT NULL AND c.currency <> $7 AND rate.rate IS NULL))::int AS unknown
       FROM opportunities o JOIN tenants w ON w.id = o.tenant_id
       CROSS JOIN LATERAL (SELECT coalesce(o.currency, w.currency) AS currency) c
       LEFT JOIN LATERAL (SELECT r.rate FROM exchange_rates r WHERE r.tenant_id = $1 AND r.from_currency = c.currency
            AND r.to_currency = $7 AND r.date <= $3 ORDER BY r.date DESC LIMIT 1) rate ON c.currency <> $7
      WHERE o.tenant_id = $1 AND o.status = 'open' AND o.participant_id = ANY($4) AND o.expected_on BETWEEN $5 AND $6
        AND ${withinReach('$2', 'o.participant_id', { from: '$3::date', to: '$3::date' })}
      GROUP BY o.participant_id`,
    [tx.tenantId, reachParameter(of.reach), of.today, of.ids, of.from, of.to, of.currency],
  );
  return new Map(rows.map(({ id, amount, unknown }) => [id, unknown > 0 ? null : amount]));
}

/** How many opportunities the filters let through. */
export async function countOpportunities(tx: TenantTx, query: OpportunityFilters): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${source}`,
    values(query),
  );
  return result.rows[0]?.count ?? 0;
}

/** Counts and sums by currency, stage and status. */
export async function selectStageTotals(tx: TenantTx, query: OpportunityFilters): Promise<StageTotal[]> {
  const result = await tx.client.query<StageTotal>(
    `SELECT coalesce(o.currency, w.currency) AS currency, o.stage, o.status, count(*)::int AS opportunities,
            coalesce(sum(o.amount), 0)::text AS amount, (count(*) FILTER (WHERE o.amount IS NULL))::int AS "withoutAmount",
            coalesce(sum(o.amount * o.chance_percent / 100), 0)::text AS stated,
            coalesce(sum(o.amount) FILTER (WHERE o.chance_percent IS NULL), 0)::text AS unstated,
            (count(*) FILTER (WHERE o.chance_percent IS NULL))::int AS "withoutChance"
       FROM ${source} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    values(query),
  );
  return result.rows;
}
