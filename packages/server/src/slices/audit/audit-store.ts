import type { NodeAddress } from '@attain/domain/proofs/merkle';
import type { GetNode } from '@attain/domain/proofs/merkle-proof';
import { between } from 'drizzle-orm';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { auditEntries } from '../../db/schema/audit.ts';

/** An entry as stored: its place, its hash and the very text that was hashed. */
export interface StoredEntry {
  readonly index: number;
  /** 64 hex characters. */
  readonly leafHash: string;
  readonly body: string;
}

export interface EntryFilters {
  /** A whole action, or its noun: `plan` finds `plan.activated`. */
  readonly action: string | null;
  readonly objectId: string | null;
  /** Who did it, or on whose behalf Attain did; null: anyone. */
  readonly people?: readonly string[] | null;
  /** From this moment on, and before that one; ISO 8601. */
  readonly from?: string | null;
  readonly until?: string | null;
}

// bigints come as text; a log has fewer than 2^53 entries
const entryColumns = `leaf_index AS index, encode(leaf_hash, 'hex') AS "leafHash", body`;
const conditions = `($1::text IS NULL OR body::jsonb->>'action' = $1 OR starts_with(body::jsonb->>'action', $1 || '.'))
  AND ($2::text IS NULL OR body::jsonb->'object'->>'id' = $2)
  AND ($3::text[] IS NULL OR body::jsonb->'actor'->>'id' = ANY($3) OR body::jsonb->'actor'->>'onBehalfOf' = ANY($3))
  AND ($4::timestamptz IS NULL OR (body::jsonb->>'ts')::timestamptz >= $4)
  AND ($5::timestamptz IS NULL OR (body::jsonb->>'ts')::timestamptz < $5)`;

const valuesOf = ({ action, objectId, people = null, from = null, until = null }: EntryFilters) => [
  action,
  objectId,
  people,
  from,
  until,
];

/** Entries below `before`, newest first, one more than asked. */
export async function selectEntries(
  tx: TenantTx,
  query: EntryFilters & { readonly before: number | null; readonly limit: number },
): Promise<StoredEntry[]> {
  const result = await tx.client.query<StoredEntry>(
    `SELECT ${entryColumns} FROM audit_entries WHERE ${conditions} AND ($6::bigint IS NULL OR leaf_index < $6)
      ORDER BY leaf_index DESC LIMIT $7`,
    [...valuesOf(query), query.before, query.limit + 1],
  );
  return result.rows.map(counted);
}

/** Texts of the newest entries, also of those that have no place yet, newest first. */
export async function selectNewest(tx: TenantTx, filters: EntryFilters, limit: number): Promise<string[]> {
  const result = await tx.client.query<{ body: string }>(
    `SELECT body FROM (
       (SELECT 1 AS part, seq AS place, body FROM audit_staged WHERE ${conditions} ORDER BY seq DESC LIMIT $6)
       UNION ALL
       (SELECT 0, leaf_index, body FROM audit_entries WHERE ${conditions} ORDER BY leaf_index DESC LIMIT $6)
     ) entry ORDER BY part DESC, place DESC LIMIT $6`,
    [...valuesOf(filters), limit],
  );
  return result.rows.map(({ body }) => body);
}

