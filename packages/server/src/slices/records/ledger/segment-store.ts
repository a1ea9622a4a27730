import pg from 'pg';
import { copiedBytes, copiedRows } from '../../../db/copying/copied-rows.ts';
import { bareArray, RowBuffer, textArray } from '../../../db/copying/copy-rows.ts';
import type { TenantTx } from '../../../db/database.ts';
import { type CreditedRow, creditedColumns, creditedRow, creditedSql } from './credited-deal.ts';

/** A participant and the first day of a quarter. */
export interface SegmentKey {
  readonly payee: string;
  readonly quarter: string;
}

export interface StoredSegment extends SegmentKey {
  readonly hash: Buffer;
  readonly content: Buffer;
}

export interface NewSegment extends SegmentKey {
  readonly deals: number;
  readonly hash: Buffer;
  readonly content: Buffer;
}

const quarterOf = `date_trunc('quarter', d.date::timestamp)::date`;

/** Removes all marks. Waits for changes under way, so that what is read next has them. */
export async function takeMarks(
  tx: TenantTx,
): Promise<(SegmentKey & { readonly reason: 'changed' | 'damaged' })[]> {
  const { rows } = await tx.client.query<SegmentKey & { reason: 'changed' | 'damaged' }>(
    'DELETE FROM ledger_changes RETURNING participant_id AS payee, quarter, reason',
  );
  return rows;
}

/** All marks. */
export async function selectMarks(tx: TenantTx): Promise<SegmentKey[]> {
  const { rows } = await tx.client.query<SegmentKey>(
    'SELECT participant_id AS payee, quarter FROM ledger_changes',
  );
  return rows;
}

const isOwn = 'xmin = pg_current_xact_id()::xid';

/** Removes the marks that this transaction has made, unless they are more than `limit`. */
export async function takeOwnMarks(tx: TenantTx, limit: number): Promise<SegmentKey[]> {
  const { rows } = await tx.client.query<SegmentKey>(
    `DELETE FROM ledger_changes WHERE ${isOwn} AND (SELECT count(*) FROM ledger_changes WHERE ${isOwn}) <= $1
     RETURNING participant_id AS payee, quarter`,
    [limit],
  );
  return rows;
}

/** Another transaction has changed the row since this snapshot began. */
const SERIALIZATION_FAILURE = '40001';

/** Marks segments whose content is damaged, to be written again, unless another reader is doing so. */
export async function markDamaged(tx: TenantTx, keys: readonly SegmentKey[]): Promise<void> {
  await tx.client.query('SAVEPOINT damaged');
  try {
    await insertDamaged(tx, keys);
  } catch (error) {
    if ((error as { code?: string }).code !== SERIALIZATION_FAILURE) throw error;
    await tx.client.query('ROLLBACK TO SAVEPOINT damaged');
  }
  await tx.client.query('RELEASE SAVEPOINT damaged');
}

async function insertDamaged(tx: TenantTx, keys: readonly SegmentKey[]): Promise<void> {
  await tx.client.query(
    `INSERT INTO ledger_changes (tenant_id, participant_id, quarter, reason)
     SELECT $1, k.payee, k.quarter, 'damaged' FROM unnest($2::text[], $3::date[]) k (payee, quarter) ON CONFLICT DO NOTHING`,
    [tx.tenantId, keys.map(({ payee }) => payee), keys.map(({ quarter }) => quarter)],
  );
}

/** Of the participants, those with a quarter that touches the days and is marked. */
export async function selectMarked(
  tx: TenantTx,
  days: { readonly from: string; readonly to: string },
  participantIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.client.query<{ payee: string }>(
    `SELECT DISTINCT participant_id AS payee FROM ledger_changes
      WHERE quarter >= date_trunc('quarter', $1::timestamp)::date AND quarter <= $2::date AND participant_id = ANY($3)`,
    [days.from, days.to, participantIds],
  );
  return new Set(rows.map(({ payee }) => payee));
}

/** Every quarter of participants in which deals credit them, or that has a segment. */
export async function selectAllKeys(tx: TenantTx): Promise<SegmentKey[]> {
  const { rows } = await tx.client.query<SegmentKey>(
    `SELECT payee, ${quarterOf}::text AS quarter FROM (${creditedSql('d.date', 'isfinite(d.date)')}) d
      UNION SELECT participant_id, quarter::text FROM ledger_segments`,
  );
  return rows;
}

