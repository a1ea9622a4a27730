import { emptyHead, type TreeHead } from '@attain/domain/proofs/merkle';
import type pg from 'pg';
import { type Extended, extendLog, packFrontier, unpackFrontier } from '../audit/log-append.ts';
import { nodeDigest } from '../audit/node-digest.ts';
import { type Change, changesChannel, changeTexts } from './changes.ts';

/** An entry that waits for its place. */
export interface StagedEntry {
  readonly seq: number;
  readonly tenantId: string;
  readonly body: string;
}

/** What of the staged entries is wanted. */
export interface StagedQuery {
  /** Above this number. */
  readonly above: number;
  /** Of this workspace only; null: of all. */
  readonly tenantId: string | null;
  /** But not of these workspaces. */
  readonly without: readonly string[];
  readonly limit: number;
}

/** Staged entries that are committed, in their order. */
export async function selectStaged(client: pg.ClientBase, query: StagedQuery): Promise<StagedEntry[]> {
  const result = await client.query<StagedEntry>({
    name: 'staged-entries',
    text: `SELECT seq::float8 AS seq, tenant_id AS "tenantId", body FROM audit_staged
      WHERE seq > $1 AND ($2::uuid IS NULL OR tenant_id = $2) AND NOT tenant_id = ANY($3::uuid[]) ORDER BY seq LIMIT $4`,
    values: [query.above, query.tenantId, query.without, query.limit],
  });
  return result.rows;
}

/** Whether any entry waits for its place. */
export async function hasStaged(pool: pg.Pool): Promise<boolean> {
  const result = await pool.query({ name: 'has-staged', text: 'SELECT 1 FROM audit_staged LIMIT 1' });
  return result.rowCount === 1;
}

/** The highest number of a workspace's staged entries, or of all; 0: none. */
export async function newestStaged(client: pg.ClientBase, tenantId: string | null): Promise<number> {
  const result = await client.query<{ seq: number }>({
    name: 'newest-staged',
    text: 'SELECT coalesce(max(seq), 0)::float8 AS seq FROM audit_staged WHERE $1::uuid IS NULL OR tenant_id = $1',
    values: [tenantId],
  });
  return result.rows[0]?.seq ?? 0;
}

/**
 * Moves staged entries to the ends of their logs, in this order, and notifies every Attain process on commit. The caller holds the
 * sequencer's lock. Throws if anything is not as it was read, so that the transaction is rolled back.
 */
export async function placeEntries(client: pg.ClientBase, staged: readonly StagedEntry[]): Promise<void> {
  const byTenant = Map.groupBy(staged, ({ tenantId }) => tenantId);
  const heads = await selectHeads(client, [...byTenant.keys()]);
  const logs = [...byTenant].map(([tenantId, entries]) => {
    const head = heads.get(tenantId) ?? emptyHead(nodeDigest);
    const bodies = entries.map(({ body }) => body);
    return { tenantId, entries, head, extended: extendLog(head, bodies) };
  });
  await moveEntries(client, logs);
  await insertNodes(client, logs);
  await moveHeads(client, logs);
  const notices = logs.flatMap((log) => changeTexts(changesOf(log)));
  await client.query({
    name: 'notify-placed',
    text: 'SELECT pg_notify($1, notice) FROM unnest($2::text[]) notice',
    values: [changesChannel, notices],
  });
}

interface GrownLog {
  readonly tenantId: string;
  readonly entries: readonly StagedEntry[];
  readonly head: TreeHead;
  readonly extended: Extended;
}

