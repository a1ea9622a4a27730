import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { accountName } from './account-name.ts';

/**
 * Token that a browser keeps after a sign-in, so that other people's wrong guesses do not lock out its owner: a random
 * name, and proof that this account signed in there. It proves nothing else and signs no one in.
 */
export function newDevice(bindKey: Buffer, username: string): string {
  const name = randomBytes(16).toString('base64url');
  return `${name}.${proofOf(bindKey, username, name)}`;
}

/** The device's name, when the account has signed in on it before; else null. */
export function knownDevice(bindKey: Buffer, username: string, cookie: string | undefined): string | null {
  const [name = '', proof = ''] = cookie?.split('.') ?? [];
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(bindKey, username, name))];
  return given.length === right.length && timingSafeEqual(given, right) ? name : null;
}

function proofOf(bindKey: Buffer, username: string, name: string): string {
  return createHmac('sha256', bindKey)
    .update(`device|v1|${accountName(username)}|${name}`)
    .digest('base64url');
}
