import type { Digest } from './digest.ts';

/**
 * The tree of RFC 9162 §2.1 over SHA-256. Sizes and indexes are whole numbers up to 2^53 − 1, hashes are 32 bytes;
 * anything else throws a RangeError when a tree is built, and fails verification of a proof.
 */

/**
 * Position of a complete subtree: its leaves are `[index × 2^level, (index + 1) × 2^level)`. Level 0 is a leaf hash.
 */
export interface NodeAddress {
  readonly level: number;
  readonly index: number;
}

/** A complete subtree's hash and position. Once finished it never changes. */
export interface TreeNode extends NodeAddress {
  readonly hash: Uint8Array;
}

/** All that is needed to append: the hashes of the complete subtrees the tree consists of, from left (largest) to right. */
export interface TreeHead {
  readonly size: number;
  readonly frontier: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** The hash of the leaf holding these bytes, or this text in UTF-8: SHA-256(0x00 ‖ bytes). */
export function leafHash(digest: Digest, content: Uint8Array | string): Uint8Array {
  if (typeof content === 'string') return digest.sha256(`\0${content}`);
  const bytes = new Uint8Array(content.length + 1);
  bytes.set(content, 1);
  return digest.sha256(bytes);
}

/** The hash of a node over its two children: SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(digest: Digest, left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(65);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 33);
  return digest.sha256(bytes);
}

/** The root of a tree without leaves: SHA-256 of nothing. */
export function emptyRoot(digest: Digest): Uint8Array {
  return digest.sha256('');
}

/** The head of a log nothing has been written to. */
export function emptyHead(digest: Digest): TreeHead {
  return { size: 0, frontier: [], root: emptyRoot(digest) };
}

/**
 * Appends one leaf in at most log₂(size) hashes. `finished` are the inner nodes (level ≥ 1) this leaf completed, bottom up;
 * the leaf hash itself is node (0, size).
 */
export function appendLeaf(
  digest: Digest,
  head: TreeHead,
  leaf: Uint8Array,
): { readonly head: TreeHead; readonly finished: readonly TreeNode[] } {
  mustBeHead(digest, head);
  if (!isHash(leaf)) throw new RangeError('A leaf hash has 32 bytes');
  const frontier = [...head.frontier];
  const finished = foldLeaf(digest, frontier, head.size, leaf);
  return { head: { size: head.size + 1, frontier, root: rootOf(digest, frontier) }, finished };
}

/**
 * Appends one leaf to a frontier in place, without checks and without computing the root: for walking a whole log.
 * Returns the inner nodes it completed, bottom up.
 */
export function foldLeaf(
  digest: Digest,
  frontier: Uint8Array[],
  size: number,
  leaf: Uint8Array,
): readonly TreeNode[] {
  const finished: TreeNode[] = [];
  let grown = leaf;
  let level = 0;
  // As in binary addition: each trailing one bit of the size is a subtree that the new leaf makes twice as large.
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    grown = nodeHash(digest, frontier.pop()!, grown);
    level += 1;
    finished.push({ level, index: Math.floor(rest / 2), hash: grown });
  }
  frontier.push(grown);
  return finished;
}

/** The root of the tree that consists of these complete subtrees, from left (largest) to right. */
export function rootOf(digest: Digest, frontier: readonly Uint8Array[]): Uint8Array {
  if (frontier.length === 0) return emptyRoot(digest);
  return frontier.reduceRight((right, left) => nodeHash(digest, left, right));
}

/** The complete subtrees that make up the leaves `[from, to)`, left to right; `from` must be aligned as in the tree. */
export function subtreesOf(from: number, to: number): readonly NodeAddress[] {
  const found: NodeAddress[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    let width = 1;
    while (at % (width * 2) === 0 && at + width * 2 <= to) {
      width *= 2;
      level += 1;
    }
    found.push({ level, index: at / width });
    at += width;
  }
  return found;
}

/** The largest power of two below a number ≥ 2: where RFC 9162 splits a tree of that size. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

export function isHash(value: Uint8Array): boolean {
  return value instanceof Uint8Array && value.length === 32;
}

/** True if two hashes are equal; never true for values that are not 32 bytes. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return isHash(one) && isHash(other) && one.every((byte, at) => byte === other[at]);
}

function mustBeHead(digest: Digest, head: TreeHead): void {
  if (!Number.isSafeInteger(head.size) || head.size < 0 || head.size >= Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`A log can't have ${head.size} entries`);
  }
  let ones = 0;
  for (let rest = head.size; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
  if (head.frontier.length !== ones || !head.frontier.every(isHash)) {
    throw new RangeError(`A log of ${head.size} entries has a frontier of ${ones} hashes of 32 bytes each`);
  }
  if (!sameHash(rootOf(digest, head.frontier), head.root)) {
    throw new RangeError('The head of the log is damaged: its root does not match its frontier');
  }
}
