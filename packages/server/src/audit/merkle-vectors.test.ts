import {
  verifyConsistency,
  verifyInclusion,
  verifySubtreeConsistency,
  verifySubtreeInclusion,
} from '@attain/domain/proofs/merkle-proof';
import { describe, expect, test } from 'vitest';
import { vectorFiles, vectorsArePresent, vectorText } from '../base/vectors.fixture.ts';
import { nodeDigest } from './node-digest.ts';

interface Vector {
  readonly [member: string]: unknown;
  readonly proof: readonly string[] | null;
  readonly desc: string;
  readonly wantErr: boolean;
}

const present = vectorsArePresent('merkle');

/** Runs each file of a folder and answers those where our verdict is not the strangers'. */
function disagreements(folder: string, verdict: (vector: Vector) => boolean): readonly string[] {
  const found: string[] = [];
  for (const file of vectorFiles(`merkle/${folder}`)) {
    const vector = JSON.parse(vectorText(file)) as Vector;
    if (verdict(vector) === vector.wantErr)
      found.push(`${vector.wantErr ? 'accepted' : 'refused'}: ${vector.desc}`);
  }
  return found.sort();
}

const hash = (vector: Vector, member: string) => Buffer.from(String(vector[member]), 'base64');
const number = (vector: Vector, member: string) => Number(vector[member]);
const proof = (vector: Vector) => (vector.proof ?? []).map((text) => Buffer.from(text, 'base64'));

describe('[AUD-4] the proof vectors of transparency-dev/merkle', () => {
  test.skipIf(!present)('98 inclusion vectors: the same verdict on each', () => {
    expect(vectorFiles('merkle/inclusion')).toHaveLength(98);
    const verdict = (vector: Vector) =>
      verifyInclusion(nodeDigest, {
        index: number(vector, 'leafIdx'),
        size: number(vector, 'treeSize'),
        leaf: hash(vector, 'leafHash'),
        root: hash(vector, 'root'),
        proof: proof(vector),
      });
    expect(disagreements('inclusion', verdict)).toEqual([]);
  });

  test.skipIf(!present)('98 consistency vectors: stricter on one, whose roots are 12 bytes long', () => {
    expect(vectorFiles('merkle/consistency')).toHaveLength(98);
    const verdict = (vector: Vector) =>
      verifyConsistency(nodeDigest, {
        from: number(vector, 'size1'),
        to: number(vector, 'size2'),
        fromRoot: hash(vector, 'root1'),
        toRoot: hash(vector, 'root2'),
        proof: proof(vector),
      });
    expect(disagreements('consistency', verdict)).toEqual([
      'refused: sizes are equal (one) and proof is empty',
    ]);
  });

  test.skipIf(!present)(
    '196 subtree inclusion vectors (Merkle Tree Certificates draft): the same verdict',
    () => {
      const verdict = (vector: Vector) =>
        verifySubtreeInclusion(nodeDigest, {
          index: number(vector, 'leafIdx'),
          start: number(vector, 'start'),
          end: number(vector, 'end'),
          leaf: hash(vector, 'leafHash'),
          root: hash(vector, 'root'),
          proof: proof(vector),
        });
      expect(disagreements('subtreeinclusion', verdict)).toEqual([]);
    },
  );

  test.skipIf(!present)(
    'subtree consistency vectors (same draft): stricter on empty subtrees and 12-byte roots',
    () => {
      const verdict = (vector: Vector) =>
        verifySubtreeConsistency(nodeDigest, {
          start: number(vector, 'start'),
          end: number(vector, 'end'),
          size: number(vector, 'size'),
          subtreeRoot: hash(vector, 'root1'),
          root: hash(vector, 'root2'),
          proof: proof(vector),
        });
      // An empty subtree is in every tree, so such a "proof" says nothing; the others have roots of 12 bytes.
      expect(disagreements('subtreeconsistency', verdict)).toEqual([
        'refused: sizes are equal (one) and proof is empty',
        'refused: subtree is empty sizes are equal (one) subtree root valid proof is empty',
        'refused: subtree is empty sizes are equal (one) subtree root valid tree root random proof is empty',
        'refused: subtree is empty sizes are equal (zero) subtree root valid proof is empty',
        'refused: subtree is empty sizes are equal (zero) subtree root valid tree root random proof is empty',
        'refused: subtree is empty subtree root valid proof is empty',
        'refused: subtree is empty subtree root valid tree root random proof is empty',
      ]);
    },
  );
});
