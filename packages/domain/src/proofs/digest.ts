import { canonicalText } from './canonical.ts';

/** SHA-256 as the caller has it: Node's own on the server, a library in the browser. Text is hashed as UTF-8. */
export interface Digest {
  sha256(input: Uint8Array | string): Uint8Array;
  /** 64 lower-case hex characters. */
  sha256Hex(input: Uint8Array | string): string;
}

/** A digest that also checks signatures. */
export interface ProofDigest extends Digest {
  /** True if the signature (64 bytes) is valid for this Ed25519 public key (32 bytes) and text; see RFC 8032. */
  ed25519Verifies(publicKey: Uint8Array, message: string, signature: Uint8Array): boolean;
}

/** The content hash of a value: SHA-256 of its canonical text, 64 hex characters. Equal values, equal hashes. */
export function hashOf(digest: Digest, value: unknown): string {
  return digest.sha256Hex(canonicalText(value));
}
