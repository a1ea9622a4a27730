import { canonicalText, NotCanonical } from '@attain/domain/proofs/canonical';
import { type AuditEntry, parseEntry } from '@attain/domain/proofs/entry';
import { emptyHead, leafHash } from '@attain/domain/proofs/merkle';
import { Unverified } from '@attain/domain/proofs/unverified';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from './canonical.ts';
import { buildEntry, entryBody, requestTrace } from './entry.ts';
import { factsOf, writtenLog } from './log.fixture.ts';
import { appendEntry, packFrontier, unpackFrontier } from './log-append.ts';
import { nodeDigest } from './node-digest.ts';

const facts = factsOf(12, 'attain.example/t');
const entry = buildEntry(facts, 12);

describe('[AUD-7] an entry is complete, strict and free of what must be erasable', () => {
  test('what was built is read back as itself', () => {
    expect(parseEntry(entryBody(entry))).toEqual(entry);
    expect(entry.ts).toBe('2026-01-01T00:00:12.000000Z');
    expect(entry.reason).toEqual({ code: 'correction', textHash: sha256Hex('Because of 12') });
    expect(entry).toMatchObject({ v: 1, env: 'production', policy: null, personal: null, request: null });
  });

  test('codes of a reason that are too long are cut at a whole one, with the hash of all of them', () => {
    const codes = Array.from({ length: 60 }, (_, at) => `read:things-${at}`).join(',');
    const { reason } = buildEntry({ ...facts, reason: { code: codes } }, 12);
    expect(reason?.code).toMatch(/^read:things-0,.*read:things-\d\d,…$/);
    expect(reason?.code.length).toBeLessThanOrEqual(500);
    expect(reason?.textHash).toBe(sha256Hex(codes));
    expect(codes.startsWith(String(reason?.code).slice(0, -1))).toBe(true);
    const long = buildEntry({ ...facts, reason: { code: 'x'.repeat(501), text: 'Why' } }, 12).reason;
    expect(long).toEqual({ code: `${'x'.repeat(499)}…`, textHash: sha256Hex('Why') });
  });

  const broken: readonly (readonly [string, object, RegExp])[] = [
    ['another version', { v: 2 }, /entry\.v/],
    ['a missing member', { app: undefined }, /entry\.app is missing/],
    ['an unknown member', { salary: '1' }, /entry\.salary is not a known member/],
    ['an unknown actor', { actor: { ...entry.actor, kind: 'robot' } }, /entry\.actor\.kind/],
    ['a short hash', { before: 'abc' }, /entry\.before/],
    ['an upper-case hash', { after: sha256Hex('x').toUpperCase() }, /entry\.after/],
    ['evidence that is no hash', { evidence: ['see mail'] }, /entry\.evidence\[0\]/],
    ['a day that does not exist', { ts: '2026-02-30T00:00:00.000000Z' }, /not an existing date/],
    ['a time without microseconds', { ts: '2026-02-03T00:00:00.000Z' }, /entry\.ts/],
    ['an action without a noun', { action: 'changed' }, /entry\.action/],
    ['an index below 0', { index: -1 }, /entry\.index/],
    ['a text without end', { object: { ...entry.object, id: 'x'.repeat(501) } }, /entry\.object\.id/],
    ['a reason in words', { reason: { code: 'other', textHash: 'because' } }, /entry\.reason\.textHash/],
  ];
  test.each(broken)('%s is refused', (_name, change, message) => {
    const changed = { ...entry, ...change };
    const body = canonicalText(JSON.parse(JSON.stringify(changed)));
    expect(() => parseEntry(body)).toThrow(message);
  });

  test('a body that is not canonical is refused', () => {
    expect(() => parseEntry(`${entryBody(entry)} `)).toThrow(NotCanonical);
    expect(() => parseEntry(JSON.stringify(entry))).toThrow(NotCanonical);
  });

  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
    ['2001:0DB8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['', null],
    ['unix:', null],
    ['localhost', null],
  ])('of the address %s the log keeps %s', (address, kept) => {
    const trace = requestTrace({ id: 'r1', idempotencyKey: 'k', address, userAgent: 'Browser/1' });
    expect(trace).toEqual({
      id: 'r1',
      idemKeyHash: sha256Hex('k'),
      ipTrunc: kept,
      uaHash: sha256Hex('Browser/1'),
    });
  });

  test('a request without key and browser leaves neither', () => {
    const trace = requestTrace({ id: 'job', idempotencyKey: null, address: '', userAgent: '' });
    expect(trace).toEqual({ id: 'job', idemKeyHash: null, ipTrunc: null, uaHash: null });
    expect(buildEntry({ ...facts, request: trace }, 0).request).toEqual(trace);
  });
});

describe('[AUD-8] appending gives the database all it has to store', () => {
  test('the entry stands where the log ends, and its hash is that of the stored bytes', () => {
    const first = appendEntry(emptyHead(nodeDigest), factsOf(0, 'attain.example/t'));
    const second = appendEntry(first.newHead, factsOf(1, 'attain.example/t'));
    expect([first.leafIndex, second.leafIndex]).toEqual([0, 1]);
    const stored = JSON.parse(second.body) as AuditEntry;
    expect([stored.index, stored.log]).toEqual([1, 'attain.example/t']);
    expect(second.leafHash).toEqual(leafHash(nodeDigest, Buffer.from(second.body)));
    expect(first.newNodes).toEqual([]);
    expect(second.newNodes).toEqual([{ level: 1, index: 0, hash: second.newHead.root }]);
    expect(second.newHead.size).toBe(2);
  });

  test('a head survives its way through the database', () => {
    const { heads } = writtenLog('attain.example/t', 40);
    for (const head of heads) {
      const packed = packFrontier(head.frontier);
      expect(unpackFrontier(packed)).toEqual(head.frontier);
      expect(() => appendEntry({ ...head, frontier: unpackFrontier(packed) }, facts)).not.toThrow();
    }
    expect(() => unpackFrontier(Buffer.alloc(33))).toThrow(Unverified);
  });

  test('facts that make no entry are refused before anything is hashed', () => {
    expect(() => appendEntry(emptyHead(nodeDigest), { ...facts, action: '' })).toThrow(/entry\.action/);
    expect(() => appendEntry(emptyHead(nodeDigest), { ...facts, at: new Date(Number.NaN) })).toThrow(
      /entry\.ts/,
    );
    expect(() => appendEntry(emptyHead(nodeDigest), { ...facts, before: 'x' })).toThrow(/entry\.before/);
  });
});
