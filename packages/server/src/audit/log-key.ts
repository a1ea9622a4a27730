import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { sha256Hex } from './canonical.ts';
import { fromBase64, toBase64, Unverified } from './unverified.ts';

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

/** A log's key that can sign. The private half never leaves the closure. */
export interface LogSigner extends LogKey {
  /** 64 bytes of Ed25519 signature. */
  sign(text: string): Uint8Array;
}

/**
 * Makes a new Ed25519 signing key as PKCS#8 PEM. One key serves all logs of an installation. It belongs outside the database:
 * a file of mode 0600 in the data folder, or a secret store; who has it can sign another history.
 */
export function generateSigningKey(): string {
  return String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/** The signer of one log from its name and the PEM text. Throws `Unverified` when either cannot serve. */
export function signerOf(origin: string, privateKeyPem: string): LogSigner {
  let key: KeyObject;
  try {
    key = createPrivateKey(privateKeyPem);
  } catch {
    throw new Unverified("The signing key of the audit log can't be read; it must be PKCS#8 PEM");
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Unverified('The signing key of the audit log is not Ed25519');
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = Buffer.from(String(x), 'base64url');
  return { ...logKey(origin, publicKey), sign: (text) => sign(null, Buffer.from(text, 'utf8'), key) };
}

/** The public key of the log `origin` from its 32 bytes. */
export function logKey(origin: string, publicKey: Uint8Array): LogKey {
  if (!isOrigin(origin)) {
    throw new Unverified(
      `A log's name is 1 to 200 printable characters without space or plus, not "${origin}"`,
    );
  }
  if (publicKey.length !== 32) throw new Unverified('An Ed25519 public key has 32 bytes');
  const marked = Buffer.concat([Uint8Array.of(1), publicKey]);
  const fingerprint = sha256Hex(Buffer.concat([Buffer.from(`${origin}\n`, 'utf8'), marked]));
  const keyId = fingerprint.slice(0, 8);
  return { origin, publicKey, keyId, fingerprint, line: `${origin}+${keyId}+${toBase64(marked)}` };
}

/** Parses a key line; throws `Unverified` if its ID does not match the key. */
export function parseLogKey(line: string): LogKey {
  const [, origin, keyId, encoded] = /^([^+]*)\+([0-9a-f]{8})\+(\S+)$/.exec(line) ?? [];
  if (origin === undefined || encoded === undefined) {
    throw new Unverified('A key line reads `name+8 hex characters+base64`');
  }
  const marked = fromBase64(encoded, 'The key');
  if (marked[0] !== 1)
    throw new Unverified('The key is of an unknown kind; this verifier knows 0x01, Ed25519');
  const key = logKey(origin, marked.subarray(1));
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
