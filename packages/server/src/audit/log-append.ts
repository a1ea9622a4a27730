import { appendLeaf, leafHash, type TreeHead, type TreeNode } from '@attain/domain/proofs/merkle';
import { Unverified } from '@attain/domain/proofs/unverified';
import { buildEntry, type EntryFacts, entryBody } from './entry.ts';
import { nodeDigest } from './node-digest.ts';

/** All that one append leaves to be stored, in the same transaction as the act itself. */
export interface Appended {
  readonly leafIndex: number;
  /** The exact bytes that were hashed, as text; store it unchanged. */
  readonly body: string;
  readonly leafHash: Uint8Array;
  readonly newHead: TreeHead;
  /** Inner nodes (level ≥ 1) this entry finished; node (0, leafIndex) is `leafHash` itself. On average one per entry. */
  readonly newNodes: readonly TreeNode[];
}

/**
 * Appends an act to the log with this head; pure. The caller locks the head's row, calls this, stores everything and commits.
 * Costs at most 2 × log₂(size) hashes. Throws `Unverified` for facts that make no entry, RangeError for a damaged head.
 */
export function appendEntry(head: TreeHead, facts: EntryFacts): Appended {
  const body = entryBody(buildEntry(facts, head.size));
  const leaf = leafHash(nodeDigest, Buffer.from(body, 'utf8'));
  const { head: newHead, finished } = appendLeaf(nodeDigest, head, leaf);
  return { leafIndex: head.size, body, leafHash: leaf, newHead, newNodes: finished };
}

/** A frontier as one run of bytes, 32 per hash, for a single column. */
export function packFrontier(frontier: readonly Uint8Array[]): Buffer {
  return Buffer.concat(frontier);
}

/** The hashes of a packed frontier. Throws `Unverified` when the bytes are not whole hashes. */
export function unpackFrontier(packed: Uint8Array): readonly Uint8Array[] {
  if (packed.length % 32 !== 0) throw new Unverified('The stored frontier is not a row of 32-byte hashes');
  return Array.from({ length: packed.length / 32 }, (_, at) => packed.subarray(at * 32, at * 32 + 32));
}
