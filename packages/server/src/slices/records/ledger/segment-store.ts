import pg from 'pg';
import { copiedBytes, copiedRows } from '../../../db/copying/copied-rows.ts';
import { bareArray, RowBuffer, textArray } from '../../../db/copying/copy-rows.ts';
import { creditedSql, quarterOfDeal } from '../../../db/credited-deals.ts';
import type { TenantTx } from '../../../db/database.ts';
import { type CreditedRow, creditedColumns, creditedRow } from './credited-deal.ts';

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

/** A segment that waits to be written, and why. */
export interface Mark extends SegmentKey {
  readonly reason: 'changed' | 'damaged';
}

const markColumns = 'participant_id AS payee, quarter, reason';

/**
 * Removes committed marks, and those of this transaction: of up to `limit.quarters` quarters whose segments have up to `limit.deals`
 * deals, but of one quarter at least. Call it before reading the deals, in a transaction that has the turn to write.
 */
export async function takeMarks(
  tx: TenantTx,
  limit: { readonly quarters: number; readonly deals: number },
): Promise<Mark[]> {
  const { rows } = await tx.client.query<Mark>(
    `DELETE FROM ledger_changes l USING (
       SELECT participant_id, quarter, sum(deals) OVER (ORDER BY participant_id, quarter ROWS UNBOUNDED PRECEDING) - deals AS before
         FROM (SELECT m.participant_id, m.quarter, coalesce(s.deals, 0) AS deals
                 FROM (SELECT DISTINCT participant_id, quarter FROM ledger_changes ORDER BY participant_id, quarter LIMIT $1) m
                 LEFT JOIN ledger_segments s USING (participant_id, quarter)) k) k
      WHERE l.participant_id = k.participant_id AND l.quarter = k.quarter AND k.before < $2
     RETURNING l.participant_id AS payee, l.quarter, l.reason`,
    [limit.quarters, limit.deals],
  );
  return rows;
}

/** All marks. */
export async function selectMarks(tx: TenantTx): Promise<Mark[]> {
  return (await tx.client.query<Mark>(`SELECT ${markColumns} FROM ledger_changes`)).rows;
}

const isOwn = 'change = (pg_current_xact_id()::text)::bigint';

/** The marks of this transaction; null where they are more than `limit`. */
export async function selectOwnMarks(tx: TenantTx, limit: number): Promise<SegmentKey[] | null> {
  const { rows } = await tx.client.query<SegmentKey>(
    `SELECT participant_id AS payee, quarter FROM ledger_changes WHERE ${isOwn} LIMIT $1`,
    [limit + 1],
  );
  return rows.length > limit ? null : rows;
}

