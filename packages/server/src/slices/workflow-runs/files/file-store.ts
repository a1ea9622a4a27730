import type { TenantTx } from '../../../db/database.ts';

/** A stored file without what it holds. */
export interface FileRow {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly contentHash: string;
  readonly byteCount: number;
}

const columns = `f.id, f.file_name AS "fileName", f.content_type AS "contentType", f.content_hash AS "contentHash",
  c.byte_count::float8 AS "byteCount"`;
const source = 'stored_files f JOIN file_contents c ON c.content_hash = f.content_hash';

/** A file's name, its run and the step that stores it. */
export interface NewFile {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly contentHash: string;
  readonly content: Buffer;
  readonly runId: string;
  readonly effectKey: string;
  readonly createdBy: string;
}

/** Stores a file whose content is stored. A step that stores it again finds its first. */
export async function insertFile(tx: TenantTx, file: Omit<NewFile, 'content'>): Promise<FileRow> {
  await tx.client.query(
    `INSERT INTO stored_files (tenant_id, id, file_name, content_type, content_hash, run_id, effect_key, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT ON CONSTRAINT stored_files_effect DO NOTHING`,
    [
      tx.tenantId,
      file.id,
      file.fileName,
      file.contentType,
      file.contentHash,
      file.runId,
      file.effectKey,
      file.createdBy,
    ],
  );
  const stored = await tx.client.query<FileRow>(`SELECT ${columns} FROM ${source} WHERE f.effect_key = $1`, [
    file.effectKey,
  ]);
  return stored.rows[0] as FileRow;
}

/** A stored file with its bytes and the run it comes from; null when the workspace has none of that id. */
export async function selectFile(
  tx: TenantTx,
  id: string,
): Promise<(FileRow & { readonly content: Buffer; readonly runId: string }) | null> {
  const result = await tx.client.query<FileRow & { content: Buffer; runId: string }>(
    `SELECT ${columns}, c.content, f.run_id AS "runId" FROM ${source} WHERE f.id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** How many bytes the files of the workspace's runs hold, those with the same content counted once. */
export async function selectBytesHeld(tx: TenantTx): Promise<number> {
  const result = await tx.client.query<{ bytes: number }>(
    `SELECT coalesce(sum(c.byte_count), 0)::float8 AS bytes FROM file_contents c
      WHERE EXISTS (SELECT 1 FROM stored_files f WHERE f.tenant_id = c.tenant_id AND f.content_hash = c.content_hash)`,
  );
  return result.rows[0]?.bytes ?? 0;
}
