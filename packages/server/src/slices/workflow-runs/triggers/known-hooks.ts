import { createSecretKey, type KeyObject } from 'node:crypto';
import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import { openKeptSecret } from '../../connections/kept-secret.ts';
import { type FoundHook, findHooks } from './find-hooks.ts';
import { schemeKey } from './hook-schemes.ts';
import { hookSecret, secretPlace } from './hook-secret.ts';

/** A webhook as it was found, with the key that its deliveries are signed with. */
export type KnownHook = FoundHook & { readonly key: KeyObject };

/** Hooks kept in memory, and addresses looked up at once. */
const maxKept = 1_000;
const maxAtOnce = 100;

interface Asked {
  readonly address: string;
  readonly found: (hook: KnownHook | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Cached webhooks. The cache only prepares a start: the storing transaction checks `isUnchanged`. Rejections are never
 * cached.
 */
export function openKnownHooks(ctx: AppContext) {
  const kept = new Map<string, KnownHook>();
  const asked: Asked[] = [];
  let looking = false;

  const find = async (addresses: readonly string[]): Promise<ReadonlyMap<string, KnownHook>> => {
    const found = new Map<string, KnownHook>();
    for (const [address, hook] of await findHooks(ctx.db.owner, addresses)) {
      const known = { ...hook, key: await keyOf(ctx, hook) };
      found.set(address, known);
      kept.delete(address);
      if (mayStart(known)) kept.set(address, known);
    }
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return found;
  };

  const look = async () => {
    if (looking) return;
    looking = true;
    while (asked.length > 0) {
      const some = asked.splice(0, maxAtOnce);
      try {
        const found = await find(some.map(({ address }) => address));
        for (const one of some) one.found(found.get(one.address));
      } catch (error) {
        for (const one of some) one.failed(error);
      }
    }
    looking = false;
  };

  return {
    remembered: (address: string): KnownHook | undefined => kept.get(address),
    forget: ({ address }: KnownHook): void => void kept.delete(address ?? ''),
    /** The webhook that listens at this address now. Who asks meanwhile shares the next look. */
    lookUp: (address: string): Promise<KnownHook | undefined> =>
      new Promise((found, failed) => {
        asked.push({ address, found, failed });
        void look();
      }),
  };
}

/** The key of a webhook: its sender's secret from the vault, or the one that Attain derives. */
async function keyOf(ctx: AppContext, hook: FoundHook): Promise<KeyObject> {
  const { scheme } = hook.hook;
  const kept = hook.hasOwnSecret
    ? await ctx.db.within(hook.tenantId, (tx) => openKeptSecret(ctx, tx, secretPlace(hook)))
    : null;
  return createSecretKey(schemeKey(scheme, kept ?? hookSecret(ctx.keys.hooks, hook)));
}

function mayStart({ isEnabled, standing }: KnownHook): boolean {
  return isEnabled && standing.version !== null && scopeOf(standing.roles, 'run:workflows') !== null;
}
