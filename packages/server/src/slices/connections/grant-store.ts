import { secretDestinationOf } from '@attain/domain/connections/check-connection';
import type { AppContext } from '../../app-context.ts';
import type { TenantTx } from '../../db/database.ts';
import { type StoredConnection, updateGrant } from './connection-store.ts';
import { deleteCredential, selectCredential, upsertCredential } from './credential-store.ts';
import { openSecret, type SecretPlace, sealSecret } from './vault.ts';

/** What an account gave: a token that gets others, or one that has no end. */
export type Grant = { readonly refreshToken: string } | { readonly accessToken: string };

/** Where the tokens of an account lie: for the destination that the connection has now, so that a changed one can't open them. */
function placeOf(connection: StoredConnection, credentialId: string): SecretPlace {
  const purpose = `account ${connection.kind} ${secretDestinationOf(connection)}`;
  return { credentialId, environment: connection.environment, purpose, keyVersion: 1 };
}

/** Keeps the tokens of an account in the vault. */
export async function storeGrant(
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
  const place = placeOf(connection, credentialId);
  const sealed = await sealSecret(ctx.keys, tx, place, JSON.stringify(grant));
  const { name, provider, authMethod: type } = connection;
  await upsertCredential(tx, { ...sealed, ...place, name, provider, type, userId });
}

/** The tokens of the connected account; null: there are none. */
export async function openGrant(
  ctx: AppContext,
  tx: TenantTx,
  connection: StoredConnection,
): Promise<Grant | null> {
  const { grantCredentialId } = connection;
  if (grantCredentialId === null) return null;
  const sealed = await selectCredential(tx, grantCredentialId);
  if (sealed === null) return null;
  return JSON.parse(await openSecret(ctx.keys, tx, placeOf(connection, grantCredentialId), sealed)) as Grant;
}

/** Destroys the tokens of the connected account, if there is one. */
export async function dropGrant(
  tx: TenantTx,
  { id, grantCredentialId }: Pick<StoredConnection, 'id' | 'grantCredentialId'>,
): Promise<void> {
  await updateGrant(tx, id, null);
  if (grantCredentialId !== null) await deleteCredential(tx, grantCredentialId);
}
