import { ed25519Verifies } from '../base/crypto.ts';
import type { LogKey, LogSigner } from './log-key.ts';
import { isHash, sameHash } from './merkle.ts';
import { verifyConsistency } from './merkle-proof.ts';
import { countOf, fromBase64, toBase64, Unverified } from './unverified.ts';

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

/**
 * Signs the head of a log as a C2SP note: `origin\nsize\nbase64(root)\n\n— origin base64(keyId ‖ signature)\n`.
 * Before it is handed out, `signNextCheckpoint` is the one to call: it never signs a second history.
 */
export function signCheckpoint(
  signer: LogSigner,
  head: { readonly size: number; readonly root: Uint8Array },
): string {
  if (!Number.isSafeInteger(head.size) || head.size < 0 || !isHash(head.root)) {
    throw new Unverified('A checkpoint needs a size and a root of 32 bytes');
  }
  const text = `${signer.origin}\n${head.size}\n${toBase64(head.root)}\n`;
  const signature = Buffer.concat([Buffer.from(signer.keyId, 'hex'), signer.sign(text)]);
  return `${text}\n— ${signer.origin} ${toBase64(signature)}\n`;
}

/**
 * Signs the next head of a log only when it extends the last signed one: the last note must verify under the signer's own
 * key, and `proof` (`consistencyProof(last.size, head.size)`) must hold. `last` is null for the first checkpoint only.
 * Throws `Unverified` when the log was shortened or rewritten since.
 */
export function signNextCheckpoint(next: {
  readonly signer: LogSigner;
  readonly last: string | null;
  readonly head: { readonly size: number; readonly root: Uint8Array };
  readonly proof: readonly Uint8Array[];
}): string {
  if (next.last !== null) mustExtend(verifyCheckpoint(next.last, next.signer), next.head, next.proof);
  return signCheckpoint(next.signer, next.head);
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
export function verifyCheckpoint(note: string, key: LogKey): Checkpoint {
  const { text, signatures, ...checkpoint } = parseCheckpoint(note);
  if (checkpoint.origin !== key.origin) {
    throw new Unverified(`The checkpoint belongs to the log ${checkpoint.origin}, the key to ${key.origin}`);
  }
  const own = signatures.filter((line) => line.name === key.origin && line.keyId === key.keyId);
  if (own.length === 0) throw new Unverified(`The checkpoint is not signed by the key ${key.keyId}`);
  if (!own.every((line) => ed25519Verifies(key.publicKey, text, line.signature))) {
    throw new Unverified(`The signature of the key ${key.keyId} on the checkpoint is not valid`);
  }
  return checkpoint;
}

function mustExtend(
  last: Checkpoint,
  head: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): void {
  if (head.size < last.size) {
    throw new Unverified(`The log has ${head.size} entries, but ${last.size} were signed; it was shortened`);
  }
  const kept =
    last.size === 0 ||
    (last.size === head.size
      ? sameHash(last.root, head.root)
      : verifyConsistency({ from: last.size, to: head.size, fromRoot: last.root, toRoot: head.root, proof }));
  if (!kept)
    throw new Unverified(
      `The first ${last.size} entries differ from those that were signed; nothing is signed`,
    );
}

function parseSignature(line: string): SignedCheckpoint['signatures'][number] {
  const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  if (name === undefined || encoded === undefined)
    throw new Unverified('A signature line reads `— name base64`');
  const bytes = fromBase64(encoded, 'A signature of the checkpoint');
  if (bytes.length < 5) throw new Unverified('A signature of the checkpoint is too short');
  return { name, keyId: Buffer.from(bytes.subarray(0, 4)).toString('hex'), signature: bytes.subarray(4) };
}
