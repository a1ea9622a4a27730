import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';

/** How long a file waits for the dispute or message that it is for. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const ending = '.dispute';
const folderOf = (ctx: AppContext) => join(ctx.settings.dataDir, 'uploads');
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

/** A file that the actor has uploaded; null: there is none of this id, or no longer. */
export function readSent(ctx: AppContext, actor: Actor, id: string): Promise<Buffer | null> {
  return readFile(pathOf(ctx, actor, id)).catch(() => null);
}

/** Removes files that are attached by now. */
export async function dropSent(ctx: AppContext, actor: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(pathOf(ctx, actor, id), { force: true });
}

/** What waits in a workspace, and how much of it is the actor's. Files that waited a day are removed first. */
export async function measureSent(ctx: AppContext, actor: Actor): Promise<{ bytes: number; own: number }> {
  const oldest = ctx.clock.now().getTime() - KEPT_MS;
  let bytes = 0;
  let own = 0;
  for (const name of await readdir(folderOf(ctx)).catch(() => [])) {
    if (!name.endsWith(ending)) continue;
    const path = join(folderOf(ctx), name);
    const found = await stat(path).catch(() => null);
    if (found === null) continue;
    if (found.mtimeMs < oldest) await rm(path, { force: true });
    else if (name.startsWith(ofTenant(actor))) {
      bytes += found.size;
      if (name.startsWith(ofSender(actor))) own += 1;
    }
  }
  return { bytes, own };
}
