import {
  appendLeaf,
  emptyHead,
  emptyRoot,
  leafHash,
  type NodeAddress,
  nodeHash,
  sameHash,
  splitOf,
  type TreeHead,
} from '@attain/domain/proofs/merkle';
import { batchTree } from '@attain/domain/proofs/merkle-batch';
import {
  consistencyNodes,
  consistencyProof,
  frontierNodes,
  inclusionNodes,
  inclusionProof,
  verifyConsistency,
  verifyInclusion,
  verifySubtreeConsistency,
  verifySubtreeInclusion,
} from '@attain/domain/proofs/merkle-proof';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from './canonical.ts';
import { nodeDigest } from './node-digest.ts';

/** The definition of RFC 9162 §2.1.1, word for word and slow. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256('');
  if (leaves.length === 1) return leaves[0]!;
  const split = splitOf(leaves.length);
  return nodeHash(nodeDigest, naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

const leaves = Array.from({ length: 300 }, (_, index) => leafHash(nodeDigest, Buffer.from(`entry ${index}`)));
const heads: TreeHead[] = [emptyHead(nodeDigest)];
const stored = new Map<string, Uint8Array>();
const keyOf = (address: NodeAddress) => `${address.level}/${address.index}`;
for (const [index, leaf] of leaves.entries()) {
  const { head, finished } = appendLeaf(nodeDigest, heads[index]!, leaf);
  heads.push(head);
  stored.set(keyOf({ level: 0, index }), leaf);
  for (const node of finished) stored.set(keyOf(node), node.hash);
}
const getNode = (address: NodeAddress): Uint8Array => {
  const hash = stored.get(keyOf(address));
  if (!hash) throw new Error(`node ${keyOf(address)} is not stored`);
  return hash;
};

describe('[AUD-3] the log is the tree of RFC 9162', () => {
  test('leaf, node and empty root are what the RFC says', () => {
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    expect(hex(emptyRoot(nodeDigest))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(hex(leafHash(nodeDigest, new Uint8Array()))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    expect(
      sameHash(nodeHash(nodeDigest, leaves[0]!, leaves[1]!), nodeHash(nodeDigest, leaves[1]!, leaves[0]!)),
    ).toBe(false);
  });

  test('appending one by one gives the root of the definition, for every size up to 300', () => {
    for (const head of heads)
      expect(head.root, `size ${head.size}`).toEqual(naiveRoot(leaves.slice(0, head.size)));
  });

  test('each complete subtree is handed out once, when its last leaf comes; the frontier is made of them', () => {
    for (const head of heads) expect(frontierNodes(head.size).map(getNode)).toEqual(head.frontier);
    let subtrees = 0;
    for (let width = 1; width <= leaves.length; width *= 2) subtrees += Math.floor(leaves.length / width);
    expect(stored.size).toBe(subtrees);
  });

  test('a batch has the same tree', () => {
    for (const size of [0, 1, 2, 3, 7, 8, 100, 257]) {
      const batch = batchTree(nodeDigest, leaves.slice(0, size));
      expect(batch.root).toEqual(heads[size]!.root);
      for (let index = 0; index < size; index += 1) {
        const claim = { index, size, leaf: leaves[index]!, root: batch.root, proof: batch.proof(index) };
        expect(verifyInclusion(nodeDigest, claim)).toBe(true);
      }
      expect(() => batch.proof(size)).toThrow(RangeError);
    }
  });

  test('a damaged head is refused, and so is a leaf that is not a hash', () => {
    const head = heads[5]!;
    expect(() => appendLeaf(nodeDigest, { ...head, size: 7 }, leaves[5]!)).toThrow(/frontier of 3/);
    expect(() => appendLeaf(nodeDigest, { ...head, root: leaves[0]! }, leaves[5]!)).toThrow(/damaged/);
    expect(() =>
      appendLeaf(nodeDigest, { ...head, frontier: [leaves[0]!, Buffer.alloc(31)] }, leaves[5]!),
    ).toThrow(/32 bytes/);
    expect(() => appendLeaf(nodeDigest, { ...head, size: -1 }, leaves[5]!)).toThrow(RangeError);
    expect(() => appendLeaf(nodeDigest, head, Buffer.alloc(33))).toThrow(/32 bytes/);
  });
});

describe('[AUD-4] proofs prove, and nothing else does', () => {
  const sizes = fc.integer({ min: 1, max: leaves.length });

  test('every entry of every size up to 70 is proven, with ≤ log₂ + 1 hashes and only the nodes announced', () => {
    for (let size = 1; size <= 70; size += 1) {
      for (let index = 0; index < size; index += 1) {
        const announced = new Set(inclusionNodes(size, index).map(keyOf));
        const proof = inclusionProof(nodeDigest, size, index, (address) => {
          expect(announced.delete(keyOf(address))).toBe(true);
          return getNode(address);
        });
        expect(announced.size).toBe(0);
        expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        expect(
          verifyInclusion(nodeDigest, { index, size, leaf: leaves[index]!, root: heads[size]!.root, proof }),
        ).toBe(true);
      }
    }
  });

  test('every pair of sizes up to 70 is proven consistent, with only the nodes announced', () => {
    for (let to = 1; to <= 70; to += 1) {
      for (let from = 1; from <= to; from += 1) {
        const announced = new Set(consistencyNodes(from, to).map(keyOf));
        const proof = consistencyProof(nodeDigest, from, to, (address) => {
          expect(announced.delete(keyOf(address))).toBe(true);
          return getNode(address);
        });
        expect(announced.size).toBe(0);
        const claim = { from, to, fromRoot: heads[from]!.root, toRoot: heads[to]!.root, proof };
        expect(verifyConsistency(nodeDigest, claim)).toBe(true);
      }
    }
  });

  test('an inclusion proof for another leaf, index, size or root, or with one bit changed, fails', () => {
    const picks = fc.record({ size: sizes, at: fc.nat(), other: sizes, bit: fc.nat() });
    fc.assert(
      fc.property(picks, ({ size, at, other, bit }) => {
        const index = at % size;
        const proof = inclusionProof(nodeDigest, size, index, getNode);
        const claim = { index, size, leaf: leaves[index]!, root: heads[size]!.root, proof };
        expect(verifyInclusion(nodeDigest, claim)).toBe(true);
        if (other !== size) {
          expect(verifyInclusion(nodeDigest, { ...claim, root: heads[other]!.root })).toBe(false);
          expect(
            verifyInclusion(nodeDigest, { ...claim, leaf: leaves[index === other - 1 ? 0 : other - 1]! }) &&
              other - 1 !== index,
          ).toBe(false);
        }
        expect(verifyInclusion(nodeDigest, { ...claim, index: (index + 1) % size }) && size > 1).toBe(false);
        expect(verifyInclusion(nodeDigest, { ...claim, proof: [...proof, leaves[0]!] })).toBe(false);
        if (proof.length === 0) return;
        expect(verifyInclusion(nodeDigest, { ...claim, proof: proof.slice(1) })).toBe(false);
        const changed = proof.map((hash) => Uint8Array.from(hash));
        changed[bit % changed.length]![bit % 32]! ^= 1 << (bit % 8);
        expect(verifyInclusion(nodeDigest, { ...claim, proof: changed })).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a tree that was rebuilt is not consistent with the one before', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (to, first, changedAt) => {
        const from = (first % to) + 1;
        const rebuilt = [...leaves.slice(0, to)];
        rebuilt[changedAt % from] = leafHash(nodeDigest, Buffer.from('another entry'));
        const batch = batchTree(nodeDigest, rebuilt);
        const proof = consistencyProof(nodeDigest, from, to, getNode);
        const claim = { from, to, fromRoot: heads[from]!.root, toRoot: batch.root, proof };
        expect(verifyConsistency(nodeDigest, claim)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('size 0, other sizes and hashes that are not 32 bytes never verify', () => {
    const empty = emptyRoot(nodeDigest);
    expect(verifyInclusion(nodeDigest, { index: 0, size: 0, leaf: empty, root: empty, proof: [] })).toBe(
      false,
    );
    expect(verifyConsistency(nodeDigest, { from: 0, to: 0, fromRoot: empty, toRoot: empty, proof: [] })).toBe(
      false,
    );
    expect(
      verifyConsistency(nodeDigest, { from: 0, to: 1, fromRoot: empty, toRoot: leaves[0]!, proof: [] }),
    ).toBe(false);
    const short = Buffer.alloc(12);
    expect(verifyInclusion(nodeDigest, { index: 0, size: 1, leaf: short, root: short, proof: [] })).toBe(
      false,
    );
    expect(verifyConsistency(nodeDigest, { from: 1, to: 1, fromRoot: short, toRoot: short, proof: [] })).toBe(
      false,
    );
    for (const size of [2 ** 53, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(verifyInclusion(nodeDigest, { index: 0, size, leaf: empty, root: empty, proof: [] })).toBe(
        false,
      );
      expect(() => inclusionProof(nodeDigest, size, 0, getNode)).toThrow(RangeError);
      expect(() => consistencyProof(nodeDigest, 1, size, getNode)).toThrow(RangeError);
    }
    expect(() => inclusionProof(nodeDigest, 0, 0, getNode)).toThrow(RangeError);
    expect(() => consistencyProof(nodeDigest, 0, 5, getNode)).toThrow(RangeError);
    expect(() => consistencyProof(nodeDigest, 6, 5, getNode)).toThrow(RangeError);
    expect(() => inclusionProof(nodeDigest, 8, 0, () => short)).toThrow(RangeError);
  });

  test('a subtree inside the log is proven like the log itself', () => {
    const [start, end, size] = [8, 13, 14];
    const inner = batchTree(nodeDigest, leaves.slice(start, end));
    const claim = { index: 10, start, end, leaf: leaves[10]!, root: inner.root, proof: inner.proof(2) };
    expect(verifySubtreeInclusion(nodeDigest, claim)).toBe(true);
    expect(verifySubtreeInclusion(nodeDigest, { ...claim, start: 9, end: 14 })).toBe(false);
    // The draft's own example: MTH(12,13), MTH(13,14), MTH(8,12), MTH(0,8).
    const addresses = [
      { level: 0, index: 12 },
      { level: 0, index: 13 },
      { level: 2, index: 2 },
      { level: 3, index: 0 },
    ];
    const proof = addresses.map(getNode);
    const held = { start, end, size, subtreeRoot: inner.root, root: heads[size]!.root, proof };
    expect(verifySubtreeConsistency(nodeDigest, held)).toBe(true);
    expect(verifySubtreeConsistency(nodeDigest, { ...held, subtreeRoot: leaves[0]! })).toBe(false);
  });
});
