import { createHash } from 'node:crypto';
import type { TenantTx } from './database.ts';

/** Stores a content once for all files of the workspace that have it, of runs and of disputes. Returns its SHA-256. */
export async function keepContent(tx: TenantTx, content: Buffer): Promise<string> {
  const contentHash = createHash('sha256').update(content).digest('hex');
  await tx.client.query(
    `INSERT INTO file_contents (tenant_id, content_hash, byte_count, content) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, content_hash) DO NOTHING`,
    [tx.tenantId, contentHash, content.length, content],
  );
  return contentHash;
}
