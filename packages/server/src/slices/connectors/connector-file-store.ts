import type { ConnectorFile } from '@attain/contract/connectors';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';

/** What is remembered of a file that was taken. */
export interface TakenFile {
  readonly fileName: string;
  readonly contentHash: string;
  readonly byteCount: number;
  readonly changedMs: number;
}

/** The files that a connector took and does not take again. */
export async function selectTaken(tx: TenantTx, connectorId: string): Promise<TakenFile[]> {
  const result = await tx.client.query<TakenFile>(
    `SELECT file_name AS "fileName", content_hash AS "contentHash", byte_count::float8 AS "byteCount", changed_ms::float8 AS "changedMs"
       FROM connector_files WHERE tenant_id = $1 AND connector_id = $2 AND NOT is_wanted_again`,
    [tx.tenantId, connectorId],
  );
  return result.rows;
}

/** Remembers that an execution takes a file, in place of another that it began with, and of the time before if it was wanted again. */
export async function insertTaken(
  tx: TenantTx,
  { connectorId, syncId, ...file }: TakenFile & { readonly connectorId: string; readonly syncId: string },
): Promise<void> {
  const before = await tx.client.query<{ tries: number }>(
    `DELETE FROM connector_files WHERE tenant_id = $1 AND connector_id = $2 AND file_name = $3 AND content_hash IN ($4, '') AND is_wanted_again
     RETURNING tries`,
    [tx.tenantId, connectorId, file.fileName, file.contentHash],
  );
  const tries = 1 + Math.max(0, ...before.rows.map((row) => row.tries));
  await tx.client.query(
    `INSERT INTO connector_files (tenant_id, connector_id, id, file_name, content_hash, byte_count, changed_ms, tries)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (tenant_id, connector_id, id) DO UPDATE SET file_name = $4, content_hash = $5, byte_count = $6, changed_ms = $7, tries = $8, taken_at = now()`,
    [
      tx.tenantId,
      connectorId,
      syncId,
      file.fileName,
      file.contentHash,
      file.byteCount,
      file.changedMs,
      tries,
    ],
  );
}

/** Stores that a file was written again with the content it had, so that it is not read again. */
export async function noteRewritten(
  tx: TenantTx,
  { connectorId, fileName, contentHash, changedMs }: TakenFile & { readonly connectorId: string },
): Promise<void> {
  await tx.client.query(
    'UPDATE connector_files SET changed_ms = $5 WHERE tenant_id = $1 AND connector_id = $2 AND file_name = $3 AND content_hash = $4',
    [tx.tenantId, connectorId, fileName, contentHash, changedMs],
  );
}

/** Stores that the file of an execution was rejected. With `maxTries`, the next executions take it again until it had so many. */
export async function markUnreadable(tx: TenantTx, syncId: string, maxTries = 1): Promise<void> {
  await tx.client.query(
    `UPDATE connector_files SET is_unreadable = tries >= $3, is_wanted_again = tries < $3 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, syncId, maxTries],
  );
}

/** Whether the file of an execution was rejected. */
export async function isUnreadable(tx: TenantTx, syncId: string): Promise<boolean> {
  const found = await tx.client.query(
    'SELECT 1 FROM connector_files WHERE tenant_id = $1 AND id = $2 AND is_unreadable',
    [tx.tenantId, syncId],
  );
  return found.rowCount !== 0;
}

/** Lets the next execution take the file of one that failed, unless it was rejected or a person decided about its import. */
export async function releaseTaken(tx: TenantTx, syncId: string): Promise<void> {
  await tx.client.query(
    `DELETE FROM connector_files f WHERE f.tenant_id = $1 AND f.id = $2 AND NOT f.is_unreadable AND NOT f.is_wanted_again
        AND NOT EXISTS (SELECT 1 FROM imports i WHERE i.tenant_id = f.tenant_id AND i.id = f.id AND i.status IN ('committed', 'cancelled'))`,
    [tx.tenantId, syncId],
  );
}

/** Forgets the file that an execution began with. */
export async function deleteTaken(tx: TenantTx, syncId: string): Promise<void> {
  await tx.client.query('DELETE FROM connector_files WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    syncId,
  ]);
}

/** One page of the files a connector took, newest first, one row more than asked. */
export async function selectFiles(
  tx: TenantTx,
  query: { readonly id: string; readonly after: readonly string[] | null; readonly limit: number },
): Promise<ConnectorFile[]> {
  const result = await tx.client.query<ConnectorFile>(
    `SELECT f.id, f.file_name AS "fileName", f.byte_count::float8 AS "byteCount", f.content_hash AS sha256,
            ${isoMoment('f.taken_at')} AS "takenAt", f.is_wanted_again AS "isWantedAgain", f.is_unreadable AS "isUnreadable",
            (SELECT i.id FROM imports i WHERE i.tenant_id = f.tenant_id AND i.id = f.id) AS "importId"
       FROM connector_files f WHERE f.tenant_id = $1 AND f.connector_id = $2
        AND ($3::timestamptz IS NULL OR (f.taken_at, f.id) < ($3, $4::uuid)) ORDER BY f.taken_at DESC, f.id DESC LIMIT $5`,
    [tx.tenantId, query.id, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** Lets a connector take a file again, under this name and with this content. Returns its name; null: it took no such file. */
export async function wantAgain(
  tx: TenantTx,
  of: { readonly connectorId: string; readonly fileId: string },
): Promise<string | null> {
  const result = await tx.client.query<{ name: string }>(
    `UPDATE connector_files f SET is_wanted_again = true, tries = 0 FROM connector_files t
      WHERE t.tenant_id = $1 AND t.connector_id = $2 AND t.id = $3 AND f.tenant_id = $1 AND f.connector_id = $2
        AND f.file_name = t.file_name AND f.content_hash = t.content_hash RETURNING f.file_name AS name`,
    [tx.tenantId, of.connectorId, of.fileId],
  );
  return result.rows[0]?.name ?? null;
}
