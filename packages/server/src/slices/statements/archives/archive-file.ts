import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { Zip, ZipPassThrough } from 'fflate';
import type { AppContext } from '../../../app-context.ts';
import { KEPT_HOURS } from './archive-store.ts';

const KEPT_MS = KEPT_HOURS * 60 * 60 * 1000;

const folderOf = (ctx: AppContext) => join(ctx.settings.dataDir, 'uploads');

/** Path of a finished ZIP. */
export function archivePath(ctx: AppContext, id: string): string {
  return join(folderOf(ctx), `${id}.zip`);
}

/** Removes ZIPs that can’t be downloaded any more, and what killed processes wrote of them. */
export async function sweepArchives(ctx: AppContext): Promise<void> {
  const oldest = ctx.clock.now().getTime() - KEPT_MS;
  for (const name of await readdir(folderOf(ctx)).catch(() => [])) {
    if (!/\.zip(\.part)?$/.test(name)) continue;
    const file = join(folderOf(ctx), name);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.mtimeMs < oldest) await rm(file, { force: true });
  }
}

/** Removes a ZIP and what was written of it. */
export async function dropArchive(ctx: AppContext, id: string): Promise<void> {
  const path = archivePath(ctx, id);
  for (const one of [path, `${path}.part`]) await rm(one, { force: true });
}

/** A file to add. */
export interface ArchivedFile {
  readonly name: string;
  readonly body: Uint8Array;
}

/**
 * Writes a ZIP file by file, holding one at a time; it appears at `path` when it is whole. PDFs are compressed already, so they
 * are stored as they are. The same files at the same moment give the same bytes.
 */
export async function writeZip(
  path: string,
  files: AsyncIterable<ArchivedFile>,
  at: Date,
): Promise<{ files: number; byteCount: number }> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const out = createWriteStream(`${path}.part`, { mode: 0o600 });
  const done = finished(out);
  // awaited at the end; an error before that is thrown there
  done.catch(() => undefined);
  let isFull = false;
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else isFull = !out.write(chunk);
  });
  let count = 0;
  try {
    for await (const { name, body } of files) {
      const entry = new ZipPassThrough(name);
      entry.mtime = at;
      zip.add(entry);
      entry.push(body, true);
      count += 1;
      if (failure) throw failure;
      if (isFull) await Promise.race([once(out, 'drain'), done]);
    }
    zip.end();
    out.end();
    await done;
  } catch (error) {
    zip.terminate();
    out.destroy();
    await rm(`${path}.part`, { force: true });
    throw error;
  }
  await rename(`${path}.part`, path);
  return { files: count, byteCount: out.bytesWritten };
}
