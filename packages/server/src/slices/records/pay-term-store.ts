import type { PayTermRow } from '@attain/contract/records';
import type { z } from 'zod';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

export interface PayTermFilters {
  /** Whose rows of which days are visible. */
  readonly reach: Reach;
  readonly participantId: string | null;
  /** ILIKE pattern over titles, names and ids. */
  readonly search: string | null;
}

/** Terms with the day they end on: their own last day, or the day before the next one begins. */
const terms = `(SELECT *, least(to_date, lead(from_date) OVER (PARTITION BY participant_id ORDER BY from_date) - 1) AS ends_on FROM pay_terms)`;

const source = `${terms} t JOIN participants p ON p.id = t.participant_id
 WHERE ${withinReach('$1', 't.participant_id', { from: 't.from_date', to: 't.ends_on' })} AND ($2::text IS NULL OR t.participant_id = $2)
   AND ($3::text IS NULL OR p.name ILIKE $3 OR p.id ILIKE $3 OR t.title ILIKE $3)`;

const filters = (query: PayTermFilters) => [reachParameter(query.reach), query.participantId, query.search];

/** One page of pay terms by participant and first day, one row more than asked. */
export async function selectPayTermRows(
  tx: TenantTx,
  query: PayTermFilters & { readonly after: readonly string[] | null; readonly limit: number },
): Promise<z.infer<typeof PayTermRow>[]> {
  const [name, id, from] = query.after ?? [];
  const result = await tx.client.query<z.infer<typeof PayTermRow>>(
    `SELECT t.participant_id AS "participantId", p.name AS "participantName", t.title, t.from_date AS "from", t.ends_on AS "to",
            t.base_annual::text AS "baseAnnual", t.target_variable_annual::text AS "targetVariableAnnual",
            t.commission_rate_percent::text AS "commissionRatePercent", coalesce(t.currency, p.currency) AS currency
       FROM ${source}
        AND ($4::text IS NULL OR (p.name, p.id, t.from_date) > ($4, $5::text, $6::date))
      ORDER BY p.name, p.id, t.from_date LIMIT $7`,
    [...filters(query), name ?? null, id ?? null, from ?? null, query.limit + 1],
  );
  return result.rows;
}

/** How many rows the filters let through. */
export async function countPayTerms(tx: TenantTx, query: PayTermFilters): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${source}`,
    filters(query),
  );
  return result.rows[0]?.count ?? 0;
}
