import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import { DEFAULT_LIMITS, type ImportLimits } from './reading/limits.ts';
import { UnreadableFile } from './reading/unreadable-file.ts';

/** Path of an import's file from upload to commit. Processes that share a database share this folder. */
export function pathOf(ctx: AppContext, importId: string): string {
  return join(ctx.settings.dataDir, 'uploads', `${importId}.import`);
}

/** Takes an uploaded file over as the file of an import. */
export async function keepFile(ctx: AppContext, importId: string, uploadedPath: string): Promise<void> {
  await mkdir(join(ctx.settings.dataDir, 'uploads'), { recursive: true, mode: 0o700 });
  await rename(uploadedPath, pathOf(ctx, importId));
}

/** The file is not needed any more: every stored row has its own text. */
export async function dropFile(ctx: AppContext, importId: string): Promise<void> {
  await rm(pathOf(ctx, importId), { force: true });
}

/** Drops the file of an import and its second files. */
export async function dropFiles(
  ctx: AppContext,
  { id, lookups }: { readonly id: string; readonly lookups: readonly { readonly id: string }[] },
): Promise<void> {
  for (const one of [id, ...lookups.map((lookup) => lookup.id)]) await dropFile(ctx, one);
}

/** How long the file of an open import is kept. */
export const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;

/**
 * Removes files of imports that were not committed or discarded within 30 days; checking one then requires a new
 * upload.
 */
export async function sweepFiles(ctx: AppContext): Promise<void> {
  const folder = join(ctx.settings.dataDir, 'uploads');
  const oldest = ctx.clock.now().getTime() - KEPT_MS;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.mtimeMs < oldest) await rm(file, { force: true });
  }
}

/** True if the file still exists: a committed or discarded import has none. */
export function hasFile(ctx: AppContext, importId: string): boolean {
  return existsSync(pathOf(ctx, importId));
}

/** SHA-256 hex of a file's bytes, and how many there are. */
export async function hashFile(path: string): Promise<{ contentHash: string; byteCount: number }> {
  const hash = createHash('sha256');
  let byteCount = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    byteCount += chunk.length;
  }
  return { contentHash: hash.digest('hex'), byteCount };
}

/** The operator's limits in the reader's terms. */
export function limitsOf(ctx: AppContext): ImportLimits {
  const { maxBytes, maxRows, maxInflatedBytes, maxInflateRatio, maxParseSeconds } = ctx.settings.importLimits;
  return {
    ...DEFAULT_LIMITS,
    maxFileBytes: maxBytes,
    maxRows,
    maxInflatedBytes,
    maxInflateRatio,
    timeoutMs: maxParseSeconds * 1000,
  };
}

/** Converts an unreadable file to an API error; passes on everything else. */
export function toApiError(error: unknown): unknown {
  if (!(error instanceof UnreadableFile)) return error;
  const tooLarge = [
    'FILE_TOO_LARGE',
    'INFLATES_TOO_LARGE',
    'TOO_MANY_ROWS',
    'TOO_MANY_COLUMNS',
    'TOO_MANY_SHEETS',
    'ROW_TOO_LONG',
  ];
  const code = tooLarge.includes(error.code) ? 'TOO_LARGE' : 'UNSUPPORTED_FILE';
  return new ApiError(code, error.message, {
    problems: [{ rule: error.code, path: 'file', message: error.message }],
  });
}