async function selectHeads(
  client: pg.ClientBase,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, TreeHead>> {
  const result = await client.query<{ tenantId: string; size: number; frontier: Buffer; root: Buffer }>({
    name: 'log-heads',
    text: `SELECT tenant_id AS "tenantId", size::float8 AS size, frontier, root FROM audit_heads WHERE tenant_id = ANY($1::uuid[])`,
    values: [tenantIds],
  });
  return new Map(
    result.rows.map(({ tenantId, size, frontier, root }) => [
      tenantId,
      { size, frontier: unpackFrontier(frontier), root },
    ]),
  );
}

async function moveEntries(client: pg.ClientBase, logs: readonly GrownLog[]): Promise<void> {
  const places = logs.flatMap(({ entries, head, extended }) =>
    entries.map(({ seq }, at) => ({
      seq,
      index: head.size + at,
      hash: Buffer.from(extended.leafHashes[at] as Uint8Array),
    })),
  );
  const moved = await client.query({
    name: 'place-entries',
    text: `WITH place AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS p(seq, leaf_index, leaf_hash)),
      moved AS (DELETE FROM audit_staged s USING place p WHERE s.seq = p.seq RETURNING s.tenant_id, p.leaf_index, p.leaf_hash, s.body)
      INSERT INTO audit_entries (tenant_id, leaf_index, leaf_hash, body) SELECT tenant_id, leaf_index, leaf_hash, body FROM moved`,
    values: [places.map(({ seq }) => seq), places.map(({ index }) => index), places.map(({ hash }) => hash)],
  });
  mustBeAll('Staged entries', moved.rowCount, places.length);
}

async function insertNodes(client: pg.ClientBase, logs: readonly GrownLog[]): Promise<void> {
  const nodes = logs.flatMap(({ tenantId, extended }) =>
    extended.newNodes.map((node) => ({ tenantId, ...node, hash: Buffer.from(node.hash) })),
  );
  await client.query({
    name: 'insert-log-nodes',
    text: `INSERT INTO audit_nodes (tenant_id, level, idx, hash)
      SELECT * FROM unnest($1::uuid[], $2::int[], $3::bigint[], $4::bytea[])`,
    values: [
      nodes.map(({ tenantId }) => tenantId),
      nodes.map(({ level }) => level),
      nodes.map(({ index }) => index),
      nodes.map(({ hash }) => hash),
    ],
  });
}

/** A head that is not the one the entries were added to stays, and is then missing in the count. */
async function moveHeads(client: pg.ClientBase, logs: readonly GrownLog[]): Promise<void> {
  const moved = await client.query({
    name: 'move-log-heads',
    text: `INSERT INTO audit_heads AS h (tenant_id, size, frontier, root)
      SELECT n.tenant_id, n.size, n.frontier, n.root
        FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[]) AS n(tenant_id, old_size, size, frontier, root)
      ON CONFLICT (tenant_id) DO UPDATE SET size = excluded.size, frontier = excluded.frontier, root = excluded.root
       WHERE h.size = ($2::bigint[])[array_position($1::uuid[], h.tenant_id)]`,
    values: [
      logs.map(({ tenantId }) => tenantId),
      logs.map(({ head }) => head.size),
      logs.map(({ extended }) => extended.newHead.size),
      logs.map(({ extended }) => packFrontier(extended.newHead.frontier)),
      logs.map(({ extended }) => Buffer.from(extended.newHead.root)),
    ],
  });
  mustBeAll('Heads of logs', moved.rowCount, logs.length);
}

function mustBeAll(what: string, count: number | null, expected: number): void {
  if (count !== expected)
    throw new Error(`${what} changed while entries were placed: ${count} of ${expected} are as they were.`);
}

function changesOf({ tenantId, entries, head }: GrownLog): Change[] {
  return entries.map(({ body }, at) => {
    const { action, object, actor, ts } = JSON.parse(body) as {
      action: string;
      object: { id: string };
      actor: { id: string; kind: string; onBehalfOf: string | null };
      ts: string;
    };
    const userId = actor.kind === 'system' ? actor.onBehalfOf : actor.id;
    return {
      tenantId,
      seq: head.size + at,
      action,
      id: object.id,
      userId,
      at: new Date(ts).toISOString(),
    };
  });
}
