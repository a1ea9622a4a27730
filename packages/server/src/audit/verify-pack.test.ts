import { createPublicKey, verify } from 'node:crypto';
import { Readable } from 'node:stream';
import { type EvidencePack, packResults, signPack, writePack } from '@attain/domain/proofs/pack';
import { shortenedNote, withoutValues, withShortHashes } from '@attain/domain/proofs/redact-pack';
import { readPack, verifyingPack, verifyPack } from '@attain/domain/proofs/verify-pack';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalBytes, hashOf } from './canonical.ts';
import { generateSigningKey, signerOf } from './log-key.ts';
import { nodeDigest } from './node-digest.ts';
import { sealedPack } from './pack.fixture.ts';
import { tamperedPack } from './tampered-packs.fixture.ts';
import { verifyExport } from './verify-export.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object | null ? Mutable<T[K]> : T[K] };

const signer = signerOf('attain.example/t', generateSigningKey());
const pinned = { pin: signer.fingerprint, origin: signer.origin };
const pack = sealedPack(signer);

const outcomes = (content: string, trusted: { pin?: string; origin?: string } = pinned) =>
  verifyPack(nodeDigest, content, trusted).steps.map(({ step, outcome }) => `${step} ${outcome}`);
const failed = (content: string) => outcomes(content).filter((line) => line.endsWith('FAIL'));

/** The pack after a change; `rehashed` as somebody would write it who knows the format and has no key. */
function changed(change: (file: Mutable<EvidencePack>) => void, rehashed = false): string {
  const copy = JSON.parse(JSON.stringify(pack)) as Mutable<EvidencePack>;
  change(copy);
  if (rehashed) {
    for (const artifact of copy.artifacts) artifact.hash = hashOf(artifact.content);
    Object.assign(copy, packResults(nodeDigest, copy as EvidencePack));
  }
  return writePack(copy as EvidencePack);
}

describe('[AUD-18] an evidence pack is checked without the server', () => {
  test('all steps of a true pack pass, in the command as well', async () => {
    const steps = 'file hash artifacts payees commitments sums figures signature key log'.split(' ');
    expect(outcomes(writePack(pack))).toEqual(steps.map((step) => `${step} PASS`));
    const read = await verifyExport(Readable.from([Buffer.from(writePack(pack))]), pinned);
    expect([read.kind, read.verdict.ok]).toEqual(['pack', true]);
    expect(outcomes(writePack(pack), {})).toContain('key SKIP');
    // other work of the process gets a turn after each
    expect([...verifyingPack(nodeDigest, writePack(pack), pinned)]).toHaveLength(steps.length);
  });

  test('the hash is SHA-256 of the canonical manifest without its three results', () => {
    const { evidenceHash, regulatorHash, verificationStatus, salts, signature, audit, ...manifest } = pack;
    expect(hashOf(manifest)).toBe(evidenceHash);
    expect(regulatorHash).toBe(`REG-${evidenceHash.slice(0, 12)}`);
  });

  test('a change is found in the step it belongs to, even by somebody who hashes again', () => {
    expect(failed(changed((file) => (file.claim.riskScore = 3)))).toEqual(['hash FAIL']);
    expect(failed(changed((file) => (file.claim.riskScore = 3), true))).toEqual([
      'signature FAIL',
      'log FAIL',
    ]);
    expect(failed(changed((file) => (file.artifacts[1]!.hash = file.artifacts[0]!.hash)))).toContain(
      'artifacts FAIL',
    );
    const lost = changed((file) => void (file.artifacts[0]!.content.leaves as unknown[]).pop(), true);
    expect(failed(lost)).toContain('payees FAIL');
    const place = 'a1#/leaves/0/before';
    const other = (value: string) => pack.salts[place]!.replace('1000.50', value);
    expect(failed(changed((file) => (file.salts[place] = other('1000.51'))))).toEqual([
      'commitments FAIL',
      'sums FAIL',
    ]);
    const dearer = changed((file) => (file.claim.projectedSavings = '400.75'), true);
    expect(failed(dearer)).toContain('figures FAIL');
    const wrong = changed((file) => (file.figures[0]!.value = '300.76'), true);
    expect(failed(wrong)).toContain('figures FAIL');
    expect(
      failed(changed((file) => (file.audit!.entry = file.audit!.entry.replace('packed', 'viewed')))),
    ).toEqual(['log FAIL']);
  });

  test('another key, another log, no log', () => {
    const other = signerOf(signer.origin, generateSigningKey());
    expect(failed(changed((file) => (file.signature = { ...signPack(pack, other) } as never)))).toEqual([
      'signature FAIL',
    ]);
    expect(failed(writePack(sealedPack(other)))).toEqual(['key FAIL']);
    expect(failed(changed((file) => (file.audit = null)))).toEqual(['log FAIL']);
  });

  test('any single byte of the file', () => {
    const bytes = Buffer.from(writePack(pack));
    fc.assert(
      fc.property(fc.nat(bytes.length - 2), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const copy = Buffer.from(bytes);
        copy[at]! ^= flip;
        expect(verifyPack(nodeDigest, copy.toString('utf8'), pinned).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('any other value, list or order, even hashed again by somebody without the key', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(0x7fffffff)), (numbers) => {
        const { content, change } = tamperedPack(pack, (below) => numbers.next().value! % below);
        expect([change, verifyPack(nodeDigest, content, pinned).ok]).toEqual([change, false]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('the envelope is DSSE over an in-toto Statement v1, checked here by the letter of both', () => {
    const { payload, payloadType, signatures } = pack.signature!;
    const body = Buffer.from(payload, 'base64');
    const pae = Buffer.concat([
      Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `),
      body,
    ]);
    const x = Buffer.from(signer.publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, pae, key, Buffer.from(signatures[0]!.sig, 'base64'))).toBe(true);
    const statement = JSON.parse(body.toString('utf8'));
    expect(statement._type).toBe('https://in-toto.io/Statement/v1');
    expect(statement.subject).toEqual(
      pack.artifacts.map(({ id, hash }) => ({ name: id, digest: { sha256: hash } })),
    );
    expect(canonicalBytes(statement)).toEqual(body);
  });
});

describe('[AUD-19] [ASSIST-EVID-20] redaction', () => {
  test('withheld values change no hash, and the pack still verifies', () => {
    const redacted = withoutValues(pack);
    const text = writePack(redacted);
    expect(redacted.evidenceHash).toBe(pack.evidenceHash);
    expect(failed(text)).toEqual([]);
    expect(outcomes(text)).toContain('commitments SKIP');
    for (const secret of ['"ada"', 'ada', '1000.50']) expect(text).not.toContain(secret);
  });

  test('hashes are cut to 8 characters, and the file says that it can’t be verified', () => {
    const short = withShortHashes(pack);
    const text = JSON.stringify(short);
    expect(short.evidenceHash).toBe(pack.evidenceHash.slice(0, 8));
    expect(text).not.toMatch(/[0-9a-f]{9,}/);
    expect(short.note).toBe(shortenedNote);
    expect(() => readPack(text)).toThrow();
    expect(failed(`${canonicalBytes(short)}`)).toEqual(['file FAIL']);
  });
});
