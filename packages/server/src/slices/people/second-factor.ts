import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { KnownSession } from '../../base/session-port.ts';
import { base32 } from '../../base/totp.ts';
import type { Act } from '../../db/act.ts';
import { recordAccess } from '../audit/record-access.ts';
import { mustKnowPassword } from './change-password.ts';
import { deletePasskeys } from './passkey-store.ts';
import {
  consumeAppCode,
  consumeCode,
  storeNewKey,
  storeRecoveryCodes,
  wrongCode,
} from './second-factor-store.ts';
import { appendToLogs, sessionClosed } from './session-log.ts';
import { deleteOtherSessions, isGuarded, proveSession, sessionId } from './session-store.ts';
import { throttledAccount } from './throttle.ts';

/** Who acts, and in which session. */
interface Signed {
  readonly actor: Actor;
  readonly session: KnownSession;
}

/** The actor's second factor, and whether a role in any of their workspaces requires one. */
export async function readSecondFactor(ctx: AppContext, actor: Actor) {
  const found = await ctx.db.owner.query<{
    since: string | null;
    required: boolean;
    recoveryCodesLeft: number;
    hasApp: boolean;
    passkeys: number;
  }>(
    `SELECT u.second_factor_since AS since,
            EXISTS (SELECT 1 FROM active_members m JOIN tenants t ON t.id = m.tenant_id
              WHERE m.user_id = u.id AND ${isGuarded}) AS required,
            CASE WHEN u.second_factor_since IS NULL THEN 0 ELSE
              (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = u.id AND c.used_at IS NULL) END AS "recoveryCodesLeft",
            u.second_factor_since IS NOT NULL AND EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.last_step > 0) AS "hasApp",
            (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id AND p.created_at >= u.second_factor_since) AS passkeys
       FROM users u WHERE u.id = $1`,
    [actor.userId],
  );
  const row = found.rows[0];
  if (!row) throw new ApiError('NOT_SIGNED_IN', 'This account no longer exists.');
  return row;
}

