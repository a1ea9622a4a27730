import { createHash } from 'node:crypto';
import { parseCheckpoint, verifyCheckpoint } from '@attain/domain/proofs/checkpoint';
import { isPinned, logKey, parseLogKey } from '@attain/domain/proofs/log-key';
import { appendLeaf, emptyHead, leafHash, type TreeHead } from '@attain/domain/proofs/merkle';
import { batchTree } from '@attain/domain/proofs/merkle-batch';
import { consistencyProof } from '@attain/domain/proofs/merkle-proof';
import { Unverified } from '@attain/domain/proofs/unverified';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signCheckpoint, signNextCheckpoint } from './checkpoint.ts';
import { generateSigningKey, signerOf } from './log-key.ts';
import { nodeDigest } from './node-digest.ts';

const origin = 'attain.example/tenant/1';
const pem = generateSigningKey();
const signer = signerOf(origin, pem);

const leaves = [0, 1, 2, 3, 4, 5, 6].map((entry) => leafHash(nodeDigest, Uint8Array.of(entry)));
const heads: TreeHead[] = [emptyHead(nodeDigest)];
for (const leaf of leaves) heads.push(appendLeaf(nodeDigest, heads.at(-1)!, leaf).head);
const proofBetween = (from: number, to: number) =>
  consistencyProof(nodeDigest, from, to, ({ level, index }) => {
    const width = 2 ** level;
    return batchTree(nodeDigest, leaves.slice(index * width, (index + 1) * width)).root;
  });

describe('[AUD-5] a checkpoint is a note only the key of the log can make', () => {
  test('the published key line of a stranger, the Go checksum database, has the id we compute', () => {
    const key = parseLogKey(
      nodeDigest,
      'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
    );
    expect(key.keyId).toBe('033de0ae');
    expect(key.fingerprint.startsWith(key.keyId)).toBe(true);
  });

  test('the note has the three lines, the name and the key id of the format', () => {
    const note = signCheckpoint(signer, heads[5]!);
    const root = Buffer.from(heads[5]!.root).toString('base64');
    expect(note.startsWith(`${origin}\n5\n${root}\n\n— ${origin} `)).toBe(true);
    const id = createHash('sha256').update(`${origin}\n`).update(Uint8Array.of(1)).update(signer.publicKey);
    expect(signer.keyId).toBe(id.digest('hex').slice(0, 8));
    const blob = Buffer.from(note.trimEnd().split(' ').at(-1)!, 'base64');
    expect(blob.length).toBe(68);
    expect(blob.subarray(0, 4).toString('hex')).toBe(signer.keyId);
    expect(verifyCheckpoint(nodeDigest, note, signer)).toEqual({
      origin,
      size: 5,
      root: new Uint8Array(heads[5]!.root),
    });
  });

  test('no byte of the note can be changed', () => {
    const note = Buffer.from(signCheckpoint(signer, heads[5]!));
    fc.assert(
      fc.property(fc.nat(note.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(note);
        changed[at]! ^= flip;
        expect(() => verifyCheckpoint(nodeDigest, changed.toString('utf8'), signer)).toThrow(Unverified);
      }),
      { numRuns: 500 },
    );
  });

  test('another key, another name, more lines or no signature are refused', () => {
    const note = signCheckpoint(signer, heads[5]!);
    expect(() => verifyCheckpoint(nodeDigest, note, signerOf(origin, generateSigningKey()))).toThrow(
      /not signed by the key/,
    );
    expect(() => verifyCheckpoint(nodeDigest, note, signerOf('other.example', pem))).toThrow(
      /belongs to the log/,
    );
    expect(() => parseCheckpoint(note.replace('\n\n', '\nextra\n\n'))).toThrow(/not a note/);
    expect(() => parseCheckpoint(`${note}\n`)).toThrow(/not a note/);
    expect(() => parseCheckpoint(note.slice(0, note.indexOf('—')))).toThrow(/not a note/);
    expect(() => parseCheckpoint(note.replace('\n5\n', '\n05\n'))).toThrow(/whole number/);
    expect(() => parseCheckpoint(note.replace('\n5\n', '\n9007199254740993\n'))).toThrow(/whole number/);
    expect(() => parseCheckpoint('')).toThrow(/not a note/);
  });

  test('the signature of a witness beside ours does no harm, a second wrong one of ours does', () => {
    const note = signCheckpoint(signer, heads[5]!);
    const witness = signCheckpoint(signerOf('witness.example', pem), heads[5]!).split('\n\n')[1]!;
    expect(verifyCheckpoint(nodeDigest, note + witness, signer).size).toBe(5);
    const wrong = signCheckpoint(signer, heads[6]!).split('\n\n')[1]!;
    expect(() => verifyCheckpoint(nodeDigest, note + wrong, signer)).toThrow(/not valid/);
  });
});

