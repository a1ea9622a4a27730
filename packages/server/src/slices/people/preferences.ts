import { Preferences, type PreferencesChange } from '@attain/contract/auth';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';

/** The actor's preferences in this workspace, with defaults. */
export async function readPreferences(ctx: AppContext, actor: Actor): Promise<Preferences> {
  return ctx.read(actor, async (tx) => (await selectPreferences(tx, actor.userId)) ?? Preferences.parse({}));
}

/** Changes the given preferences of the actor and returns all; their other browsers are notified. */
export async function savePreferences(
  ctx: AppContext,
  actor: Actor,
  change: PreferencesChange,
): Promise<Preferences> {
  return ctx.write(actor, async (tx) => {
    // the lock on the row puts changes of two tabs one after the other
    await tx.client.query(
      `INSERT INTO user_preferences (tenant_id, user_id, preferences) VALUES ($1, $2, '{}')
       ON CONFLICT (tenant_id, user_id) DO UPDATE SET updated_at = now()`,
      [tx.tenantId, actor.userId],
    );
    const before = await selectPreferences(tx, actor.userId);
    const wanted = Preferences.parse({
      ...before,
      ...change,
      ...(change.analytics && { analytics: { ...before?.analytics, ...change.analytics } }),
    });
    await tx.client.query(
      'UPDATE user_preferences SET preferences = $3 WHERE tenant_id = $1 AND user_id = $2',
      [tx.tenantId, actor.userId, JSON.stringify(wanted)],
    );
    tx.record({
      action: 'preferences.saved',
      object: { type: 'preferences', id: actor.userId },
      before: before && valueHash(before),
      after: valueHash(wanted),
    });
    return wanted;
  });
}

/** The mode a user works in; null: of no one, which is the mode everybody begins with. */
export async function readMode(tx: TenantTx, userId: string | null): Promise<Preferences['mode']> {
  const stored = userId === null ? null : await selectPreferences(tx, userId);
  return stored?.mode ?? Preferences.parse({}).mode;
}

/** Stored preferences of a user; null: none, or of another version. */
export async function selectPreferences(tx: TenantTx, userId: string): Promise<Preferences | null> {
  const result = await tx.client.query<{ preferences: unknown }>(
    'SELECT preferences FROM user_preferences WHERE user_id = $1',
    [userId],
  );
  // Values of an older version that this one does not know are ignored.
  return Preferences.safeParse(result.rows[0]?.preferences).data ?? null;
}
