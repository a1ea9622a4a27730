import { toHex } from './bytes.ts';
import { type Digest, hashOf } from './digest.ts';
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

/**
 * What a log entry lists to vouch for a batch: its root, then a hash of size and root, both as hex. The root alone does not
 * tell the size, because several sizes share one inclusion proof. Entries of release 0.1 list the root only, as their last.
 */
export function batchEvidence(
  digest: Digest,
  { size, root }: Pick<BatchTree, 'size' | 'root'>,
): readonly [root: string, sizeAndRoot: string] {
  return [toHex(root), hashOf(digest, { size, root: toHex(root) })];
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
