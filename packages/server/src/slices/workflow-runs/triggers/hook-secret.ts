import { type KeyObject, randomBytes } from 'node:crypto';
import { hmacSha256, hmacSha256Matches } from '../../../base/crypto.ts';

/** How far the clock of a sender may be off, and how long a signature is good for. */
const windowMs = 5 * 60_000;

/** Whose secret it is: renewed, it has the next number. */
export interface SecretName {
  readonly tenantId: string;
  readonly id: string;
  readonly secretNumber: number;
}

/** A webhook's secret, derived from the installation's own: it is stored nowhere, and a copy of the database does not hold it. */
export function hookSecret(key: Uint8Array, { tenantId, id, secretNumber }: SecretName): string {
  return `whs_${Buffer.from(hmacSha256(key, `${tenantId}/${id}/${secretNumber}`)).toString('base64url')}`;
}

/** A new address nobody can guess: 192 random bits. */
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
    return 'Send Attain-Timestamp: the seconds since 1970 at which you signed.';
  if (Math.abs(now.getTime() - Number(given.timestamp) * 1_000) > windowMs)
    return 'The signature is older than five minutes, or from the future. Sign again, by a clock that is right.';
  const hex = /^sha256=([\da-f]{64})$/.exec(given.signature)?.[1];
  const { idempotencyKey: id } = given;
  if (!/^[\x21-\x7e]{0,200}$/.test(id)) return 'An Idempotency-Key has at most 200 visible ASCII characters.';
  const signed = id === '' ? `${given.timestamp}.` : `${given.timestamp}:${id}:`;
  const message = Buffer.concat([Buffer.from(signed), given.body]);
  if (hex === undefined || !hmacSha256Matches(key, message, Buffer.from(hex, 'hex')))
    return 'The signature does not fit. Send Attain-Signature: sha256= and the hex of HMAC-SHA256 over timestamp, a full stop and the body, with the trigger’s secret. With an Idempotency-Key sign timestamp, colon, key, colon and the body.';
  return null;
}
