import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto';

/** Output of AES-GCM: 12 bytes of nonce, the ciphertext (as long as the plaintext) and 16 bytes of tag. */
export interface Sealed {
  readonly iv: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly tag: Uint8Array;
}

/** HMAC-SHA-256 (RFC 2104): 32 bytes. The key may have any length; who signs often with one makes a KeyObject of it once. */
export function hmacSha256(key: Uint8Array | KeyObject, message: Uint8Array | string): Uint8Array {
  return createHmac('sha256', key).update(message).digest();
}

/** True if the tag is the message's HMAC-SHA-256, in constant time. Never true for a tag that is not 32 bytes. */
export function hmacSha256Matches(
  key: Uint8Array | KeyObject,
  message: Uint8Array | string,
  tag: Uint8Array,
): boolean {
  return tag.length === 32 && timingSafeEqual(hmacSha256(key, message), tag);
}

/**
 * Derives a key with HKDF-SHA-256 (RFC 5869). `info` names the purpose, so that two purposes never share a key.
 * `lengthBytes` is 1 to 8160; anything else throws a RangeError.
 */
export function hkdfSha256(from: {
  readonly key: Uint8Array;
  readonly salt: Uint8Array;
  readonly info: Uint8Array | string;
  readonly lengthBytes: number;
}): Uint8Array {
  const { key, salt, info, lengthBytes } = from;
  if (!Number.isInteger(lengthBytes) || lengthBytes < 1 || lengthBytes > 255 * 32) {
    throw new RangeError(`HKDF-SHA-256 gives 1 to 8160 bytes, not ${lengthBytes}`);
  }
  return new Uint8Array(hkdfSync('sha256', key, salt, info, lengthBytes));
}

/**
 * Seals with AES-GCM (key of 16, 24 or 32 bytes) under a fresh random nonce of 12 bytes and a tag of 16.
 * `aad` is bound to the ciphertext without being hidden: give it whatever must not be swapped (tenant, name, version).
 * `iv` is for repeating known vectors only; a nonce used twice under one key gives the key away.
 */
export function aesGcmSeal(what: {
  readonly key: Uint8Array;
  readonly plaintext: Uint8Array;
  readonly aad: Uint8Array;
  readonly iv?: Uint8Array;
}): Sealed {
  const iv = what.iv ?? randomBytes(12);
  const cipher = createCipheriv(algorithmFor(what.key, iv), what.key, iv, { authTagLength: 16 });
  cipher.setAAD(what.aad);
  const ciphertext = Buffer.concat([cipher.update(what.plaintext), cipher.final()]);
  return { iv, ciphertext, tag: cipher.getAuthTag() };
}

/** Opens what `aesGcmSeal` sealed. Throws when key, nonce, tag, ciphertext or `aad` is not the one it was sealed with. */
export function aesGcmOpen(
  what: Sealed & { readonly key: Uint8Array; readonly aad: Uint8Array },
): Uint8Array {
  if (what.tag.length !== 16) throw new RangeError(`An AES-GCM tag has 16 bytes, not ${what.tag.length}`);
  const cipher = createDecipheriv(algorithmFor(what.key, what.iv), what.key, what.iv, { authTagLength: 16 });
  cipher.setAAD(what.aad);
  cipher.setAuthTag(what.tag);
  return Buffer.concat([cipher.update(what.ciphertext), cipher.final()]);
}

/** True if the signature (64 bytes) is valid for this Ed25519 public key (32 bytes) and message; see RFC 8032. */
export function ed25519Verifies(
  publicKey: Uint8Array,
  message: Uint8Array | string,
  signature: Uint8Array,
): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const bytes = typeof message === 'string' ? Buffer.from(message, 'utf8') : message;
  try {
    return verify(null, bytes, ed25519Key(publicKey), signature);
  } catch {
    return false;
  }
}

function ed25519Key(publicKey: Uint8Array): KeyObject {
  const x = Buffer.from(publicKey).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** Other nonce lengths are hashed down by GCM and weaken it; short tags can be guessed. So there is one shape only. */
function algorithmFor(key: Uint8Array, iv: Uint8Array): 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm' {
  if (iv.length !== 12) throw new RangeError(`An AES-GCM nonce has 12 bytes, not ${iv.length}`);
  if (key.length === 16) return 'aes-128-gcm';
  if (key.length === 24) return 'aes-192-gcm';
  if (key.length === 32) return 'aes-256-gcm';
  throw new RangeError(`An AES key has 16, 24 or 32 bytes, not ${key.length}`);
}
