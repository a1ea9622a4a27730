import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

/** A file that was changed later may still be being written. */
const RESTS_MS = 5_000;
/** A time that is further ahead of the clock, as of archives and shares, says nothing. */
const AHEAD_MS = 60_000;

/** A file of the workspace's drop folder. */
export interface DroppedFile {
  readonly name: string;
  readonly path: string;
  readonly byteCount: number;
  /** When it was last changed, in milliseconds since 1970. */
  readonly changedMs: number;
  /** When its content or permissions were last changed. */
  readonly statusMs: number;
  /** It was changed only just now. */
  readonly isFresh: boolean;
}

/** Content of a file at the moment it was read. */
export interface CopiedFile {
  readonly contentHash: string;
  readonly byteCount: number;
}

/**
 * The plain files of the workspace's drop folder whose names match, by name (CONN-27). Hidden files and links are ignored. Fails with
 * NOT_CONFIGURED if the installation has no such folder, and HOST_NOT_ALLOWED if it can't be read.
 */
export async function listDropped(
  ctx: AppContext,
  tenantId: string,
  pattern: string,
): Promise<DroppedFile[]> {
  const folder = await folderOf(ctx, tenantId);
  const names = await readdir(folder).catch(() => {
    throw new EffectFailed(
      'HOST_NOT_ALLOWED',
      `Attain may not read the folder ${tenantId} of the drop folder.`,
    );
  });
  const now = ctx.clock.now().getTime();
  const files: DroppedFile[] = [];
  for (const name of names.filter((one) => !one.startsWith('.') && isMatch(one, pattern)).sort()) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (found === null || !isPlain(found)) continue;
    const { size: byteCount, mtimeMs, ctimeMs } = found;
    // a copy can keep the time of its original, and the time of its own last change tells
    const isFresh = [mtimeMs, ctimeMs].some((ms) => ms > now - RESTS_MS && ms <= now + AHEAD_MS);
    const [changedMs, statusMs] = [Math.round(mtimeMs), Math.round(ctimeMs)];
    files.push({ name, path, byteCount, changedMs, statusMs, isFresh });
  }
  return files;
}

/** The folder of a workspace, which is no link out of the drop folder. */
async function folderOf({ settings }: AppContext, tenantId: string): Promise<string> {
  if (settings.dropFolder === null)
    throw new EffectFailed('NOT_CONFIGURED', 'This installation has no drop folder (ATTAIN_DROP_FOLDER).');
  const base = await realpath(settings.dropFolder).catch(() => {
    throw new EffectFailed(
      'NOT_CONFIGURED',
      'The folder of ATTAIN_DROP_FOLDER does not exist, or can’t be read.',
    );
  });
  const folder = join(base, tenantId);
  const real = await realpath(folder).catch(() => null);
  if (real === folder) return folder;
  const message =
    real === null
      ? `The drop folder has no folder ${tenantId} for this workspace, or it can’t be read. Create it.`
      : `The folder ${tenantId} of the drop folder is a link. Create a folder instead.`;
  throw new EffectFailed('HOST_NOT_ALLOWED', message);
}

const isPlain = (found: { isFile(): boolean; nlink: number }) => found.isFile() && found.nlink === 1;

/** Whether a pattern is the name of a file in the folder itself. */
export function isPattern(pattern: string): boolean {
  return /^[^./\\:\p{C}][^/\\:\p{C}]*$/u.test(pattern);
}

/** Whether a name matches: `*` is any characters and `?` one, whatever their case. Steps back to the last `*` only, so it takes no longer than both lengths. */
export function isMatch(name: string, pattern: string): boolean {
  const [letters, wanted] = [[...name.toLowerCase()], [...pattern.toLowerCase()]];
  let at = 0;
  let wantedAt = 0;
  let star = -1;
  let starAt = 0;
  while (at < letters.length) {
    if (wanted[wantedAt] === '*') {
      star = wantedAt;
      starAt = at;
      wantedAt += 1;
    } else if (wanted[wantedAt] === '?' || wanted[wantedAt] === letters[at]) {
      at += 1;
      wantedAt += 1;
    } else if (star < 0) return false;
    else {
      wantedAt = star + 1;
      starAt += 1;
      at = starAt;
    }
  }
  return wanted.slice(wantedAt).every((letter) => letter === '*');
}

/** Copies a file, or reads it only (null). Fails if it is too large, is no longer a plain file, can't be read, or changes meanwhile. */
export async function copyDropped(
  ctx: AppContext,
  { name, path: from, byteCount }: DroppedFile,
  to: string | null,
): Promise<CopiedFile> {
  const { maxBytes } = ctx.settings.importLimits;
  if (byteCount > maxBytes)
    throw new EffectFailed(
      'TOO_LARGE',
      `“${name}” has ${byteCount} bytes; the limit is ${maxBytes} (ATTAIN_IMPORT_MAX_BYTES). Split it.`,
    );
  const unreadable = () => new EffectFailed('HOST_NOT_ALLOWED', `“${name}” can’t be read.`);
  // a link that took its place meanwhile is not followed, and a pipe not waited for
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(from, flags).catch(() => {
    throw unreadable();
  });
  try {
    return await copy(file, { name, to });
  } catch (error) {
    throw isOfReading(error) ? unreadable() : error;
  } finally {
    await file.close();
  }
}

const isOfReading = (error: unknown) =>
  error instanceof Error && 'syscall' in error && error.syscall === 'read';

async function copy(
  file: FileHandle,
  { name, to }: { name: string; to: string | null },
): Promise<CopiedFile> {
  const before = await file.stat();
  if (!isPlain(before)) throw new EffectFailed('HOST_NOT_ALLOWED', `“${name}” is a link or no plain file.`);
  const hash = createHash('sha256');
  let byteCount = 0;
  await pipeline(
    // no more than was there, should it grow faster than it is read
    file.createReadStream({ autoClose: false, start: 0, end: Math.max(0, before.size - 1) }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        byteCount += chunk.length;
        yield chunk;
      }
    },
    to === null
      ? new Writable({ write: (_chunk, _encoding, done) => done() })
      : createWriteStream(to, { mode: 0o600 }),
  );
  const after = await file.stat();
  if (after.size !== byteCount || after.mtimeMs !== before.mtimeMs)
    throw new EffectFailed('UNAVAILABLE', `“${name}” is still being written. The next execution takes it.`);
  return { contentHash: hash.digest('hex'), byteCount };
}
