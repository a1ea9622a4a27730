import type { TerritoryRow } from '@attain/contract/records';
import type { z } from 'zod';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

export interface TerritoryFilters {
  /** Whose rows of which days are visible. */
  readonly reach: Reach;
  readonly participantId: string | null;
  /** ILIKE pattern over territories, names and ids. */
  readonly search: string | null;
}

const source = `territory_assignments t JOIN participants p ON p.id = t.participant_id
 WHERE ${withinReach('$1', 't.participant_id', { from: 't.from_date', to: 't.to_date' })} AND ($2::text IS NULL OR t.participant_id = $2)
   AND ($3::text IS NULL OR p.name ILIKE $3 OR p.id ILIKE $3 OR t.territory ILIKE $3)`;

const filters = (query: TerritoryFilters) => [reachParameter(query.reach), query.participantId, query.search];

/** One page of territories by participant and first day, one row more than asked. */
export async function selectTerritories(
  tx: TenantTx,
  query: TerritoryFilters & { readonly after: readonly string[] | null; readonly limit: number },
): Promise<z.infer<typeof TerritoryRow>[]> {
  const [name, id, from, territory] = query.after ?? [];
  const result = await tx.client.query<z.infer<typeof TerritoryRow>>(
    `SELECT t.participant_id AS "participantId", p.name AS "participantName", t.territory, t.from_date AS "from", t.to_date AS "to"
       FROM ${source}
        AND ($4::text IS NULL OR (p.name, p.id, t.from_date, t.territory) > ($4, $5::text, $6::date, $7::text))
      ORDER BY p.name, p.id, t.from_date, t.territory LIMIT $8`,
    [...filters(query), name ?? null, id ?? null, from ?? null, territory ?? null, query.limit + 1],
  );
  return result.rows;
}

/** How many rows the filters let through. */
export async function countTerritories(tx: TenantTx, query: TerritoryFilters): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${source}`,
    filters(query),
  );
  return result.rows[0]?.count ?? 0;
}
