import type { AppContext } from '../../app-context.ts';
import type { RequestFacts } from '../../base/actor.ts';
import { recordAccess, unknownPerson } from '../audit/record-access.ts';
import { accountName } from './account-name.ts';

/**
 * Logs a failed sign-in of an existing account, disabled or not, in the workspace it would have signed in to. An unknown name
 * belongs to no workspace and is logged nowhere. To be called after the answer has left: it takes longer for accounts that exist.
 */
export async function noteFailedSignIn(
  ctx: AppContext,
  username: string,
  request: RequestFacts,
): Promise<void> {
  const found = await ctx.db.owner.query<{ userId: string; tenantId: string }>(
    `SELECT u.id AS "userId", m.tenant_id AS "tenantId"
       FROM users u JOIN memberships m ON m.user_id = u.id JOIN tenants t ON t.id = m.tenant_id
      WHERE u.username = $1 ORDER BY m.created_at, t.name LIMIT 1`,
    [accountName(username)],
  );
  const account = found.rows[0];
  if (account === undefined) return;
  // It is unknown who typed the name.
  const somebody = {
    tenantId: account.tenantId,
    userId: unknownPerson,
    displayName: 'Unknown',
    kind: 'user' as const,
    roles: [],
    participantId: null,
    sessionHash: null,
    request,
  };
  await recordAccess(ctx, somebody, {
    userId: account.userId,
    act: { action: 'sign-in.failed', object: { type: 'user', id: account.userId } },
    code: 'SIGN_IN_FAILED',
  });
}
