import { canonicalText, NotCanonical } from '@attain/domain/proofs/canonical';
import { parseEntry } from '@attain/domain/proofs/entry';
import { emptyHead, leafHash, type TreeNode } from '@attain/domain/proofs/merkle';
import { Unverified } from '@attain/domain/proofs/unverified';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from './canonical.ts';
import { buildEntry, entryBody, requestTrace } from './entry.ts';
import { bodyOf, factsOf, writtenLog } from './log.fixture.ts';
import { extendLog, packFrontier, unpackFrontier } from './log-append.ts';
import { nodeDigest } from './node-digest.ts';

const facts = factsOf(12, 'attain.example/t');
const id = '0198f2ad-0000-7000-8000-000000000012';
const entry = buildEntry(facts, id);

describe('[AUD-7] an entry is complete, strict and free of what must be erasable', () => {
  test('what was built is read back as itself', () => {
    expect(parseEntry(entryBody(entry))).toEqual(entry);
    expect(entry.ts).toBe('2026-01-01T00:00:12.000000Z');
    expect(entry.reason).toEqual({ code: 'correction', textHash: sha256Hex('Because of 12') });
    expect(entry).toMatchObject({ v: 2, id, env: 'production', policy: null, personal: null, request: null });
  });

  test('codes of a reason that are too long are cut at a whole one, with the hash of all of them', () => {
    const codes = Array.from({ length: 60 }, (_, at) => `read:things-${at}`).join(',');
    const { reason } = buildEntry({ ...facts, reason: { code: codes } }, id);
    expect(reason?.code).toMatch(/^read:things-0,.*read:things-\d\d,…$/);
    expect(reason?.code.length).toBeLessThanOrEqual(500);
    expect(reason?.textHash).toBe(sha256Hex(codes));
    expect(codes.startsWith(String(reason?.code).slice(0, -1))).toBe(true);
    const long = buildEntry({ ...facts, reason: { code: 'x'.repeat(501), text: 'Why' } }, id).reason;
    expect(long).toEqual({ code: `${'x'.repeat(499)}…`, textHash: sha256Hex('Why') });
  });

  const broken: readonly (readonly [string, object, RegExp])[] = [
    ['another version', { v: 3 }, /entry\.v/],
    ['a number of its own', { index: 12 }, /entry\.index is not a known member/],
    ['an id that is none', { id: '12' }, /entry\.id/],
    ['an old entry below 0', { v: 1, id: undefined, index: -1 }, /entry\.index/],
    ['an old entry with an id', { v: 1, index: 12 }, /entry\.id is not a known member/],
    ['a missing member', { app: undefined }, /entry\.app is missing/],
    ['an unknown member', { salary: '1' }, /entry\.salary is not a known member/],
    ['an unknown actor', { actor: { ...entry.actor, kind: 'robot' } }, /entry\.actor\.kind/],
    ['a short hash', { before: 'abc' }, /entry\.before/],
    ['an upper-case hash', { after: sha256Hex('x').toUpperCase() }, /entry\.after/],
    ['evidence that is no hash', { evidence: ['see mail'] }, /entry\.evidence\[0\]/],
    ['a day that does not exist', { ts: '2026-02-30T00:00:00.000000Z' }, /not an existing date/],
    ['a time without microseconds', { ts: '2026-02-03T00:00:00.000Z' }, /entry\.ts/],
    ['an action without a noun', { action: 'changed' }, /entry\.action/],
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
    expect(buildEntry({ ...facts, request: trace }, id).request).toEqual(trace);
  });
});

describe('[AUD-8] placing gives the database all it has to store', () => {
  const bodies = [0, 1, 2].map((at) => bodyOf(factsOf(at, 'attain.example/t'), at));

  test('entries follow where the log ends, and their hashes are those of the stored bytes', () => {
    const first = extendLog(emptyHead(nodeDigest), bodies.slice(0, 1));
    const second = extendLog(first.newHead, bodies.slice(1, 2));
    expect([first.newHead.size, second.newHead.size]).toEqual([1, 2]);
    expect(second.leafHashes).toEqual([leafHash(nodeDigest, Buffer.from(bodies[1]!))]);
    expect(first.newNodes).toEqual([]);
    expect(second.newNodes).toEqual([{ level: 1, index: 0, hash: second.newHead.root }]);
  });

  test('many at once give the same tree as one after the other, from any size on', () => {
    const { lines, heads } = writtenLog('attain.example/t', 70);
    for (let from = 0; from <= 35; from += 1) {
      const together = extendLog(
        heads[from]!,
        lines.slice(from, 2 * from).map(({ body }) => body),
      );
      const nodes: TreeNode[] = [];
      let head = heads[from]!;
      for (const { body } of lines.slice(from, 2 * from)) {
        const one = extendLog(head, [body]);
        nodes.push(...one.newNodes);
        head = one.newHead;
      }
      expect(together.newHead).toEqual(heads[2 * from]);
      expect([together.newNodes, together.newHead]).toEqual([nodes, head]);
    }
  });

  test('a head survives its way through the database', () => {
    const { heads } = writtenLog('attain.example/t', 40);
    for (const head of heads) {
      const packed = packFrontier(head.frontier);
      expect(unpackFrontier(packed)).toEqual(head.frontier);
      expect(() => extendLog({ ...head, frontier: unpackFrontier(packed) }, bodies)).not.toThrow();
    }
    expect(() => unpackFrontier(Buffer.alloc(33))).toThrow(Unverified);
  });

  test('a damaged head is refused', () => {
    const { newHead } = extendLog(emptyHead(nodeDigest), bodies);
    expect(() => extendLog({ ...newHead, size: 4 }, bodies)).toThrow(RangeError);
    expect(() => extendLog({ ...newHead, root: Buffer.alloc(32) }, bodies)).toThrow(/damaged/);
  });

  test('facts that make no entry are refused before anything is hashed', () => {
    expect(() => buildEntry({ ...facts, action: '' }, id)).toThrow(/entry\.action/);
    expect(() => buildEntry({ ...facts, at: new Date(Number.NaN) }, id)).toThrow(/entry\.ts/);
    expect(() => buildEntry({ ...facts, before: 'x' }, id)).toThrow(/entry\.before/);
  });
});
