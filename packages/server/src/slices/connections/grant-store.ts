import { secretDestinationOf } from '@attain/domain/connections/check-connection';
import type { AppContext } from '../../app-context.ts';
import type { TenantTx } from '../../db/database.ts';
import { type StoredConnection, updateGrant } from './connection-store.ts';
import { forgetSecret, keepSecret, openKeptSecret } from './kept-secret.ts';
import type { SecretPlace } from './vault.ts';

/** What an account gave: a token that gets others, or one that has no end. */
export type Grant = { readonly refreshToken: string } | { readonly accessToken: string };

/** Where the tokens of an account lie: for the destination that the connection has now, so that a changed one can't open them. */
function placeOf(connection: StoredConnection, credentialId: string): SecretPlace {
  const purpose = `account ${connection.kind} ${secretDestinationOf(connection)}`;
  return { credentialId, environment: connection.environment, purpose, keyVersion: 1 };
}

/** Keeps the tokens of an account in the vault. */
export function storeGrant(
  ctx: AppContext,
  tx: TenantTx,
  of: {
    readonly connection: StoredConnection;
    readonly credentialId: string;
    readonly grant: Grant;
    readonly userId: string;
  },
): Promise<void> {
  const { connection, credentialId, grant, userId } = of;
  const { name, provider, authMethod: type } = connection;
  const secret = JSON.stringify(grant);
  return keepSecret(ctx, tx, {
    place: placeOf(connection, credentialId),
    secret,
    name,
    provider,
    type,
    userId,
  });
}

/** The tokens of the connected account, or null. */
export async function openGrant(
  ctx: AppContext,
  tx: TenantTx,
  connection: StoredConnection,
): Promise<Grant | null> {
  const { grantCredentialId } = connection;
  if (grantCredentialId === null) return null;
  const secret = await openKeptSecret(ctx, tx, placeOf(connection, grantCredentialId));
  return secret === null ? null : (JSON.parse(secret) as Grant);
}

/** Destroys the tokens of the connected account, if there is one. */
export async function dropGrant(
  tx: TenantTx,
  { id, grantCredentialId }: Pick<StoredConnection, 'id' | 'grantCredentialId'>,
): Promise<void> {
  await updateGrant(tx, id, null);
  if (grantCredentialId !== null) await forgetSecret(tx, grantCredentialId);
}
