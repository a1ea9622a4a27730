import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type LogKey, logKey } from '@attain/domain/proofs/log-key';
import { Unverified } from '@attain/domain/proofs/unverified';
import { nodeDigest } from './node-digest.ts';

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
  return {
    ...logKey(nodeDigest, origin, publicKey),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key),
  };
}
