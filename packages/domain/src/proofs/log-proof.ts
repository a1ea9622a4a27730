import { fromBase64, toBase64 } from './bytes.ts';
import { type Checkpoint, verifyCheckpoint } from './checkpoint.ts';
import type { ProofDigest } from './digest.ts';
import type { LogKey } from './log-key.ts';
import { isHash, leafHash } from './merkle.ts';
import { verifyInclusion } from './merkle-proof.ts';
import { countOf, Unverified } from './unverified.ts';

/** That one entry is in a log: its place, its inclusion proof and the signed head the proof leads to. */
export interface LogProof {
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The note of the signed head. */
  readonly checkpoint: string;
}

/** Writes a proof as C2SP `tlog-proof@v1` text, which other people's tools read too. */
export function writeLogProof(proof: LogProof): string {
  const path = proof.path.map((hash) => `${toBase64(hash)}\n`).join('');
  return `${firstLine}\nindex ${proof.index}\n${path}\n${proof.checkpoint}`;
}

/** Strictly parses C2SP `tlog-proof@v1` text; the optional `extra` line is rejected. Throws `Unverified`. */
export function readLogProof(text: string): LogProof {
  const end = text.indexOf('\n\n');
  const [first, second, ...hashes] = text.slice(0, Math.max(0, end)).split('\n');
  if (end < 0 || first !== firstLine || !second?.startsWith('index ') || hashes.length > 53) {
    throw new Unverified(`The proof is not \`${firstLine}\`, index, hashes, empty line, checkpoint`);
  }
  const path = hashes.map((hash) => fromBase64(hash, 'A hash of the proof'));
  if (!path.every(isHash)) throw new Unverified('A hash of the proof is not 32 bytes');
  return { index: countOf(second.slice(6), 'The index of the proof'), path, checkpoint: text.slice(end + 2) };
}

/** The signed head under which the proof shows this body to be an entry of the key's log. Throws `Unverified`. */
export function verifyLogProof(digest: ProofDigest, proof: LogProof, body: string, key: LogKey): Checkpoint {
  const head = verifyCheckpoint(digest, proof.checkpoint, key);
  const leaf = leafHash(digest, body);
  const claim = { index: proof.index, size: head.size, leaf, root: head.root, proof: proof.path };
  if (!verifyInclusion(digest, claim)) {
    throw new Unverified(
      `The proof does not lead from entry ${proof.index} to the signed head of ${head.size} entries`,
    );
  }
  return head;
}

const firstLine = 'c2sp.org/tlog-proof@v1';
