import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';

/** How long a file waits for the dispute or message that it is for. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Files of one person that wait at the same time. */
const MAX_WAITING = 20;

const ending = '.dispute';
const folderOf = (ctx: AppContext) => join(ctx.settings.dataDir, 'uploads');
const oldestOf = (ctx: AppContext) => ctx.clock.now().getTime() - KEPT_MS;
const ofTenant = ({ tenantId }: Pick<Actor, 'tenantId'>) => `${tenantId}.`;
const ofSender = (actor: Actor) => `${ofTenant(actor)}${actor.userId}.`;

/** A file lies under the names of its workspace and its sender, so that no one else attaches it. */
const pathOf = (ctx: AppContext, actor: Actor, id: string) =>
  join(folderOf(ctx), `${ofSender(actor)}${id}${ending}`);

/** Keeps an uploaded file for its sender. */
export async function keepSent(
  ctx: AppContext,
  actor: Actor,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<void> {
  await rename(path, pathOf(ctx, actor, id));
}

/** A file that the actor has uploaded; null: it does not exist, or no longer does. */
export async function readSent(ctx: AppContext, actor: Actor, id: string): Promise<Buffer | null> {
  const path = pathOf(ctx, actor, id);
  const found = await stat(path).catch(() => null);
  if (found === null || found.mtimeMs < oldestOf(ctx)) return null;
  return readFile(path).catch(() => null);
}

/** Removes files that are attached by now. */
export async function dropSent(ctx: AppContext, actor: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(pathOf(ctx, actor, id), { force: true });
}

/**
 * How many bytes wait in the actor's workspace. Removes files that waited a day first, and the actor's oldest ones, so that another one
 * may wait.
 */
export async function makeRoom(ctx: AppContext, actor: Actor): Promise<number> {
  const oldest = oldestOf(ctx);
  let bytes = 0;
  const own: { path: string; size: number; mtimeMs: number }[] = [];
  for (const name of await readdir(folderOf(ctx)).catch(() => [])) {
    if (!name.endsWith(ending)) continue;
    const path = join(folderOf(ctx), name);
    const found = await stat(path).catch(() => null);
    if (found === null) continue;
    const { size, mtimeMs } = found;
    if (mtimeMs < oldest) await rm(path, { force: true });
    else if (name.startsWith(ofTenant(actor))) {
      bytes += size;
      if (name.startsWith(ofSender(actor))) own.push({ path, size, mtimeMs });
    }
  }
  own.sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { path, size } of own.slice(MAX_WAITING - 1)) {
    await rm(path, { force: true });
    bytes -= size;
  }
  return bytes;
}
