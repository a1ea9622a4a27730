import { type KeyObject, randomBytes } from 'node:crypto';
import { hmacSha256, hmacSha256Matches } from '../../../base/crypto.ts';
import type { SecretPlace } from '../../connections/vault.ts';

/** Allowed clock difference of a sender, and lifetime of a signature. */
const windowMs = 5 * 60_000;

/** Identifies a secret; renewing it increments the number. */
export interface SecretName {
  readonly tenantId: string;
  readonly id: string;
  readonly secretNumber: number;
}

/** A webhook's secret, derived from the installation's own: it is stored nowhere, and a copy of the database does not hold it. */
export function hookSecret(key: Uint8Array, { tenantId, id, secretNumber }: SecretName): string {
  return `whs_${Buffer.from(hmacSha256(key, `${tenantId}/${id}/${secretNumber}`)).toString('base64url')}`;
}

/** Where the secret of a sender lies in the vault. */
export function secretPlace({ id, secretNumber }: Omit<SecretName, 'tenantId'>): SecretPlace {
  return {
    credentialId: id,
    environment: 'all',
    purpose: 'webhook',
    keyVersion: secretNumber,
  };
}

/** A new unguessable address: 192 random bits. */
export function newAddress(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Why a delivery is not believed, or null: its time is within the window, and HMAC-SHA256 of `time.body` fits, or of `time:key:body`
 * when it has an Idempotency-Key.
 */
export function signatureFault(
  key: KeyObject,
  given: {
    readonly timestamp: string;
    readonly signature: string;
    readonly idempotencyKey: string;
    readonly body: Buffer;
  },
  now: Date,
): string | null {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(given.timestamp))
    return 'Attain-Timestamp is missing. Send the Unix time (seconds) of the signature.';
  if (Math.abs(now.getTime() - Number(given.timestamp) * 1_000) > windowMs)
    return 'The signature is older than five minutes or from the future. Check your clock and sign again.';
  const hex = /^sha256=([\da-f]{64})$/.exec(given.signature)?.[1];
  const { idempotencyKey: id } = given;
  if (!/^[\x21-\x7e]{0,200}$/.test(id))
    return 'The Idempotency-Key is not valid. Use at most 200 visible ASCII characters.';
  const signed = id === '' ? `${given.timestamp}.` : `${given.timestamp}:${id}:`;
  const message = Buffer.concat([Buffer.from(signed), given.body]);
  if (hex === undefined || !hmacSha256Matches(key, message, Buffer.from(hex, 'hex')))
    return 'The signature does not match. Send Attain-Signature: sha256= and the hex HMAC-SHA256, with the trigger’s secret, of “timestamp.body”, or of “timestamp:key:body” with an Idempotency-Key.';
  return null;
}