/** Marks segments whose content is damaged, to be written again. */
export async function markDamaged(tx: TenantTx, keys: readonly SegmentKey[]): Promise<void> {
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

/** Other days have no segment: no calculation reads them. */
const readableDays = `d.date BETWEEN '0001-01-01' AND '9999-12-31'`;

/** Every quarter of participants in which deals credit them, or that has a segment. */
export async function selectAllKeys(tx: TenantTx): Promise<SegmentKey[]> {
  const { rows } = await tx.client.query<SegmentKey>(
    `SELECT payee, ${quarterOfDeal}::text AS quarter FROM (${creditedSql({ read: 'd.date', days: readableDays })}) d
      UNION SELECT participant_id, quarter::text FROM ledger_segments`,
  );
  return rows;
}

/** Whether the quarters have more deals than `limit`. */
export async function haveMoreDeals(
  tx: TenantTx,
  keys: readonly SegmentKey[],
  limit: number,
): Promise<boolean> {
  const { rows } = await tx.client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (SELECT 1 FROM ${dealsIn(keys, 'd.date')} LIMIT ${limit + 1}) d`,
  );
  return rows[0]!.count > limit;
}

/** The credited deals `d` of quarters `k`. */
function dealsIn(keys: readonly SegmentKey[], read: string): string {
  const payees = keys.map(({ payee }) => payee);
  const quarters = keys.map(({ quarter }) => quarter);
  const [from = '', to = ''] = [quarters.toSorted()[0], quarters.toSorted().at(-1)];
  const days = `d.date >= ${literal(from)}::date AND d.date < (${literal(to)}::date + interval '3 months')::date`;
  const among = (who: string) => `${who} = ANY(${literal(textArray([...new Set(payees)]))}::text[])`;
  const wanted = `unnest(${literal(textArray(payees))}::text[], ${literal(bareArray(quarters))}::date[])`;
  return `(${creditedSql({ read, days, among })}) d JOIN ${wanted} k (payee, quarter) ON k.payee = d.payee AND k.quarter = ${quarterOfDeal}`;
}

/** The credited deals of some quarters, by payee, date and id. */
export async function* dealsOfQuarters(
  tx: TenantTx,
  keys: readonly SegmentKey[],
): AsyncGenerator<readonly (CreditedRow & { readonly quarter: string })[]> {
  const sql = `SELECT d.payee, ${creditedColumns}, k.quarter FROM ${dealsIn(keys, 'd.*')}
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

/** Segments of payees with these hashes, whether they are their quarters' newest or were replaced. */
export async function selectNamedSegments(
  tx: TenantTx,
  named: readonly { readonly payee: string; readonly hash: Buffer }[],
): Promise<(StoredSegment & { readonly isNewest: boolean })[]> {
  if (named.length === 0) return [];
  const select = (from: string, isNewest: boolean) =>
    `SELECT s.participant_id AS payee, s.quarter, s.hash, s.content, ${isNewest} AS "isNewest" FROM ${from} s
       JOIN unnest($1::text[], $2::bytea[]) k (payee, hash) ON s.participant_id = k.payee AND s.hash = k.hash`;
  const { rows } = await tx.client.query<StoredSegment & { isNewest: boolean }>(
    `${select('ledger_segments', true)} UNION ALL ${select('replaced_segments', false)}`,
    [named.map(({ payee }) => payee), named.map(({ hash }) => hash)],
  );
  return rows;
}

/** Replaced segments that are compared with the calculations at once. */
const COMPARED_AT_ONCE = 5_000;

/**
 * Removes replaced segments that no calculation names, of workspaces without a calculation under way: one that has read a segment
 * was ordered before the segment was replaced, so it is seen. Those that are named stay and are not compared again. Returns how many
 * were compared.
 */
export async function removeUnnamedSegments(db: pg.Pool): Promise<number> {
  // one that was replaced again meanwhile is compared again
  const key = (of: string) =>
    `(${of}.tenant_id, ${of}.participant_id, ${of}.quarter, ${of}.hash, ${of}.replaced_at)`;
  const { rows } = await db.query<{ count: number }>(
    `WITH compared AS MATERIALIZED (
       SELECT s.tenant_id, s.participant_id, s.quarter, s.hash, s.replaced_at, EXISTS (
         SELECT 1 FROM calculation_runs r JOIN payout_inputs i
             ON i.tenant_id = r.tenant_id AND i.run_id = r.id AND i.participant_id = s.participant_id
          WHERE r.tenant_id = s.tenant_id AND coalesce(r.read_from, r.period_from) < s.quarter + interval '3 months' AND r.period_to >= s.quarter
            AND s.hash = ANY(i.segments)) AS named
         FROM replaced_segments s
        WHERE NOT s.is_named AND NOT EXISTS (
          SELECT 1 FROM calculation_runs r WHERE r.tenant_id = s.tenant_id AND r.status IN ('queued', 'running'))
        ORDER BY s.replaced_at LIMIT $1
     ), removed AS (
       DELETE FROM replaced_segments d USING compared c WHERE NOT c.named AND ${key('d')} = ${key('c')}
     ), kept AS (
       UPDATE replaced_segments k SET is_named = true FROM compared c WHERE c.named AND ${key('k')} = ${key('c')}
     )
     SELECT count(*)::int AS count FROM compared`,
    [COMPARED_AT_ONCE],
  );
  return rows[0]!.count;
}

/** Puts segments in place of those that are stored for the quarters, and removes the marks of this transaction; a quarter without deals has no segment. */
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
  await tx.client.query(
    `DELETE FROM ledger_changes l USING unnest($1::text[], $2::date[]) k (payee, quarter)
      WHERE l.participant_id = k.payee AND l.quarter = k.quarter AND ${isOwn}`,
    [keys.map(({ payee }) => payee), keys.map(({ quarter }) => quarter)],
  );
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