/** How many entries the filters let through; reads the whole log. */
export async function countEntries(tx: TenantTx, filters: EntryFilters): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_entries WHERE ${conditions}`,
    valuesOf(filters),
  );
  return result.rows[0]?.count ?? 0;
}

/** Ids of the people whose name contains the pattern, and the id itself, which a former member is shown by. */
export async function selectPeopleNamed(tx: TenantTx, name: string, pattern: string): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    'SELECT id FROM users WHERE display_name ILIKE $1 OR username ILIKE $1',
    [pattern],
  );
  return [name, ...result.rows.map(({ id }) => id)];
}

/** At most 100 entries whose leaf hash begins with these hex characters, oldest first; by the index of the hashes. */
export async function selectByAnchor(tx: TenantTx, anchor: string): Promise<StoredEntry[]> {
  const edge = (digit: string) => Buffer.from(anchor.padEnd(HASH_DIGITS, digit), 'hex');
  const rows = await tx.db
    .select({ index: auditEntries.leafIndex, leafHash: auditEntries.leafHash, body: auditEntries.body })
    .from(auditEntries)
    .where(between(auditEntries.leafHash, edge('0'), edge('f')))
    .orderBy(auditEntries.leafIndex)
    .limit(100);
  return rows.map(({ leafHash, ...row }) => ({ ...row, leafHash: leafHash.toString('hex') }));
}

/** Hex characters of a SHA-256. */
const HASH_DIGITS = 64;

/** The entries `[from, to)` in their order. */
export async function selectEntryRange(
  tx: TenantTx,
  range: { from: number; to: number },
): Promise<StoredEntry[]> {
  const result = await tx.client.query<StoredEntry>(
    `SELECT ${entryColumns} FROM audit_entries WHERE leaf_index >= $1 AND leaf_index < $2 ORDER BY leaf_index`,
    [range.from, range.to],
  );
  return result.rows.map(counted);
}

function counted(row: StoredEntry): StoredEntry {
  return { ...row, index: Number(row.index) };
}

/** How many entries the log has, and their root; null before the first entry. */
export async function selectHead(tx: TenantTx): Promise<{ size: number; root: Uint8Array } | null> {
  const result = await tx.client.query<{ size: string; root: Buffer }>('SELECT size, root FROM audit_heads');
  const row = result.rows[0];
  return row && Number(row.size) > 0 ? { size: Number(row.size), root: row.root } : null;
}

/** The hashes at these places, as proofs ask for them: leaves from the entries, finished subtrees from the nodes. */
export async function selectNodes(tx: TenantTx, addresses: readonly NodeAddress[]): Promise<GetNode> {
  const leaves = addresses.filter((address) => address.level === 0);
  const inner = addresses.filter((address) => address.level > 0);
  const result = await tx.client.query<{ level: number; index: string; hash: Buffer }>(
    `SELECT 0 AS level, leaf_index AS index, leaf_hash AS hash FROM audit_entries WHERE leaf_index = ANY($1::bigint[])
     UNION ALL
     SELECT n.level, n.idx, n.hash FROM audit_nodes n
       JOIN unnest($2::int[], $3::bigint[]) wanted(level, idx) ON n.level = wanted.level AND n.idx = wanted.idx`,
    [leaves.map((one) => one.index), inner.map((one) => one.level), inner.map((one) => one.index)],
  );
  const hashes = new Map(result.rows.map((row) => [`${row.level}/${row.index}`, row.hash]));
  return ({ level, index }) => {
    const hash = hashes.get(`${level}/${index}`);
    if (!hash) throw new RangeError(`Audit log node ${index} of level ${level} is missing`);
    return hash;
  };
}

/** A signed head as stored. */
export interface StoredCheckpoint {
  readonly size: number;
  /** 64 hex characters. */
  readonly root: string;
  readonly note: string;
  readonly at: string;
}

/** Signed heads of at most `upTo` entries, the largest first; `upTo` null: of any size. */
export async function selectCheckpoints(
  tx: TenantTx,
  query: { upTo: number | null; limit: number | null },
): Promise<StoredCheckpoint[]> {
  const result = await tx.client.query<StoredCheckpoint>(
    `SELECT size, encode(root, 'hex') AS root, note, ${isoMoment('created_at')} AS at FROM audit_checkpoints
      WHERE $1::bigint IS NULL OR size <= $1 ORDER BY size DESC LIMIT $2`,
    [query.upTo, query.limit],
  );
  return result.rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** Keeps a signed head; two processes that sign the same head sign the same bytes, so the second changes nothing. */
export async function insertCheckpoint(
  tx: TenantTx,
  checkpoint: { size: number; root: Uint8Array; note: string },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO audit_checkpoints (tenant_id, size, root, note) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [tx.tenantId, checkpoint.size, Buffer.from(checkpoint.root), checkpoint.note],
  );
}

/** Names of members by user id; those who left the workspace are missing. */
export async function selectMemberNames(
  tx: TenantTx,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const result = await tx.client.query<{ id: string; name: string }>(
    'SELECT id, display_name AS name FROM users WHERE id::text = ANY($1)',
    [userIds],
  );
  return new Map(result.rows.map((row) => [row.id, row.name]));
}
