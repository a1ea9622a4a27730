import { hash } from 'node:crypto';
import { canonicalText } from '@attain/domain/proofs/canonical';

/** The RFC 8785 bytes of a value, fit to be hashed and kept for ever; see `canonicalText`. */
export function canonicalBytes(value: unknown): Uint8Array {
  return Buffer.from(canonicalText(value), 'utf8');
}

/** SHA-256 of bytes, or of text in UTF-8: 32 bytes. */
export function sha256(input: Uint8Array | string): Uint8Array {
  return hash('sha256', input, 'buffer');
}

/** SHA-256 of bytes, or of text in UTF-8: 64 lower-case hex characters. */
export function sha256Hex(input: Uint8Array | string): string {
  return hash('sha256', input, 'hex');
}

/** The content hash of a value: SHA-256 of its canonical bytes, 64 hex characters. Equal values, equal hashes. */
export function hashOf(value: unknown): string {
  return sha256Hex(canonicalText(value));
}
