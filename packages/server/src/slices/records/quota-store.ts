import type { QuotaHistory, QuotaRow, QuotaYear } from '@attain/contract/records';
import type { z } from 'zod';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

export interface PersonFilters {
  /** Whose rows of which days are visible. */
  readonly reach: Reach;
  readonly participantId: string | null;
  /** ILIKE pattern over names and ids. */
  readonly search: string | null;
}

const source = `quotas q JOIN participants p ON p.id = q.participant_id
 WHERE ${withinReach('$1', 'q.participant_id', { from: 'q.from_date', to: 'q.to_date' })} AND ($2::text IS NULL OR q.participant_id = $2)
   AND ($3::text IS NULL OR p.name ILIKE $3 OR p.id ILIKE $3 OR q.component_id ILIKE $3)`;

const filters = (query: PersonFilters) => [reachParameter(query.reach), query.participantId, query.search];

/** One page of quotas by participant and first day, one row more than asked. */
export async function selectQuotas(
  tx: TenantTx,
  query: PersonFilters & { readonly after: readonly string[] | null; readonly limit: number },
): Promise<z.infer<typeof QuotaRow>[]> {
  const [name, id, from, to, component, unit] = query.after ?? [];
  const result = await tx.client.query<z.infer<typeof QuotaRow>>(
    `SELECT q.participant_id AS "participantId", p.name AS "participantName", nullif(q.component_id, '') AS "componentId",
            q.unit, q.from_date AS "from", q.to_date AS "to", q.amount, q.currency
       FROM ${source}
        AND ($4::text IS NULL OR (p.name, p.id, q.from_date, q.to_date, q.component_id, q.unit)
             > ($4, $5::text, $6::date, $7::date, $8::text, $9::text))
      ORDER BY p.name, p.id, q.from_date, q.to_date, q.component_id, q.unit LIMIT $10`,
    [
      ...filters(query),
      name ?? null,
      id ?? null,
      from ?? null,
      to ?? null,
      component ?? null,
      unit ?? null,
      query.limit + 1,
    ],
  );
  return result.rows;
}

const year = (day: string) => `extract(year FROM ${day})::int`;

/** The years with quotas, newest first. */
export async function selectQuotaYears(tx: TenantTx, query: PersonFilters): Promise<number[]> {
  const result = await tx.client.query<{ year: number }>(
    `SELECT DISTINCT y AS year FROM (SELECT q.from_date, q.to_date FROM ${source}) s
       CROSS JOIN LATERAL generate_series(${year('s.from_date')}, ${year('s.to_date')}) y ORDER BY 1 DESC LIMIT 100`,
    filters(query),
  );
  return result.rows.map((row) => row.year);
}

interface OfYear extends PersonFilters {
  readonly from: string;
  readonly to: string;
}

const within = 'AND q.from_date <= $5 AND q.to_date >= $4';

/** The different periods with a day in the year by first day, one more than asked. */
export async function selectQuotaSpans(tx: TenantTx, query: OfYear & { readonly limit: number }) {
  const result = await tx.client.query<{ from: string; to: string }>(
    `SELECT DISTINCT q.from_date AS "from", q.to_date AS "to" FROM ${source} ${within} ORDER BY 1, 2 LIMIT $6`,
    [...filters(query), query.from, query.to, query.limit + 1],
  );
  return result.rows;
}

/** One page of participants and components with their quotas of the year, one row more than asked. */
export async function selectQuotasByPeriod(
  tx: TenantTx,
  query: OfYear & { readonly after: readonly string[] | null; readonly limit: number },
): Promise<Omit<QuotaYear, 'total'>[]> {
  const key = `p.name, p.id, q.component_id, q.unit, coalesce(q.currency, '')`;
  const result = await tx.client.query<Omit<QuotaYear, 'total'>>(
    `SELECT p.id AS "participantId", p.name AS "participantName", nullif(q.component_id, '') AS "componentId", q.unit,
            nullif(coalesce(q.currency, ''), '') AS currency,
            json_agg(json_build_object('from', q.from_date, 'to', q.to_date, 'amount', q.amount::text) ORDER BY q.from_date, q.to_date) AS cells
       FROM ${source} ${within} AND ($6::text IS NULL OR (${key}) > ($6, $7::text, $8::text, $9::text, $10::text))
      GROUP BY ${key} ORDER BY ${key} LIMIT $11`,
    [
      ...filters(query),
      query.from,
      query.to,
      ...(query.after ?? [null, null, null, null, null]),
      query.limit + 1,
    ],
  );
  return result.rows;
}

/** How many quotas the filters let through. */
export async function countQuotas(tx: TenantTx, query: PersonFilters): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${source}`,
    filters(query),
  );
  return result.rows[0]?.count ?? 0;
}

/** Where a quota comes from, and its newest changes by hand. */
export async function selectQuotaHistory(
  tx: TenantTx,
  key: {
    readonly participantId: string;
    readonly componentId: string | null;
    readonly unit: string;
    readonly from: string;
    readonly to: string;
  },
): Promise<QuotaHistory & { readonly isStored: boolean }> {
  const { participantId, componentId, unit, from, to } = key;
  const stored = await tx.client.query<{ source: QuotaHistory['source'] }>(
    `SELECT CASE WHEN i.id IS NULL THEN NULL ELSE json_build_object('importId', i.id, 'fileName', i.file_name, 'line', q.import_line, 'text', q.source_text) END AS source
       FROM quotas q LEFT JOIN imports i ON i.id = q.import_id
      WHERE q.participant_id = $1 AND q.component_id = $2 AND q.unit = $3 AND q.from_date = $4 AND q.to_date = $5`,
    [participantId, componentId ?? '', unit, from, to],
  );
  const changes = await tx.client.query<QuotaHistory['changes'][number]>(
    `SELECT coalesce(u.display_name, 'Attain') AS by, ${isoMoment('c.created_at')} AS at, c.before->>'amount' AS before, c.after->>'amount' AS after, c.reason
       FROM record_changes c LEFT JOIN users u ON u.id = c.created_by
      WHERE c.of = 'quota' AND c.participant_ids @> ARRAY[$1] AND c.touched_from = $2 AND c.touched_to = $3
        AND coalesce(c.after, c.before) @> $4::jsonb ORDER BY c.seq DESC LIMIT 50`,
    [participantId, from, to, JSON.stringify(key)],
  );
  const [row] = stored.rows;
  return { source: row?.source ?? null, isStored: row !== undefined, changes: changes.rows };
}