describe('[AUD-6] a second history is never signed', () => {
  const last = signCheckpoint(signer, heads[5]!);

  test('a log that grew is signed, and one that stands still', () => {
    const note = signNextCheckpoint({ signer, last, head: heads[7]!, proof: proofBetween(5, 7) });
    expect(verifyCheckpoint(nodeDigest, note, signer).size).toBe(7);
    expect(signNextCheckpoint({ signer, last, head: heads[5]!, proof: [] })).toBe(last);
    expect(
      verifyCheckpoint(
        nodeDigest,
        signNextCheckpoint({ signer, last: null, head: heads[1]!, proof: [] }),
        signer,
      ).size,
    ).toBe(1);
  });

  test('a log that was shortened, rewritten, or whose last note is not ours, is not', () => {
    const rebuilt = {
      size: 7,
      root: batchTree(nodeDigest, [leafHash(nodeDigest, Uint8Array.of(9)), ...leaves.slice(1)]).root,
    };
    const proof = proofBetween(5, 7);
    expect(() => signNextCheckpoint({ signer, last, head: heads[4]!, proof: [] })).toThrow(/shortened/);
    expect(() => signNextCheckpoint({ signer, last, head: rebuilt, proof })).toThrow(
      /differ from those that were signed/,
    );
    expect(() => signNextCheckpoint({ signer, last, head: { ...rebuilt, size: 5 }, proof: [] })).toThrow(
      /differ from those/,
    );
    const stranger = signerOf(origin, generateSigningKey());
    expect(() => signNextCheckpoint({ signer: stranger, last, head: heads[7]!, proof })).toThrow(
      /not signed/,
    );
    expect(() => signCheckpoint(signer, { size: 1, root: Buffer.alloc(31) })).toThrow(/32 bytes/);
  });
});

describe('[AUD-5] keys', () => {
  test('a key line reads back, and the PEM gives the same key again', () => {
    expect(parseLogKey(nodeDigest, signer.line)).toEqual(
      logKey(nodeDigest, origin, new Uint8Array(signer.publicKey)),
    );
    expect(signerOf(origin, pem).line).toBe(signer.line);
    expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  });

  test('the pin is the line or the full fingerprint, however it was typed; a short one is no pin', () => {
    const typed = signer.fingerprint.toUpperCase().replaceAll(/(..)/g, '$1:').slice(0, -1);
    expect(isPinned(signer, signer.line)).toBe(true);
    expect(isPinned(signer, signer.fingerprint)).toBe(true);
    expect(isPinned(signer, typed)).toBe(true);
    expect(isPinned(signer, signer.keyId)).toBe(false);
    expect(isPinned(signer, '')).toBe(false);
    expect(isPinned(signerOf('other.example', pem), signer.fingerprint)).toBe(false);
  });

  test('keys and names that cannot serve are refused', () => {
    expect(() => signerOf('with space', pem)).toThrow(Unverified);
    expect(() => signerOf('with+plus', pem)).toThrow(Unverified);
    expect(() => signerOf(origin, 'no key')).toThrow(/PKCS#8/);
    expect(() => parseLogKey(nodeDigest, signer.line.replace(/\+.{8}\+/, '+00000000+'))).toThrow(
      /states the fingerprint/,
    );
    expect(() => parseLogKey(nodeDigest, `${origin}+${signer.keyId}`)).toThrow(/key line/);
    expect(() => logKey(nodeDigest, origin, Buffer.alloc(31))).toThrow(/32 bytes/);
  });
});