/** Makes a key for the actor's app, after their password; nothing changes until its first code is typed. */
export async function beginSecondFactor(
  ctx: AppContext,
  { actor, session }: Signed,
  password: string | undefined,
) {
  // the identity provider stands for the password of who has none
  if (session.hasPassword || !session.isFresh) {
    if (password === undefined && session.hasPassword) throw fieldMissing('password', 'Enter your password.');
    await mustKnowPassword(ctx, actor, {
      username: session.username,
      password: password ?? '',
      path: 'password',
    });
  }
  const { hasApp } = await readSecondFactor(ctx, actor);
  if (hasApp)
    throw new ApiError(
      'CONFLICT',
      'You already have an authenticator app. Turn it off first to use another one.',
    );
  const key = await ctx.db.asOwner(async (client) => {
    const stored = await storeNewKey(ctx, client, actor.userId);
    await appendToLogs(client, ctx, actor, [entry(actor, 'second-factor.begun')]);
    return stored;
  });
  const secret = base32(key);
  const label = encodeURIComponent(`Attain:${session.username}`);
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Attain` };
}

/** Turns the second factor on with the first code of the app; ends the actor's other sessions. */
export async function confirmSecondFactor(ctx: AppContext, { actor, session }: Signed, code: string) {
  const { userId } = actor;
  const confirmed = await guarded(ctx, { actor, session }, () =>
    ctx.db.asOwner(async (client) => {
      const { since, hasApp } = await readSecondFactor(ctx, actor);
      if (hasApp) throw new ApiError('CONFLICT', 'Two-step sign-in is already on.');
      if (!(await consumeAppCode(ctx, client, { userId, code, isFirst: true }))) return null;
      // keys from before a reset count no more
      if (since === null) await deletePasskeys(client, userId);
      await client.query(
        'UPDATE users SET second_factor_since = $2, updated_at = now() WHERE id = $1 AND second_factor_since IS NULL',
        [userId, ctx.clock.now().toISOString()],
      );
      const recoveryCodes = await storeRecoveryCodes(ctx, client, userId);
      const ended = await deleteOtherSessions(client, userId, session.idHash);
      await appendToLogs(client, ctx, actor, [
        entry(actor, 'second-factor.turned-on'),
        ...ended.map((each) => sessionClosed(each, 'second-factor')),
      ]);
      return { recoveryCodes };
    }),
  );
  return confirmed;
}

/** Gives the actor other recovery codes; the ones before stop working. */
export function renewRecoveryCodes(ctx: AppContext, { actor, session }: Signed, code: string) {
  const { userId } = actor;
  return guarded(ctx, { actor, session }, () =>
    ctx.db.asOwner(async (client) => {
      await mustBeOn(ctx, actor);
      if ((await consumeCode(ctx, client, { userId, code })) === null) return null;
      const recoveryCodes = await storeRecoveryCodes(ctx, client, userId);
      await appendToLogs(client, ctx, actor, [entry(actor, 'second-factor.recovery-codes-renewed')]);
      return { recoveryCodes };
    }),
  );
}

/** Turns the actor's second factor off. CONFLICT while a role of theirs requires it. */
export function removeSecondFactor(ctx: AppContext, { actor, session }: Signed, code: string) {
  const { userId } = actor;
  return guarded(ctx, { actor, session }, () =>
    ctx.db.asOwner(async (client) => {
      const { required } = await mustBeOn(ctx, actor);
      if (required)
        throw new ApiError('CONFLICT', 'Your role requires two-step sign-in. It can’t be turned off.');
      if ((await consumeCode(ctx, client, { userId, code })) === null) return null;
      await client.query('UPDATE users SET second_factor_since = NULL, updated_at = now() WHERE id = $1', [
        userId,
      ]);
      await client.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
      await deletePasskeys(client, userId);
      await client.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
      await appendToLogs(client, ctx, actor, [entry(actor, 'second-factor.turned-off')]);
      return { removed: true as const };
    }),
  );
}

/** Proves again who acts, for what is sensitive (ACCESS-24): by a code, or by the password of who has no second factor. */
export async function stepUp(
  ctx: AppContext,
  { actor, session }: Signed,
  { password, code }: { password?: string | undefined; code?: string | undefined },
) {
  const { userId } = actor;
  if (session.secondFactor === 'on') {
    if (code === undefined) throw fieldMissing('code', 'Enter the code from your authenticator app.');
    await guarded(ctx, { actor, session }, () =>
      ctx.db.asOwner((client) => consumeCode(ctx, client, { userId, code })),
    );
  } else {
    if (password === undefined) throw fieldMissing('password', 'Enter your password.');
    await mustKnowPassword(ctx, actor, { username: session.username, password, path: 'password' });
  }
  return ctx.db.asOwner(async (client) => {
    const until = await proveSession(client, session.idHash);
    await appendToLogs(client, ctx, actor, [
      {
        tenantId: actor.tenantId,
        act: { action: 'session.proved', object: { type: 'session', id: sessionId(session.idHash) } },
      },
    ]);
    return { until };
  });
}

/** Uses up the code of someone who is signing in. Throws SIGN_IN_FAILED for a wrong one, THROTTLED after too many. */
export async function proveByCode(
  ctx: AppContext,
  { userId, username, code, address }: { userId: string; username: string; code: string; address: string },
): Promise<void> {
  const proved = await throttledAccount(ctx, { username, address, device: null }, () =>
    ctx.db.asOwner((client) => consumeCode(ctx, client, { userId, code })),
  );
  if (proved === null) throw wrongCode('SIGN_IN_FAILED');
}

function fieldMissing(path: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'ACCESS-24', path, message }] });
}

async function mustBeOn(ctx: AppContext, actor: Actor) {
  const found = await readSecondFactor(ctx, actor);
  if (found.since === null) throw new ApiError('CONFLICT', 'Two-step sign-in is off. Turn it on first.');
  return found;
}

/** Judges a code; wrong ones are counted and logged like wrong passwords. */
async function guarded<T>(
  ctx: AppContext,
  { actor, session }: Signed,
  judge: () => Promise<T | null>,
): Promise<T> {
  const { address } = actor.request;
  const judged = await throttledAccount(ctx, { username: session.username, address, device: null }, judge);
  if (judged !== null) return judged;
  await recordAccess(ctx, actor, {
    userId: actor.userId,
    act: { action: 'second-factor.refused', object: { type: 'user', id: actor.userId } },
    code: 'BAD_INPUT',
  });
  throw wrongCode('BAD_INPUT');
}

function entry({ tenantId, userId }: Actor, action: string): { tenantId: string; act: Act } {
  return { tenantId, act: { action, object: { type: 'user', id: userId } } };
}
