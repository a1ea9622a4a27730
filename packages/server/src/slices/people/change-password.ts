import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { hashPassword, verifyPassword } from '../../base/password.ts';
import type { KnownSession } from '../../base/session-port.ts';
import { recordAccess } from '../audit/record-access.ts';
import { mustBeHardToGuess } from './hard-to-guess.ts';
import { appendToLogs, sessionClosed } from './session-log.ts';
import { deleteOtherSessions } from './session-store.ts';
import { throttledAccount } from './throttle.ts';

/**
 * Changes the actor's password, which is the same in all their workspaces, and ends their other sessions. Throws
 * BAD_INPUT if the current one is wrong (counted like a failed sign-in) or the new one is easy to guess, THROTTLED
 * after too many attempts, and CONFLICT if it was changed elsewhere meanwhile.
 */
export async function changePassword(
  ctx: AppContext,
  actor: Actor,
  wanted: { session: KnownSession; current: string; next: string },
): Promise<{ ended: number }> {
  const { session, current, next } = wanted;
  const { pepper } = ctx.keys;
  mustBeHardToGuess(next, { at: 'next', names: [session.username, session.tenant.name] });
  if (next.normalize('NFC') === current.normalize('NFC'))
    throw fieldError('next', 'This is your current password. Choose another one.');
  const { username } = session;
  const stored = await mustKnowPassword(ctx, actor, { username, password: current, path: 'current' });
  const hash = await hashPassword(next, pepper);
  return ctx.db.asOwner(async (client) => {
    const changed = await client.query(
      'UPDATE users SET password = $2, updated_at = now() WHERE id = $1 AND password = $3',
      [actor.userId, hash, stored],
    );
    if (changed.rowCount === 0)
      throw new ApiError('CONFLICT', 'Your password was changed in another session. Sign in again.');
    const ended = await deleteOtherSessions(client, actor.userId, session.idHash);
    await appendToLogs(client, ctx, actor, [
      {
        tenantId: actor.tenantId,
        act: { action: 'password.changed', object: { type: 'user', id: actor.userId } },
      },
      ...ended.map((each) => sessionClosed(each, 'password-changed')),
    ]);
    return { ended: ended.length };
  });
}

/** The stored hash of the actor's password, which they have just typed; counted and logged like a sign-in when it is wrong. */
export async function mustKnowPassword(
  ctx: AppContext,
  actor: Actor,
  { username, password, path }: { username: string; password: string; path: string },
): Promise<string> {
  const { address } = actor.request;
  const stored = await throttledAccount(ctx, { username, address, device: null }, async () => {
    const hash = await storedHash(ctx, actor.userId);
    return (await verifyPassword(password, hash, ctx.keys.pepper)) ? hash : null;
  });
  if (stored !== null) return stored;
  await recordAccess(ctx, actor, {
    userId: actor.userId,
    act: { action: 'password.refused', object: { type: 'user', id: actor.userId } },
    code: 'BAD_INPUT',
  });
  throw fieldError(path, 'Your current password is incorrect. Nothing was changed.');
}

async function storedHash(ctx: AppContext, userId: string): Promise<string> {
  const result = await ctx.db.owner.query<{ hash: string | null }>(
    'SELECT password AS hash FROM users WHERE id = $1',
    [userId],
  );
  const [row] = result.rows;
  if (!row) throw new ApiError('NOT_SIGNED_IN', 'This account no longer exists.');
  if (row.hash === null)
    throw new ApiError(
      'CONFLICT',
      'This account has no password. Sign in again with your identity provider, then try again.',
    );
  return row.hash;
}

function fieldError(path: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'ACCESS-6', path, message }] });
}
