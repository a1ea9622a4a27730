import * as oidc from 'openid-client';
import type { AppContext } from '../../app-context.ts';
import { holdTurn } from '../../db/turns.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import {
  type Issued,
  keptToken,
  type TokenClient,
  tokenClient,
  tokenFailure,
  usedUntil,
} from './access-token.ts';
import { noteGrantError, selectConnection } from './connection-store.ts';
import { openGrant, storeGrant } from './grant-store.ts';

/** An access token without end is read again this often. */
const readAgainSeconds = 300;

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
        await ctx.db.within(tenantId, (tx) => noteGrantError(tx, id, error.message));
      throw error;
    }),
  );
}

/** The issuer takes the grant no longer: only its owner can connect the account again. */
class GrantEnded extends EffectFailed {}

/** One process at a time renews: a refresh token may be of use once. */
function renewed(
  ctx: AppContext,
  tenantId: string,
  client: AccountClient,
  rejected: string | undefined,
): Promise<Issued> {
  const { id, name } = client;
  return ctx.db.within(tenantId, async (tx) => {
    await holdTurn(tx, 'renew-grant', `${tenantId}/${id}`);
    const stored = await selectConnection(tx, id);
    const grant = stored && (await openGrant(ctx, tx, stored));
    if (!stored || !grant || stored.grantCredentialId === null)
      throw new EffectFailed('NOT_CONFIGURED', `No account is connected to “${name}”.`);
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
    if (answer.refresh_token !== undefined && answer.refresh_token !== grant.refreshToken)
      await storeGrant(ctx, tx, {
        connection: stored,
        credentialId: stored.grantCredentialId,
        grant: { refreshToken: answer.refresh_token },
        userId: stored.updatedBy,
      });
    return { token: answer.access_token, untilMs: usedUntil(ctx, answer.expires_in) };
  });
}

function ended(name: string, why: string): GrantEnded {
  return new GrantEnded('REFUSED', `The account of “${name}” has to be connected again: ${why}.`);
}
