import type { AppContext } from '../../app-context.ts';
import type { TenantTx } from '../../db/database.ts';
import { deleteCredential, selectCredential, upsertCredential } from './credential-store.ts';
import { openSecret, type SecretPlace, sealSecret } from './vault.ts';

/** A secret for the vault. */
export interface NewSecret {
  readonly place: SecretPlace;
  readonly secret: string;
  /** What it belongs to, as people call it. */
  readonly name: string;
  /** Where it comes from; omitted: the name. */
  readonly provider?: string;
  readonly type: string;
  readonly userId: string;
}

/** Keeps a secret in the vault, in place of the one before. */
export async function keepSecret(
  ctx: AppContext,
  tx: TenantTx,
  { place, secret, name, provider = name, type, userId }: NewSecret,
): Promise<void> {
  const sealed = await sealSecret(ctx.keys, tx, place, secret);
  await upsertCredential(tx, { ...sealed, ...place, name, provider, type, userId });
}

/** The secret that was kept for this place, or null. */
export async function openKeptSecret(
  ctx: AppContext,
  tx: TenantTx,
  place: SecretPlace,
): Promise<string | null> {
  const sealed = await selectCredential(tx, place.credentialId);
  return sealed === null ? null : openSecret(ctx.keys, tx, place, sealed);
}

/** Destroys a secret. */
export async function forgetSecret(tx: TenantTx, credentialId: string): Promise<void> {
  await deleteCredential(tx, credentialId);
}
