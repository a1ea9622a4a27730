import { parseEntry } from '@attain/domain/proofs/entry';
import { foldLeaf, leafHash, rootOf, sameHash } from '@attain/domain/proofs/merkle';
import { ObjectChains } from '@attain/domain/proofs/object-chains';
import type pg from 'pg';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { AuditRoot } from './backup-format.ts';

const batch = 5_000;

/** The stored head of every workspace's log. */
export async function selectAuditRoots(client: pg.ClientBase): Promise<AuditRoot[]> {
  const result = await client.query<{ tenantId: string; size: string; root: string }>(
    `SELECT tenant_id AS "tenantId", size::text, encode(root, 'hex') AS root FROM audit_heads ORDER BY tenant_id`,
  );
  return result.rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** A log's head, computed from its entries, and what `attain verify` would say against them. */
export interface ReadLog {
  readonly root: AuditRoot;
  /** The first entry that does not follow from the ones before it; null: none. */
  readonly problem: string | null;
}

/** Reads a workspace's whole log; throws an Error naming the first entry that is missing or changed. */
export async function readAuditLog(client: pg.ClientBase, tenantId: string): Promise<ReadLog> {
  const chains = new ObjectChains();
  let problem: string | null = null;
  const frontier: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const entries = await client.query<{ index: string; hash: Buffer; body: string }>(
      `SELECT leaf_index::text AS index, leaf_hash AS hash, body FROM audit_entries
        WHERE tenant_id = $1 AND leaf_index >= $2 ORDER BY leaf_index LIMIT $3`,
      [tenantId, size, batch],
    );
    for (const entry of entries.rows) {
      const leaf = leafHash(nodeDigest, Buffer.from(entry.body, 'utf8'));
      if (Number(entry.index) !== size || !sameHash(leaf, entry.hash))
        throw new Error(`Entry ${size} of the audit log of workspace ${tenantId} is missing or was changed.`);
      problem ??= chains.follow(parseEntry(entry.body), size);
      foldLeaf(nodeDigest, frontier, size, leaf);
      size += 1;
    }
    if (entries.rows.length < batch) break;
  }
  return {
    root: { tenantId, size, root: Buffer.from(rootOf(nodeDigest, frontier)).toString('hex') },
    problem,
  };
}
