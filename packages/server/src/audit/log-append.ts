import {
  appendLeaf,
  foldLeaf,
  leafHash,
  rootOf,
  type TreeHead,
  type TreeNode,
} from '@attain/domain/proofs/merkle';
import { Unverified } from '@attain/domain/proofs/unverified';
import { nodeDigest } from './node-digest.ts';

/** All that entries added to a log leave to be stored, in one transaction. */
export interface Extended {
  /** One per entry, in order; the first is the leaf at the old head's size. */
  readonly leafHashes: readonly Uint8Array[];
  readonly newHead: TreeHead;
  /** Inner nodes (level ≥ 1) that the entries finished; on average one per entry. */
  readonly newNodes: readonly TreeNode[];
}

/** Adds the exact texts of entries to the log with this head, in order; pure. Throws RangeError for a damaged head. */
export function extendLog(head: TreeHead, bodies: readonly string[]): Extended {
  const leafHashes = bodies.map((body) => leafHash(nodeDigest, body));
  const [first, ...others] = leafHashes;
  if (first === undefined) return { leafHashes, newHead: head, newNodes: [] };
  const begun = appendLeaf(nodeDigest, head, first);
  const frontier = [...begun.head.frontier];
  const newNodes = [...begun.finished];
  others.forEach((leaf, at) => {
    newNodes.push(...foldLeaf(nodeDigest, frontier, begun.head.size + at, leaf));
  });
  const newHead = { size: head.size + bodies.length, frontier, root: rootOf(nodeDigest, frontier) };
  return { leafHashes, newHead, newNodes };
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
