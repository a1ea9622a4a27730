import { fromBase64, toHex } from './bytes.ts';
import type { ProofDigest } from './digest.ts';
import type { LogKey } from './log-key.ts';
import { isHash } from './merkle.ts';
import { countOf, Unverified } from './unverified.ts';

/** Size and root of a log at one moment. Only as trustworthy as its verified signature. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** A checkpoint as read from a note, before anybody checked its signatures. */
export interface SignedCheckpoint extends Checkpoint {
  /** The bytes that were signed: three lines, the last line break included. */
  readonly text: string;
  readonly signatures: readonly {
    readonly name: string;
    readonly keyId: string;
    readonly signature: Uint8Array;
  }[];
}

/** Reads a note strictly: one text per meaning, no extension lines, 1 to 16 signatures. Throws `Unverified`. */
export function parseCheckpoint(note: string): SignedCheckpoint {
  if (note.length > 20_000) throw new Unverified('The checkpoint is too long');
  const [, origin, size, root, lines] =
    /^([^\n]+)\n([^\n]+)\n([^\n]+)\n\n((?:— [^\n]+\n){1,16})$/.exec(note) ?? [];
  if (origin === undefined || size === undefined || root === undefined || lines === undefined) {
    throw new Unverified('The checkpoint is not a note of name, size, root and signatures');
  }
  const rootBytes = fromBase64(root, 'The root in the checkpoint');
  if (!isHash(rootBytes)) throw new Unverified('The root in the checkpoint is not 32 bytes');
  return {
    origin,
    size: countOf(size, 'The size in the checkpoint'),
    root: rootBytes,
    text: `${origin}\n${size}\n${root}\n`,
    signatures: lines.trimEnd().split('\n').map(parseSignature),
  };
}

/**
 * The checkpoint of a note that carries a valid signature of this key; other signatures (witnesses) are left alone.
 * Throws `Unverified` when the name differs, the key did not sign, or its signature is wrong.
 */
export function verifyCheckpoint(digest: ProofDigest, note: string, key: LogKey): Checkpoint {
  const { text, signatures, ...checkpoint } = parseCheckpoint(note);
  if (checkpoint.origin !== key.origin) {
    throw new Unverified(`The checkpoint belongs to the log ${checkpoint.origin}, the key to ${key.origin}`);
  }
  const own = signatures.filter((line) => line.name === key.origin && line.keyId === key.keyId);
  if (own.length === 0) throw new Unverified(`The checkpoint is not signed by the key ${key.keyId}`);
  if (!own.every((line) => digest.ed25519Verifies(key.publicKey, text, line.signature))) {
    throw new Unverified(`The signature of the key ${key.keyId} on the checkpoint is not valid`);
  }
  return checkpoint;
}

function parseSignature(line: string): SignedCheckpoint['signatures'][number] {
  const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  if (name === undefined || encoded === undefined)
    throw new Unverified('A signature line reads `— name base64`');
  const bytes = fromBase64(encoded, 'A signature of the checkpoint');
  if (bytes.length < 5) throw new Unverified('A signature of the checkpoint is too short');
  return { name, keyId: toHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
}
