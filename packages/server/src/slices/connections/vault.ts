import { randomBytes } from 'node:crypto';
import { canonicalBytes } from '../../audit/canonical.ts';
import { ApiError } from '../../base/api-error.ts';
import { aesGcmOpen, aesGcmSeal, type Sealed } from '../../base/crypto.ts';
import { newId } from '../../base/ids.ts';
import type { Keys } from '../../base/keys.ts';
import type { TenantTx } from '../../db/database.ts';

/** Where a secret belongs. All of it is authenticated with the secret, so that a moved row can't be decrypted. */
export interface SecretPlace {
  readonly credentialId: string;
  readonly environment: string;
  /** Kind and destination, `chat https://hooks.example.com:443`. */
  readonly purpose: string;
  readonly keyVersion: number;
}

/** A secret as the vault stores it. */
export interface SealedSecret {
  readonly secretId: string;
  readonly iv: Buffer;
  readonly authTag: Buffer;
  readonly cipherText: Buffer;
  readonly wrappedKey: Buffer;
}

const ALGORITHM = 'AES-256-GCM';
/** Secrets are padded to multiples of this many bytes, so that the length of the row says little. */
const STEP = 256;
const TENANT_KEY_VERSION = 1;

/**
 * Encrypts a secret with its own key, which is wrapped by the workspace's key, which is wrapped by the installation's
 * key.
 */
export async function sealSecret(
  keys: Keys,
  tx: TenantTx,
  place: SecretPlace,
  secret: string,
): Promise<SealedSecret> {
  const secretId = newId();
  const own = randomBytes(32);
  const tenantKey = await tenantKeyOf(keys, tx);
  const plaintext = padded(secret);
  try {
    const sealed = aesGcmSeal({ key: own, plaintext, aad: secretAad(tx.tenantId, place, secretId) });
    const wrapped = aesGcmSeal({ key: tenantKey, plaintext: own, aad: keyAad(tx.tenantId, secretId) });
    return {
      secretId,
      iv: Buffer.from(sealed.iv),
      authTag: Buffer.from(sealed.tag),
      cipherText: Buffer.from(sealed.ciphertext),
      wrappedKey: Buffer.concat([wrapped.iv, wrapped.tag, wrapped.ciphertext]),
    };
  } finally {
    for (const key of [own, tenantKey, plaintext]) key.fill(0);
  }
}

/** Decrypts a secret. Throws UNAVAILABLE if it was encrypted with another installation's key, or for another place. */
export async function openSecret(
  keys: Keys,
  tx: TenantTx,
  place: SecretPlace,
  sealed: SealedSecret,
): Promise<string> {
  const tenantKey = await tenantKeyOf(keys, tx);
  const { wrappedKey, secretId } = sealed;
  const wrapped = {
    iv: wrappedKey.subarray(0, 12),
    tag: wrappedKey.subarray(12, 28),
    ciphertext: wrappedKey.subarray(28),
  };
  const own = opened({ ...wrapped, key: tenantKey, aad: keyAad(tx.tenantId, secretId) });
  const plaintext = opened({
    iv: sealed.iv,
    tag: sealed.authTag,
    ciphertext: sealed.cipherText,
    key: own,
    aad: secretAad(tx.tenantId, place, secretId),
  });
  const secret = unpadded(plaintext);
  for (const key of [own, tenantKey, plaintext]) key.fill(0);
  return secret;
}

/** The workspace's key: made at its first secret, of two makers one wins. */
async function tenantKeyOf(keys: Keys, tx: TenantTx): Promise<Uint8Array> {
  const aad = canonicalBytes({
    v: 1,
    kind: 'tenant-key',
    tenantId: tx.tenantId,
    version: TENANT_KEY_VERSION,
  });
  const select = () =>
    tx.client.query<{ iv: Buffer; tag: Buffer; ciphertext: Buffer }>(
      `SELECT iv, auth_tag AS tag, cipher_text AS ciphertext FROM vault_keys WHERE key_version = $1`,
      [TENANT_KEY_VERSION],
    );
  let stored = (await select()).rows[0];
  if (!stored) {
    const made = aesGcmSeal({ key: keys.vault, plaintext: randomBytes(32), aad });
    await tx.client.query(
      `INSERT INTO vault_keys (tenant_id, key_version, iv, auth_tag, cipher_text) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [tx.tenantId, TENANT_KEY_VERSION, made.iv, made.tag, made.ciphertext],
    );
    stored = (await select()).rows[0];
  }
  if (!stored) throw new Error('The workspace key could not be found after it was stored.');
  return opened({ ...stored, key: keys.vault, aad });
}

function opened(what: Sealed & { readonly key: Uint8Array; readonly aad: Uint8Array }): Uint8Array {
  try {
    return aesGcmOpen(what);
  } catch {
    throw new ApiError(
      'UNAVAILABLE',
      'The secret can’t be decrypted: it was encrypted for another installation (ATTAIN_SECRET or the file “secret”) or another connection. Enter it again.',
    );
  }
}

function secretAad(tenantId: string, place: SecretPlace, secretId: string): Uint8Array {
  return canonicalBytes({ v: 1, kind: 'secret', tenantId, ...place, secretId, algorithm: ALGORITHM });
}

function keyAad(tenantId: string, secretId: string): Uint8Array {
  const tenantKeyVersion = TENANT_KEY_VERSION;
  return canonicalBytes({ v: 1, kind: 'dek', tenantId, secretId, tenantKeyVersion });
}

function padded(secret: string): Buffer {
  const bytes = Buffer.from(secret, 'utf8');
  const all = Buffer.alloc(Math.ceil((bytes.length + 4) / STEP) * STEP);
  all.writeUInt32BE(bytes.length);
  bytes.copy(all, 4);
  bytes.fill(0);
  return all;
}

function unpadded(plaintext: Uint8Array): string {
  const all = Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.byteLength);
  return all.subarray(4, 4 + all.readUInt32BE()).toString('utf8');
}
