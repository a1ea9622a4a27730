import type { Participant, ParticipantSort } from '@attain/contract/participants';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { participants } from '../../db/schema/records.ts';

const columns = `p.id, p.name, p.email, p.title, p.hired_on AS "hiredOn", p.left_on AS "leftOn", p.currency,
  p.target_variable_annual::text AS "targetVariableAnnual", p.commission_rate_percent::text AS "commissionRatePercent",
  r.manager_id AS "managerId", m.name AS "managerName", t.territory`;

const today = (parameter: string) => `
  LEFT JOIN LATERAL (SELECT manager_id FROM reporting_lines r WHERE r.participant_id = p.id AND r.from_date <= ${parameter}
     AND (r.to_date IS NULL OR r.to_date >= ${parameter}) ORDER BY r.from_date DESC LIMIT 1) r ON true
  LEFT JOIN participants m ON m.id = r.manager_id
  LEFT JOIN LATERAL (SELECT territory FROM territory_assignments t WHERE t.participant_id = p.id AND t.from_date <= ${parameter}
     AND (t.to_date IS NULL OR t.to_date >= ${parameter}) ORDER BY t.from_date DESC LIMIT 1) t ON true`;

/** Condition on participant `p`: the search finds them, also by the territory of the day. */
const matches = (
  search: string,
  day: string,
) => `(${search}::text IS NULL OR p.name ILIKE ${search} OR p.id ILIKE ${search}
   OR p.email ILIKE ${search} OR p.title ILIKE ${search} OR (SELECT territory FROM territory_assignments t
        WHERE t.participant_id = p.id AND t.from_date <= ${day} AND (t.to_date IS NULL OR t.to_date >= ${day})
        ORDER BY t.from_date DESC LIMIT 1) ILIKE ${search})`;

const sortKeys = {
  name: 'p.name',
  id: 'p.id',
  title: `coalesce(p.title, '')`,
  territory: `coalesce(t.territory, '')`,
};

/** The field that a list is sorted by. */
export const sortedBy = (sort: ParticipantSort) => sort.replace('-', '') as keyof typeof sortKeys;

export interface ParticipantQuery {
  readonly today: string;
  readonly visible: string[] | null;
  readonly search: string | null;
  readonly sort: ParticipantSort;
  readonly after: (string | number | null)[] | null;
  readonly limit: number;
}

/** One page of participants, one row more than asked so that the caller knows whether there is a next page. */
export async function selectParticipants(tx: TenantTx, query: ParticipantQuery): Promise<Participant[]> {
  const descending = query.sort.startsWith('-');
  const key = sortKeys[sortedBy(query.sort)];
  const direction = descending ? 'DESC' : 'ASC';
  const result = await tx.client.query<Participant>(
    `SELECT ${columns} FROM participants p ${today('$1')}
      WHERE ($2::text[] IS NULL OR p.id = ANY($2))
        AND ${matches('$3', '$1')}
        AND ($4::text IS NULL OR (${key}, p.id) ${descending ? '<' : '>'} ($4, $5::text))
      ORDER BY ${key} ${direction}, p.id ${direction} LIMIT $6`,
    [
      query.today,
      query.visible,
      query.search,
      query.after?.[0] ?? null,
      query.after?.[1] ?? null,
      query.limit + 1,
    ],
  );
  return result.rows;
}

/** How many participants the same conditions find. */
export async function countParticipants(
  tx: TenantTx,
  query: Pick<ParticipantQuery, 'today' | 'visible' | 'search'>,
): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM participants p WHERE ($1::text[] IS NULL OR p.id = ANY($1)) AND ${matches('$2', '$3::date')}`,
    [query.visible, query.search, query.today],
  );
  return result.rows[0]?.count ?? 0;
}

/** One participant with where the row came from, or null. */
export async function selectParticipant(tx: TenantTx, id: string, onDay: string) {
  const result = await tx.client.query<
    Participant & { importId: string | null; importLine: number | null; sourceText: string | null }
  >(
    `SELECT ${columns}, p.import_id AS "importId", p.import_line AS "importLine", p.source_text AS "sourceText"
       FROM participants p ${today('$2')} WHERE p.id = $1`,
    [id, onDay],
  );
  return result.rows[0] ?? null;
}

/** Managers of a participant, oldest first. */
export async function selectReportingLines(tx: TenantTx, id: string) {
  const result = await tx.client.query<{
    managerId: string;
    managerName: string;
    from: string;
    to: string | null;
  }>(
    `SELECT r.manager_id AS "managerId", m.name AS "managerName", r.from_date AS "from", r.to_date AS "to"
       FROM reporting_lines r JOIN participants m ON m.id = r.manager_id WHERE r.participant_id = $1 ORDER BY r.from_date`,
    [id],
  );
  return result.rows;
}

/** Territories of a participant, oldest first. */
export async function selectTerritories(tx: TenantTx, id: string) {
  const result = await tx.client.query<{ territory: string; from: string; to: string | null }>(
    `SELECT territory, from_date AS "from", to_date AS "to" FROM territory_assignments WHERE participant_id = $1 ORDER BY from_date, territory`,
    [id],
  );
  return result.rows;
}

/** Participants who have an email address. */
export async function selectEmails(tx: TenantTx): Promise<{ readonly id: string; readonly email: string }[]> {
  const rows = await tx.db
    .select({ id: participants.id, email: participants.email })
    .from(participants)
    .where(and(eq(participants.tenantId, tx.tenantId), isNotNull(participants.email)));
  return rows.map(({ id, email }) => ({ id, email: email ?? '' }));
}
