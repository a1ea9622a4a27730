import type { DisputeFile } from '@attain/contract/disputes';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';

const source = `dispute_files f JOIN file_contents c ON c.tenant_id = f.tenant_id AND c.content_hash = f.content_hash`;

/** A file whose content is stored. */
export interface NewDisputeFile {
  readonly id: string;
  readonly disputeId: string;
  readonly messageId: string | null;
  readonly fileName: string;
  readonly contentType: string;
  readonly contentHash: string;
  readonly userId: string;
}

export async function insertDisputeFile(tx: TenantTx, file: NewDisputeFile): Promise<void> {
  const { id, disputeId, messageId, fileName, contentType, contentHash, userId } = file;
  await tx.client.query(
    `INSERT INTO dispute_files (tenant_id, dispute_id, id, message_id, file_name, content_type, content_hash, user_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenantId, disputeId, id, messageId, fileName, contentType, contentHash, userId],
  );
}

/** The files of each of these disputes, in the order in which they were attached. */
export async function selectFilesOf(
  tx: TenantTx,
  disputeIds: readonly string[],
): Promise<ReadonlyMap<string, DisputeFile[]>> {
  const result = await tx.client.query<{ disputeId: string; file: DisputeFile }>(
    `SELECT f.dispute_id AS "disputeId", json_build_object('id', f.id, 'messageId', f.message_id, 'fileName', f.file_name,
            'contentType', f.content_type, 'byteCount', c.byte_count, 'sha256', f.content_hash,
            'by', coalesce(u.display_name, 'Attain'), 'at', ${isoMoment('f.created_at')}) AS file
       FROM ${source} LEFT JOIN users u ON u.id = f.user_id
      WHERE f.tenant_id = $1 AND f.dispute_id = ANY($2) ORDER BY f.created_at, f.id`,
    [tx.tenantId, disputeIds],
  );
  const all = Map.groupBy(result.rows, ({ disputeId }) => disputeId);
  return new Map([...all].map(([id, some]) => [id, some.map(({ file }) => file)]));
}

/** A file of a dispute with its bytes; null: it is not a file of the dispute. */
export async function selectDisputeFile(
  tx: TenantTx,
  of: { disputeId: string; fileId: string },
): Promise<{ fileName: string; contentType: string; content: Buffer } | null> {
  const result = await tx.client.query<{ fileName: string; contentType: string; content: Buffer }>(
    `SELECT f.file_name AS "fileName", f.content_type AS "contentType", c.content FROM ${source}
      WHERE f.tenant_id = $1 AND f.dispute_id = $2 AND f.id = $3`,
    [tx.tenantId, of.disputeId, of.fileId],
  );
  return result.rows[0] ?? null;
}

/** How many bytes the files of the workspace's disputes have, the same content counted once. */
export async function selectAttachedBytes(tx: TenantTx): Promise<number> {
  const result = await tx.client.query<{ bytes: number }>(
    `SELECT coalesce(sum(c.byte_count), 0)::float8 AS bytes FROM file_contents c
      WHERE c.tenant_id = $1 AND EXISTS (SELECT 1 FROM dispute_files f WHERE f.tenant_id = $1 AND f.content_hash = c.content_hash)`,
    [tx.tenantId],
  );
  return result.rows[0]?.bytes ?? 0;
}

/** How many bytes the files of a dispute have. */
export async function selectBytesOf(tx: TenantTx, disputeId: string): Promise<number> {
  const result = await tx.client.query<{ bytes: number }>(
    `SELECT coalesce(sum(c.byte_count), 0)::float8 AS bytes FROM ${source} WHERE f.tenant_id = $1 AND f.dispute_id = $2`,
    [tx.tenantId, disputeId],
  );
  return result.rows[0]?.bytes ?? 0;
}
