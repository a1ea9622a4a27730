import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../app-context.ts';
import { newId } from '../../base/ids.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { noteRewritten, selectTaken, type TakenFile } from './connector-file-store.ts';
import { type CopiedFile, copyDropped, type DroppedFile, listDropped } from './drop-folder.ts';

/** The file that a connector takes next, or why it takes none. */
export type NextFile = { readonly file: DroppedFile } | { readonly none: string };

interface Asked {
  readonly tenantId: string;
  readonly connectorId: string;
  readonly pattern: string;
}

/**
 * The first file by name that was not taken before, by name and content (CONN-27). A file that is still being written holds those after it, so
 * that all are taken in their order.
 */
export async function nextFile(
  ctx: AppContext,
  { tenantId, connectorId, pattern }: Asked,
): Promise<NextFile> {
  const files = await listDropped(ctx, tenantId, pattern);
  const taken = Map.groupBy(
    await ctx.db.within(tenantId, (tx) => selectTaken(tx, connectorId)),
    ({ fileName }) => fileName,
  );
  for (const file of files) {
    const ofSize = (taken.get(file.name) ?? []).filter(({ byteCount }) => byteCount === file.byteCount);
    if (ofSize.some((one) => isSame(ctx, file, one))) continue;
    if (file.isFresh)
      return { none: `“${file.name}” changed less than five seconds ago. The next execution takes it.` };
    const again = await rewritten(ctx, file, ofSize);
    if (again === null) return { file };
    await ctx.db.within(tenantId, (tx) => noteRewritten(tx, { connectorId, ...again }));
  }
  return {
    none:
      files.length === 0
        ? `The drop folder has no file “${pattern}”.`
        : `The drop folder has no new file “${pattern}”.`,
  };
}

/** Whether a file is one of this name and size that was taken, so it needs no look at its content. */
function isSame(ctx: AppContext, { byteCount, changedMs, statusMs }: DroppedFile, taken: TakenFile): boolean {
  if (taken.contentHash !== '') return taken.changedMs === changedMs;
  return byteCount > ctx.settings.importLimits.maxBytes || taken.changedMs === statusMs;
}

/** The file that was taken with this content, at its new moment: it was only written again. Null: none. */
async function rewritten(
  ctx: AppContext,
  file: DroppedFile,
  ofSize: readonly TakenFile[],
): Promise<TakenFile | null> {
  if (ofSize.every((one) => one.contentHash === '')) return null;
  const read = await copyDropped(ctx, file, null).catch((error: unknown) => {
    // the execution that takes it reports and remembers it
    if (error instanceof EffectFailed) return null;
    throw error;
  });
  const known = ofSize.find((one) => one.contentHash === read?.contentHash);
  return known === undefined ? null : { ...known, changedMs: file.changedMs };
}

/** Hands on a copy of a file, which later changes do not reach. */
export function withCopy<T>(
  ctx: AppContext,
  file: DroppedFile,
  work: (path: string, copied: CopiedFile) => Promise<T>,
): Promise<T> {
  return withFetched(ctx, async (path) => work(path, await copyDropped(ctx, file, path)));
}

/** Hands on the path of a file to write and read, and removes it. */
export async function withFetched<T>(ctx: AppContext, work: (path: string) => Promise<T>): Promise<T> {
  const folder = join(ctx.settings.dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${newId()}.fetched`);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** The file to look at: the next one, or the last by name if all were taken. Fails if there is none. */
export async function fileToShow(ctx: AppContext, asked: Asked): Promise<DroppedFile> {
  const next = await nextFile(ctx, asked);
  return 'file' in next ? next.file : lastFile(ctx, asked);
}

/** The last file by name, taken or not. Fails if there is none, or it is still being written. */
export async function lastFile(
  ctx: AppContext,
  { tenantId, pattern }: Pick<Asked, 'tenantId' | 'pattern'>,
): Promise<DroppedFile> {
  const last = (await listDropped(ctx, tenantId, pattern)).at(-1);
  if (last === undefined) throw new EffectFailed('NO_ROWS', `The drop folder has no file “${pattern}”.`);
  if (last.isFresh)
    throw new EffectFailed(
      'UNAVAILABLE',
      `“${last.name}” changed less than five seconds ago. Try again in a moment.`,
    );
  return last;
}