/** The credited deals of some quarters, by payee, date and id. */
export async function* dealsOfQuarters(
  tx: TenantTx,
  keys: readonly SegmentKey[],
): AsyncGenerator<readonly (CreditedRow & { readonly quarter: string })[]> {
  const payees = keys.map(({ payee }) => payee);
  const quarters = keys.map(({ quarter }) => quarter);
  const [from = '', to = ''] = [quarters.toSorted()[0], quarters.toSorted().at(-1)];
  const days = `d.date >= ${literal(from)}::date AND d.date < (${literal(to)}::date + interval '3 months')::date`;
  const among = (who: string) => ` AND ${who} = ANY(${literal(textArray([...new Set(payees)]))}::text[])`;
  const wanted = `unnest(${literal(textArray(payees))}::text[], ${literal(bareArray(quarters))}::date[])`;
  const sql = `SELECT d.payee, ${creditedColumns}, k.quarter
       FROM (${creditedSql('d.*', days, among)}) d JOIN ${wanted} k (payee, quarter) ON k.payee = d.payee AND k.quarter = ${quarterOf}
      ORDER BY d.payee COLLATE "C", d.date, d.id COLLATE "C"`;
  for await (const portion of copiedRows(tx.client, sql))
    yield portion.map((fields) => ({ ...creditedRow(fields), quarter: fields[QUARTER]! }));
}

/** The place of the quarter after a payee and `creditedColumns`. */
const QUARTER = 19;

/** The stored segments of some quarters. */
export async function selectSegments(tx: TenantTx, keys: readonly SegmentKey[]): Promise<StoredSegment[]> {
  const { rows } = await tx.client.query<StoredSegment>(
    `SELECT s.participant_id AS payee, s.quarter, s.hash, s.content FROM ledger_segments s
       JOIN unnest($1::text[], $2::date[]) k (payee, quarter) ON s.participant_id = k.payee AND s.quarter = k.quarter`,
    [keys.map(({ payee }) => payee), keys.map(({ quarter }) => quarter)],
  );
  return rows;
}

/** Puts segments in place of those that are stored for the quarters; a quarter without deals has none. */
export async function replaceSegments(
  tx: TenantTx,
  keys: readonly SegmentKey[],
  segments: readonly NewSegment[],
): Promise<void> {
  await tx.client.query(
    `DELETE FROM ledger_segments s USING unnest($1::text[], $2::date[]) k (payee, quarter)
      WHERE s.participant_id = k.payee AND s.quarter = k.quarter`,
    [keys.map(({ payee }) => payee), keys.map(({ quarter }) => quarter)],
  );
  const columns = ['tenant_id', 'participant_id', 'quarter', 'deals', 'hash', 'content'];
  const rows = new RowBuffer('ledger_segments', columns);
  for (const { payee, quarter, deals, hash, content } of segments) {
    const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;
    rows.add([tx.tenantId, payee, quarter, deals, bytes(hash), bytes(content)]);
    if (rows.length > MAX_TEXT) await rows.flush(tx.client);
  }
  await rows.flush(tx.client);
}

const MAX_TEXT = 8_000_000;

/** The segments of participants that touch the days, by participant and quarter. */
export async function readSegments(
  tx: TenantTx,
  days: { readonly from: string; readonly to: string },
  participantIds: readonly string[],
): Promise<StoredSegment[]> {
  const sql = `SELECT s.participant_id, s.quarter::text, s.hash, s.content FROM ledger_segments s
      WHERE s.participant_id = ANY(${literal(textArray(participantIds))}::text[])
        AND s.quarter >= date_trunc('quarter', ${literal(days.from)}::timestamp)::date AND s.quarter <= ${literal(days.to)}::date
      ORDER BY s.participant_id COLLATE "C", s.quarter`;
  const segments: StoredSegment[] = [];
  for await (const portion of copiedBytes(tx.client, sql)) {
    for (const [payee, quarter, hash, content] of portion) {
      segments.push({ payee: String(payee), quarter: String(quarter), hash: hash!, content: content! });
    }
  }
  return segments;
}

/** COPY takes no parameters. */
function literal(text: string): string {
  return pg.escapeLiteral(text);
}
