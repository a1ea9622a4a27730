import type { ParticipantAlias, PersonAnswer, UnknownPerson } from '@attain/contract/imports';
import { foldName, proposePeople } from '@attain/domain/quotas/participant-names';
import type { z } from 'zod';
import { newId } from '../../../base/ids.ts';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import { allKinds } from '../kinds/all-kinds.ts';
import type { KindName } from '../kinds/kind.ts';
import { FOUND } from '../merging/found-problems.ts';
import type { KnownPeople } from '../reading/worker-messages.ts';

const NAMING = ['participant', 'splits', 'overlays'];
/** Unknown names that are asked at once. */
const MAX_ASKED = 200;

/** The participants and the remembered names, for kinds of files that name people; else null. */
export async function selectPeople(tx: TenantTx, kind: KindName): Promise<KnownPeople | null> {
  if (!allKinds[kind].fields.some(({ type }) => NAMING.includes(type))) return null;
  const people = await tx.client.query<KnownPeople['people'][number]>(
    'SELECT id, name, email FROM participants',
  );
  const remembered = await tx.client.query<KnownPeople['remembered'][number]>(
    'SELECT name, participant_id AS "participantId" FROM participant_aliases',
  );
  return { people: people.rows, remembered: remembered.rows };
}

/** The names of this dry run that belong to no participant, most rows first. */
export async function findUnknown(tx: TenantTx, known: KnownPeople | null): Promise<UnknownPerson[]> {
  if (known === null) return [];
  const found = await tx.client.query<{ name: string; rows: number }>(
    `SELECT value AS name, count(DISTINCT line)::int AS rows FROM ${FOUND}
      WHERE severity = 'error' AND reason = format('Participant %s not found.', value)
      GROUP BY value ORDER BY 2 DESC, 1 LIMIT $1`,
    [MAX_ASKED],
  );
  return found.rows.map(({ name, rows }) => ({
    name,
    rows,
    proposals: proposePeople(name, known.people).map((one) => ({ id: one.id, name: one.name })),
  }));
}

/** Those of the ids that are no participants. */
export async function selectNoParticipants(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT given.id FROM unnest($1::text[]) AS given (id) WHERE NOT EXISTS (SELECT 1 FROM participants p WHERE p.id = given.id)`,
    [ids],
  );
  return result.rows.map(({ id }) => id);
}

/** Remembers who names mean; a later answer replaces an earlier one. */
export async function saveAliases(
  tx: TenantTx,
  answers: readonly z.infer<typeof PersonAnswer>[],
  createdBy: string,
): Promise<void> {
  for (const { name, participantId } of answers) {
    await tx.client.query(
      `INSERT INTO participant_aliases (tenant_id, id, folded_name, name, participant_id, created_by) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (tenant_id, folded_name) DO UPDATE SET name = excluded.name, participant_id = excluded.participant_id,
         created_by = excluded.created_by, created_at = now()`,
      [tx.tenantId, newId(), foldName(name), name, participantId, createdBy],
    );
  }
}

/** One page of remembered names, one row more than asked; `after`: the last folded name before. */
export async function selectAliases(
  tx: TenantTx,
  { after, limit }: { after: string; limit: number },
): Promise<(ParticipantAlias & { folded: string })[]> {
  const result = await tx.client.query<ParticipantAlias & { folded: string }>(
    `SELECT a.id, a.folded_name AS folded, a.name, a.participant_id AS "participantId", p.name AS "participantName",
            coalesce(u.display_name, 'Attain') AS "createdBy", ${isoMoment('a.created_at')} AS "createdAt"
       FROM participant_aliases a LEFT JOIN participants p ON p.id = a.participant_id LEFT JOIN users u ON u.id = a.created_by
      WHERE a.folded_name COLLATE "C" > $1 ORDER BY a.folded_name COLLATE "C" LIMIT $2`,
    [after, limit + 1],
  );
  return result.rows;
}

/** Removes a remembered name and returns it; null: there is none. */
export async function deleteAlias(tx: TenantTx, id: string): Promise<string | null> {
  const result = await tx.client.query<{ name: string }>(
    'DELETE FROM participant_aliases WHERE id = $1 RETURNING name',
    [id],
  );
  return result.rows[0]?.name ?? null;
}
