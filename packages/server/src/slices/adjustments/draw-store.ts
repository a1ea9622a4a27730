import type { DrawRow } from '@attain/contract/adjustments';
import type { Draw } from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

const posted = 'JOIN payment_runs r ON r.id = l.payment_run_id AND r.posted_at IS NOT NULL';
const moved = (kind: string, sign: string) =>
  `(SELECT coalesce(${sign}sum(l.amount), 0) FROM payment_lines l ${posted} WHERE l.kind = '${kind}' AND l.participant_id = d.participant_id
      AND l.currency = d.currency AND l.refers_to->>'drawId' = d.id::text)`;

const columns = `d.id, d.participant_id AS "participantId", p.name AS "participantName", d.currency, d.kind, d.amount::text, d.per,
  d.from_date AS "from", d.to_date AS "to", d.component_ids AS "componentIds", d.recovery, d.reason,
  m.advanced::text, m.recovered::text, (m.advanced - m.recovered)::text AS balance,
  coalesce(u.display_name, 'Attain') AS "createdBy", d.created_at AS "createdAt"`;

const source = `draws d JOIN participants p ON p.id = d.participant_id LEFT JOIN users u ON u.id = d.created_by
  CROSS JOIN LATERAL (SELECT ${moved('draw-advanced', '')} AS advanced, ${moved('draw-recovered', '-')} AS recovered) m`;

/** One page of draws, newest first, one more than asked. */
export async function selectDrawRows(
  tx: TenantTx,
  query: {
    reach: Reach;
    participantId: string | null;
    after: readonly string[] | null;
    limit: number;
  },
): Promise<DrawRow[]> {
  const result = await tx.client.query<DrawRow>(
    `SELECT ${columns} FROM ${source}
      WHERE ${withinReach('$1', 'd.participant_id', { from: 'd.from_date', to: 'd.to_date' })} AND ($2::text IS NULL OR d.participant_id = $2)
        AND ($3::timestamptz IS NULL OR (d.created_at, d.id) < ($3, $4::uuid))
      ORDER BY d.created_at DESC, d.id DESC LIMIT $5`,
    [
      reachParameter(query.reach),
      query.participantId,
      query.after?.[0] ?? null,
      query.after?.[1] ?? null,
      query.limit + 1,
    ],
  );
  return result.rows;
}

/** The content of a draw whose hash the log keeps: what was granted and its last day, without its balance. */
export function drawContent(row: DrawRow) {
  const { id, participantId, currency, kind, amount, per, from, to, componentIds, recovery, reason } = row;
  return { id, participantId, currency, kind, amount, per, from, to, componentIds, recovery, reason };
}

/** One draw, or null. */
export async function selectDrawRow(tx: TenantTx, id: string): Promise<DrawRow | null> {
  const result = await tx.client.query<DrawRow>(`SELECT ${columns} FROM ${source} WHERE d.id = $1`, [id]);
  return result.rows[0] ?? null;
}

/**
 * All draws of a participant in a currency. Locks the participant, so that two draws created at once see each other.
 */
export async function lockDrawsOf(
  tx: TenantTx,
  of: { participantId: string; currency: string },
): Promise<Draw[] | null> {
  const person = await tx.client.query('SELECT 1 FROM participants WHERE id = $1 FOR UPDATE', [
    of.participantId,
  ]);
  if (person.rowCount === 0) return null;
  const result = await tx.client.query<Draw>(
    `SELECT id, kind, amount::text, per, from_date AS "from", to_date AS "to", component_ids AS "componentIds", recovery
       FROM draws WHERE participant_id = $1 AND currency = $2 ORDER BY id`,
    [of.participantId, of.currency],
  );
  return result.rows;
}

/** Stores a granted draw. */
export async function insertDraw(
  tx: TenantTx,
  draw: Draw & { participantId: string; currency: string; reason: string; createdBy: string },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO draws (tenant_id, id, participant_id, currency, kind, amount, per, from_date, to_date, component_ids, recovery, reason, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[tx.tenantId, draw.id, draw.participantId, draw.currency, draw.kind, draw.amount, draw.per],
      ...[
        draw.from,
        draw.to,
        draw.componentIds,
        draw.recovery === null ? null : JSON.stringify(draw.recovery),
      ],
      ...[draw.reason, draw.createdBy],
    ],
  );
}

/** Makes a day the last one of a draw. */
export async function updateLastDay(tx: TenantTx, id: string, on: string): Promise<void> {
  await tx.client.query('UPDATE draws SET to_date = $2, updated_at = clock_timestamp() WHERE id = $1', [
    id,
    on,
  ]);
}

/** The last day of the payments that were posted last; null: none were. */
export async function selectLastClosedDay(tx: TenantTx): Promise<string | null> {
  const result = await tx.client.query<{ day: string | null }>(
    'SELECT max(period_to)::text AS day FROM payment_runs WHERE posted_at IS NOT NULL',
  );
  return result.rows[0]?.day ?? null;
}
