import type pg from 'pg';
import { foldLeaf, leafHash, rootOf, sameHash } from '../../audit/merkle.ts';
import type { AuditRoot } from './backup-format.ts';

const batch = 5_000;

/** The stored head of every workspace's log. */
export async function selectAuditRoots(client: pg.ClientBase): Promise<AuditRoot[]> {
  const result = await client.query<{ tenantId: string; size: string; root: string }>(
    `SELECT tenant_id AS "tenantId", size::text, encode(root, 'hex') AS root FROM audit_heads ORDER BY tenant_id`,
  );
  return result.rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** The head of a workspace's log computed from its entries' bytes; throws an Error naming the first entry that is not right. */
export async function computeAuditRoot(client: pg.ClientBase, tenantId: string): Promise<AuditRoot> {
  const frontier: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const entries = await client.query<{ index: string; hash: Buffer; body: string }>(
      `SELECT leaf_index::text AS index, leaf_hash AS hash, body FROM audit_entries
        WHERE tenant_id = $1 AND leaf_index >= $2 ORDER BY leaf_index LIMIT $3`,
      [tenantId, size, batch],
    );
    for (const entry of entries.rows) {
      const leaf = leafHash(Buffer.from(entry.body, 'utf8'));
      if (Number(entry.index) !== size || !sameHash(leaf, entry.hash))
        throw new Error(`Entry ${size} of the audit log of workspace ${tenantId} is missing or was changed.`);
      foldLeaf(frontier, size, leaf);
      size += 1;
    }
    if (entries.rows.length < batch) break;
  }
  return { tenantId, size, root: Buffer.from(rootOf(frontier)).toString('hex') };
}
