import { fromBase64, joined, toBase64, utf8 } from './bytes.ts';
import type { Digest } from './digest.ts';
import { Unverified } from './unverified.ts';

/** The public half of a log's key as an auditor holds it. */
export interface LogKey {
  /** The log's name, for example `attain.example.com/tenant/0198…`; part of the key's identity. */
  readonly origin: string;
  /** 32 bytes of Ed25519. */
  readonly publicKey: Uint8Array;
  /** First 4 bytes of the fingerprint, 8 hex characters: identifies the signing key, proves nothing. */
  readonly keyId: string;
  /** SHA-256(origin ‖ 0x0A ‖ 0x01 ‖ publicKey), 64 hex characters: what an auditor compares by phone or pins. */
  readonly fingerprint: string;
  /** The key in one line, C2SP style: `origin+keyId+base64(0x01 ‖ publicKey)`. */
  readonly line: string;
}

/** The public key of the log `origin` from its 32 bytes. */
export function logKey(digest: Digest, origin: string, publicKey: Uint8Array): LogKey {
  if (!isOrigin(origin)) {
    throw new Unverified(
      `A log's name is 1 to 200 printable characters without space or plus, not "${origin}"`,
    );
  }
  if (publicKey.length !== 32) throw new Unverified('An Ed25519 public key has 32 bytes');
  const marked = joined(Uint8Array.of(1), publicKey);
  const fingerprint = digest.sha256Hex(joined(utf8(`${origin}\n`), marked));
  const keyId = fingerprint.slice(0, 8);
  return { origin, publicKey, keyId, fingerprint, line: `${origin}+${keyId}+${toBase64(marked)}` };
}

/** Parses a key line; throws `Unverified` if its ID does not match the key. */
export function parseLogKey(digest: Digest, line: string): LogKey {
  const [, origin, keyId, encoded] = /^([^+]*)\+([0-9a-f]{8})\+(\S+)$/.exec(line) ?? [];
  if (origin === undefined || encoded === undefined) {
    throw new Unverified('A key line reads `name+8 hex characters+base64`');
  }
  const marked = fromBase64(encoded, 'The key');
  if (marked[0] !== 1)
    throw new Unverified('The key is of an unknown kind; this verifier knows 0x01, Ed25519');
  const key = logKey(digest, origin, marked.subarray(1));
  if (key.keyId !== keyId)
    throw new Unverified(`The key states the fingerprint ${keyId}, but it is ${key.keyId}`);
  return key;
}

/**
 * True if the key is the pinned one. The pin is a complete key line or the full fingerprint; spaces and colons are
 * ignored.
 */
export function isPinned(key: LogKey, pin: string): boolean {
  return pin.trim() === key.line || pin.replaceAll(/[\s:]/g, '').toLowerCase() === key.fingerprint;
}

function isOrigin(origin: string): boolean {
  // Printable ASCII keeps look-alike names out; the note format itself forbids spaces and plus signs.
  return /^[!-*,-~]{1,200}$/.test(origin);
}
