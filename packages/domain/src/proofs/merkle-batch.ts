import type { Digest } from './digest.ts';
import { foldLeaf, type NodeAddress, rootOf } from './merkle.ts';
import { inclusionProof } from './merkle-proof.ts';

/**
 * A finished tree over one batch (all statements of a calculation, all rows of an import). The log gets one entry with
 * `root`; each member keeps its `proof` and can prove on its own that it was in the batch.
 */
export interface BatchTree {
  readonly size: number;
  readonly root: Uint8Array;
  /** The inclusion proof of member `index`, at most log₂(size) + 1 hashes. Throws a RangeError if there is none. */
  proof(index: number): readonly Uint8Array[];
}

/** Builds the tree over leaf hashes in their order. A batch of none has the empty root and no proofs. */
export function batchTree(digest: Digest, leaves: readonly Uint8Array[]): BatchTree {
  const levels: Uint8Array[][] = [[]];
  const frontier: Uint8Array[] = [];
  for (const [index, leaf] of leaves.entries()) {
    levels[0]!.push(leaf);
    for (const node of foldLeaf(digest, frontier, index, leaf)) {
      levels[node.level] ??= [];
      levels[node.level]!.push(node.hash);
    }
  }
  const getNode = (address: NodeAddress) => levels[address.level]![address.index]!;
  return {
    size: leaves.length,
    root: rootOf(digest, frontier),
    proof: (index) => inclusionProof(digest, leaves.length, index, getNode),
  };
}
