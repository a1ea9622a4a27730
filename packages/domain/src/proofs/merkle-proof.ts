import type { Digest } from './digest.ts';
import { isHash, type NodeAddress, nodeHash, sameHash, splitOf, subtreesOf } from './merkle.ts';

/** Answers the hash of a stored complete subtree; level 0 is the leaf hash. Throws when it is not stored. */
export type GetNode = (address: NodeAddress) => Uint8Array;

/** That the leaf is number `index` of the tree with this size and root. */
export interface InclusionClaim {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** That the first `from` leaves of the tree with `toRoot` are the tree with `fromRoot`: it was only appended to. */
export interface ConsistencyClaim {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** That the leaf is number `index` of the log and below the subtree over `[start, end)`. */
export interface SubtreeInclusionClaim {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** That the subtree over `[start, end)` holds the very leaves that the tree of `size` and `root` has there. */
export interface SubtreeConsistencyClaim {
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly subtreeRoot: Uint8Array;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Checks an inclusion proof by RFC 9162 §2.1.3.2. A size of 0 or a hash that is not 32 bytes never verifies. */
export function verifyInclusion(digest: Digest, claim: InclusionClaim): boolean {
  return verifySubtreeInclusion(digest, { ...claim, start: 0, end: claim.size });
}

/** Checks a consistency proof by RFC 9162 §2.1.4.2. A size of 0 or a hash that is not 32 bytes never verifies. */
export function verifyConsistency(digest: Digest, claim: ConsistencyClaim): boolean {
  const { from, to, fromRoot, toRoot, proof } = claim;
  return verifySubtreeConsistency(digest, {
    start: 0,
    end: from,
    size: to,
    subtreeRoot: fromRoot,
    root: toRoot,
    proof,
  });
}

/** Checks a subtree inclusion proof (draft-ietf-plants-merkle-tree-certs §4.3); with `start` 0 it is RFC 9162's. */
export function verifySubtreeInclusion(digest: Digest, claim: SubtreeInclusionClaim): boolean {
  const { index, start, end, leaf, root, proof } = claim;
  if (!isSubtree(start, end) || !isCount(index) || index < start || index >= end || !isHash(root))
    return false;
  const found = rootFromInclusion(digest, { index: index - start, size: end - start, leaf, proof });
  return found !== null && sameHash(found, root);
}

/** The root an inclusion proof leads to, for when the root is what one wants to learn; null when the proof does not fit. */
export function rootFromInclusion(digest: Digest, claim: Omit<InclusionClaim, 'root'>): Uint8Array | null {
  const { index, size, leaf, proof } = claim;
  if (!isCount(size) || !isCount(index) || index >= size) return null;
  if (!isHash(leaf) || !proof.every(isHash)) return null;
  let at = index;
  let last = size - 1;
  let hash = leaf;
  for (const step of proof) {
    if (last === 0) return null;
    if (isOdd(at) || at === last) {
      hash = nodeHash(digest, step, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = nodeHash(digest, hash, step);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? hash : null;
}

/** Checks a subtree consistency proof (the same draft, §4.4.3); with `start` 0 it is RFC 9162's. */
export function verifySubtreeConsistency(digest: Digest, claim: SubtreeConsistencyClaim): boolean {
  const { start, end, size, subtreeRoot, root, proof } = claim;
  if (!isSubtree(start, end) || !isCount(size) || end > size) return false;
  if (!isHash(subtreeRoot) || !isHash(root) || !proof.every(isHash)) return false;
  let first = start;
  let last = end - 1;
  let final = size - 1;
  const shift = () => {
    [first, last, final] = [half(first), half(last), half(final)];
  };
  if (last === final) while (first !== last) shift();
  else while (first !== last && isOdd(last)) shift();
  const steps = [...proof];
  const seed = first === last ? subtreeRoot : steps.shift();
  if (seed === undefined) return false;
  let small = seed;
  let large = seed;
  for (const step of steps) {
    if (final === 0) return false;
    if (isOdd(last) || last === final) {
      if (first < last) small = nodeHash(digest, step, small);
      large = nodeHash(digest, step, large);
      while (!isOdd(last)) shift();
    } else {
      large = nodeHash(digest, large, step);
    }
    shift();
  }
  return final === 0 && sameHash(small, subtreeRoot) && sameHash(large, root);
}

/** The proof that leaf `index` is in the tree of `size`: at most log₂(size) + 1 hashes, bottom up. */
export function inclusionProof(
  digest: Digest,
  size: number,
  index: number,
  getNode: GetNode,
): readonly Uint8Array[] {
  return inclusionSpans(size, index).map((span) => hashSpan(digest, span, getNode));
}

/** The stored nodes `inclusionProof` will ask for, so that they can be fetched in one query. */
export function inclusionNodes(size: number, index: number): readonly NodeAddress[] {
  return inclusionSpans(size, index).flatMap((span) => subtreesOf(span.from, span.to));
}

/** The proof that the tree of `to` leaves begins with the tree of `from` leaves. Empty when both are the same size. */
export function consistencyProof(
  digest: Digest,
  from: number,
  to: number,
  getNode: GetNode,
): readonly Uint8Array[] {
  return consistencySpans(from, to).map((span) => hashSpan(digest, span, getNode));
}

/** The stored nodes `consistencyProof` will ask for, so that they can be fetched in one query. */
export function consistencyNodes(from: number, to: number): readonly NodeAddress[] {
  return consistencySpans(from, to).flatMap((span) => subtreesOf(span.from, span.to));
}

/** The stored nodes that make up the tree of `size`, left to right: its frontier. */
export function frontierNodes(size: number): readonly NodeAddress[] {
  return subtreesOf(0, size);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** PATH of RFC 9162 §2.1.3.1, walked from the root down and turned round. */
function inclusionSpans(size: number, index: number): readonly Span[] {
  if (!isCount(size) || !isCount(index) || index >= size) {
    throw new RangeError(`A log of ${size} entries has no entry ${index} to prove`);
  }
  const spans: Span[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      spans.push({ from: middle, to });
      to = middle;
    } else {
      spans.push({ from, to: middle });
      from = middle;
    }
  }
  return spans.reverse();
}

/** SUBPROOF of RFC 9162 §2.1.4.1, walked from the root down and turned round. */
function consistencySpans(small: number, large: number): readonly Span[] {
  if (!isCount(small) || !isCount(large) || small < 1 || small > large) {
    throw new RangeError(
      `There is no proof from ${small} to ${large} entries; the first must be 1 or more, and not larger`,
    );
  }
  const spans: Span[] = [];
  let from = 0;
  let to = large;
  while (small < to) {
    const middle = from + splitOf(to - from);
    if (small <= middle) {
      spans.push({ from: middle, to });
      to = middle;
    } else {
      spans.push({ from, to: middle });
      from = middle;
    }
  }
  if (from > 0) spans.push({ from, to });
  return spans.reverse();
}

function hashSpan(digest: Digest, span: Span, getNode: GetNode): Uint8Array {
  const hashes = subtreesOf(span.from, span.to).map((address) => {
    const hash = getNode(address);
    if (!isHash(hash))
      throw new RangeError(`Node ${address.index} of level ${address.level} is not 32 bytes`);
    return hash;
  });
  return hashes.reduceRight((right, left) => nodeHash(digest, left, right));
}

/** A subtree starts at a multiple of the power of two that covers it; the whole tree starts at 0. An empty one proves nothing. */
function isSubtree(start: number, end: number): boolean {
  if (!isCount(start) || !isCount(end) || start >= end) return false;
  let cover = 1;
  while (cover < end - start) cover *= 2;
  return start % cover === 0;
}

// Halves by division: shifts would cut numbers to 32 bits.
const half = (value: number) => Math.floor(value / 2);
const isOdd = (value: number) => value % 2 === 1;
const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
