import type { Held } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { KnownSession } from '../../base/session-port.ts';
import { appendToLogs, sessionClosed } from './session-log.ts';
import { bindingToken, newSessionSecret, replaceSession, secretHash, sessionId } from './session-store.ts';
import type { SignedIn } from './sign-in.ts';

/**
 * Switches to another workspace of the user: the session gets a new secret and token but keeps its age, so that
 * switching does not prolong it. Both logs record it. Throws NOT_FOUND if the user is not a member, whether the
 * workspace exists or not, and NOT_SIGNED_IN if the session ended.
 */
export async function switchWorkspace(
  ctx: AppContext,
  actor: Actor,
  wanted: { session: KnownSession; tenantId: string },
): Promise<Omit<SignedIn, 'device'>> {
  const { session, tenantId } = wanted;
  const { userId, request } = actor;
  const secret = newSessionSecret();
  const idHash = secretHash(secret);
  const nonce = newId();
  const tenantName = await ctx.db.asOwner(async (client) => {
    const member = await client.query<{ name: string; roles: Held[] }>(
      'SELECT t.name, m.roles FROM active_members m JOIN tenants t ON t.id = m.tenant_id WHERE m.tenant_id = $1 AND m.user_id = $2',
      [tenantId, userId],
    );
    const workspace = member.rows[0];
    if (!workspace) throw new ApiError('NOT_FOUND', 'Workspace not found.');
    if (!(await replaceSession(client, session.idHash, { idHash, userId, tenantId, nonce, request })))
      throw new ApiError('NOT_SIGNED_IN', 'This session has ended. Please sign in.');
    await appendToLogs(client, ctx, actor, [
      sessionClosed({ idHash: session.idHash, tenantId: actor.tenantId }, 'workspace-switched'),
      {
        tenantId,
        act: {
          action: 'session.opened',
          object: { type: 'session', id: sessionId(idHash) },
          reason: { code: 'workspace-switched' },
        },
      },
    ]);
    return workspace.name;
  });
  return {
    secret,
    token: bindingToken(ctx.keys.bind, idHash, nonce),
    user: { id: userId, username: session.username, displayName: actor.displayName, tenantId, tenantName },
  };
}
