import * as oidc from 'openid-client';
import type { AppContext } from '../../app-context.ts';
import { fairTurns } from '../../base/fair-turns.ts';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import {
  type Issued,
  keptToken,
  type TokenClient,
  tokenClient,
  tokenFailure,
  tokenTimeoutMs,
  usedUntil,
} from './access-token.ts';
import { noteGrantError, selectConnection } from './connection-store.ts';
import { openGrant, storeGrant } from './grant-store.ts';

/** An access token without end is read again this often. */
const readAgainSeconds = 300;

/** Renewals that a process does at once, in all and of one workspace: each holds a connection of background jobs. */
export const renewals = fairTurns({ atOnce: 6, atOnceEach: 2 });

/** PostgreSQL's code for a lock that was not given in time. */
const lockTimeout = '55P03';

/** A connection whose tokens belong to the account of a person. */
export type AccountClient = TokenClient & { readonly grantCredentialId: string | null };

/**
 * An access token of the connected account, renewed with its refresh token (CONN-15). Fails with NOT_CONFIGURED if no account is
 * connected, with REFUSED if its issuer takes the grant no longer, and UNREACHABLE.
 */
export function accountToken(
  ctx: AppContext,
  tenantId: string,
  connection: AccountClient,
  rejected?: string,
): Promise<string> {
  const { id, name, secret, grantCredentialId } = connection;
  if (grantCredentialId === null)
    throw new EffectFailed(
      'NOT_CONFIGURED',
      `No account is connected to “${name}”. Connect one in the agent builder, under Connections.`,
    );
  return keptToken(ctx, [tenantId, id, secret, grantCredentialId], rejected, () =>
    renewed(ctx, tenantId, connection, rejected).catch(async (error: unknown) => {
      if (error instanceof GrantEnded)
        await ctx.db.within(tenantId, (tx) => noteGrantError(tx, connection, error.message));
      throw error;
    }),
  );
}

/** The issuer takes the grant no longer: only its owner can connect the account again. */
class GrantEnded extends EffectFailed {}

/**
 * One process at a time renews: a refresh token may be of use once. The others wait for it on connections that no screen needs,
 * longer than the issuer may take.
 */
async function renewed(
  ctx: AppContext,
  tenantId: string,
  client: AccountClient,
  rejected: string | undefined,
): Promise<Issued> {
  const work = (tx: TenantTx) => renewIn(ctx, tx, client, rejected);
  try {
    return await renewals.run(tenantId, () =>
      ctx.db.within(tenantId, work, { statementTimeoutMs: 4 * tokenTimeoutMs }),
    );
  } catch (error) {
    if ((error as { code?: string }).code !== lockTimeout) throw error;
    const message = `No token for “${client.name}”: it is being renewed elsewhere.`;
    throw new EffectFailed('UNREACHABLE', message, { retryable: true });
  }
}

async function renewIn(
  ctx: AppContext,
  tx: TenantTx,
  client: AccountClient,
  rejected: string | undefined,
): Promise<Issued> {
  const { id, name } = client;
  await tx.client.query(`SELECT set_config('lock_timeout', $1, true)`, [String(3 * tokenTimeoutMs)]);
  await holdTurn(tx, 'renew-grant', `${tx.tenantId}/${id}`);
  const stored = await inUse(tx, client);
  const grant = await openGrant(ctx, tx, stored);
  if (grant === null) throw disconnected(name);
  if ('accessToken' in grant) {
    if (grant.accessToken === rejected) throw ended(name, 'its token was rejected');
    return { token: grant.accessToken, untilMs: usedUntil(ctx, readAgainSeconds) };
  }
  const issuer = tokenClient(ctx, client);
  const answer = await oidc.refreshTokenGrant(issuer.client, grant.refreshToken).catch((error: unknown) => {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant')
      throw ended(name, error.error_description?.slice(0, 200) ?? error.error);
    throw tokenFailure(name, issuer.host, error);
  });
  // the account may have been disconnected or replaced meanwhile, and its tokens destroyed: they must not come back
  const still = await inUse(tx, client, 'FOR UPDATE OF a');
  if (answer.refresh_token !== undefined && answer.refresh_token !== grant.refreshToken)
    await storeGrant(ctx, tx, {
      connection: still,
      credentialId: still.grantCredentialId,
      grant: { refreshToken: answer.refresh_token },
      userId: still.updatedBy,
    });
  await noteGrantError(tx, client, null);
  return { token: answer.access_token, untilMs: usedUntil(ctx, answer.expires_in) };
}

/** The connection, if it still uses the tokens that are to be renewed. */
async function inUse(tx: TenantTx, { id, name, grantCredentialId }: AccountClient, lock?: 'FOR UPDATE OF a') {
  const stored = await selectConnection(tx, id, lock);
  if (grantCredentialId === null || stored?.grantCredentialId !== grantCredentialId) throw disconnected(name);
  return { ...stored, grantCredentialId };
}

/** Another attempt opens the connection again, and finds the account that is connected then. */
function disconnected(name: string): EffectFailed {
  const message = `The account of “${name}” was disconnected or replaced.`;
  return new EffectFailed('NOT_CONFIGURED', message, { retryable: true });
}

function ended(name: string, why: string): GrantEnded {
  return new GrantEnded('REFUSED', `The account of “${name}” has to be connected again: ${why}.`);
}
