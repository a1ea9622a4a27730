import { Readable } from 'node:stream';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { type LogLine, writeEntry, writeHeader } from '@attain/domain/proofs/log-file';
import { appendLeaf, emptyHead, leafHash, type TreeHead } from '@attain/domain/proofs/merkle';
import { Unverified } from '@attain/domain/proofs/unverified';
import { verdictText } from '@attain/domain/proofs/verdict';
import { type LogVerdict, verifyLog } from '@attain/domain/proofs/verify-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from './canonical.ts';
import { signCheckpoint } from './checkpoint.ts';
import { bodyOf, exported, factsOf, type WrittenLog, writtenLog } from './log.fixture.ts';
import { generateSigningKey, signerOf } from './log-key.ts';
import { linesOf } from './log-lines.ts';
import { nodeDigest } from './node-digest.ts';

const origin = 'attain.example/t';
const pem = generateSigningKey();
const signer = signerOf(origin, pem);
const pinned = { pin: signer.fingerprint, origin };
/** Begun by a release up to 0.1, whose entries state their place. */
const log = writtenLog(origin, 60, 25);
const clean = exported(log, signer);

const outcomeOf = (verdict: LogVerdict, step: string) =>
  verdict.steps.find((one) => one.step === step)?.outcome;
const leafHex = (body: string) => Buffer.from(leafHash(nodeDigest, Buffer.from(body))).toString('hex');

/** The log as its thief would rebuild it: with true hashes and a true tree over false entries, each in its place. */
function rebuilt(lines: readonly LogLine[]): WrittenLog {
  const placed = lines.map((line, leafIndex) => {
    const entry = JSON.parse(line.body) as { v: number };
    const body = canonicalText(entry.v === 1 ? { ...entry, index: leafIndex } : entry);
    return { ...line, body };
  });
  return rebuiltAs(placed);
}

/** A true tree over exactly these texts. */
function rebuiltAs(lines: readonly LogLine[]): WrittenLog {
  const heads: TreeHead[] = [emptyHead(nodeDigest)];
  const kept = lines.map(({ body }, leafIndex) => {
    heads.push(appendLeaf(nodeDigest, heads.at(-1)!, leafHash(nodeDigest, Buffer.from(body))).head);
    return { leafIndex, leafHash: leafHex(body), body };
  });
  return { lines: kept, heads };
}

describe('[AUD-9] a whole log is checked without the server', () => {
  test('a true log passes, and says what was looked at', async () => {
    const older = signCheckpoint(signer, log.heads[33]!);
    const verdict = await verifyLog(nodeDigest, exported(log, signer, 20), {
      ...pinned,
      olderCheckpoint: older,
    });
    expect(verdict.steps.map((step) => step.outcome)).toEqual(Array(8).fill('PASS'));
    expect(verdict).toMatchObject({ ok: true, origin, entries: 60, firstBadIndex: null });
    expect(verdict.root).toBe(Buffer.from(log.heads[60]!.root).toString('hex'));
    expect(verdictText(verdict)).toMatch(/PASS {2}root: .*\n(.*\n)*VERIFIED\n$/);
  });

  test('without a pinned key it says so and shows the fingerprint to compare', async () => {
    const verdict = await verifyLog(nodeDigest, clean);
    expect(verdict.ok).toBe(true);
    expect(outcomeOf(verdict, 'key')).toBe('SKIP');
    expect(verdictText(verdict)).toContain(signer.fingerprint);
  });

  test('no false alarm on 1,000 true logs of 0 to 40 entries', async () => {
    for (let run = 0; run < 1_000; run += 1) {
      const size = run % 41;
      const part = { lines: log.lines.slice(0, size), heads: log.heads.slice(0, size + 1) };
      const verdict = await verifyLog(nodeDigest, exported(part, signer, run % 6), pinned);
      if (!verdict.ok) expect(verdictText(verdict)).toBe(`size ${size}`);
    }
  });

  test('the file is read from bytes, cut anywhere, and only as UTF-8', async () => {
    const bytes = Buffer.from(`${clean.join('\n')}\n`);
    for (const width of [1, 7, 1_000, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / width) }, (_, at) =>
        bytes.subarray(at * width, (at + 1) * width),
      );
      expect((await verifyLog(nodeDigest, linesOf(Readable.from(chunks)), pinned)).ok).toBe(true);
    }
    const verdict = await verifyLog(nodeDigest, linesOf(Readable.from([Buffer.from([0xff, 0x0a])])), pinned);
    expect(verdict.steps[0]).toMatchObject({ outcome: 'FAIL', message: 'The file is not UTF-8 text' });
    expect((await verifyLog(nodeDigest, [])).steps[0]!.message).toBe('The file is empty');
    const megabyte = Buffer.alloc(1_000_000, 'x');
    const endless = linesOf(Readable.from(Array.from({ length: 65 }, () => megabyte)));
    await expect(endless.next()).rejects.toThrow(Unverified);
  });
});

describe('[AUD-7] [AUD-9] a log with entries of both formats', () => {
  test('is accepted, and an entry that states another place is not', async () => {
    const formats = log.lines.map(({ body }) => (JSON.parse(body) as { v: number }).v);
    expect(formats).toEqual([...Array(25).fill(1), ...Array(35).fill(2)]);
    expect((await verifyLog(nodeDigest, exported(log, signer, 7), pinned)).ok).toBe(true);
    const body = log.lines[3]!.body.replace('"index":3', '"index":4');
    const moved = rebuiltAs(log.lines.with(3, { ...log.lines[3]!, body }));
    const verdict = await verifyLog(nodeDigest, exported(moved, signer), pinned);
    expect([verdict.ok, verdict.firstBadIndex]).toEqual([false, 3]);
    expect(verdictText(verdict)).toContain('it states the number 4');
  });
});

describe('[AUD-9] every tampering is found and its first entry named', () => {
  const tampering = fc.record({
    kind: fc.constantFrom('edit', 'byte', 'delete', 'insert', 'swap', 'truncate', 'transplant'),
    at: fc.nat(59),
    other: fc.nat(59),
    seed: fc.nat(),
    /** Whether the thief also makes the leaf hashes and places fit, as somebody with the whole database can. */
    thorough: fc.boolean(),
  });

  test('700 random edits, deletions, insertions, swaps, truncations and transplants', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(tampering, async (act) => {
        const lines = tampered(act);
        const thief = act.thorough && act.kind !== 'byte' ? rebuilt(lines).lines : lines;
        const text = thief.map((line) => (typeof line === 'string' ? line : writeEntry(line)));
        const first = text.findIndex((line, at) => line !== clean[at + 1]);
        const firstChanged = first === -1 ? text.length : first;
        if (firstChanged === 60 && text.length === 60) return;
        const verdict = await verifyLog(nodeDigest, [clean[0]!, ...text], pinned);
        expect(verdict.ok).toBe(false);
        expect(verdict.firstBadIndex).not.toBeNull();
        // Nothing but a signed head can tell a shortened log from one that was wholly rewritten.
        const hidden = (act.thorough && act.kind !== 'byte') || firstChanged === text.length;
        if (hidden) expect(verdict.firstBadIndex).toBeLessThanOrEqual(firstChanged);
        else expect(verdict.firstBadIndex).toBe(firstChanged);
        found += 1;
      }),
      { numRuns: 700 },
    );
    expect(found).toBeGreaterThan(600);
  });

  function tampered(act: { kind: string; at: number; other: number; seed: number }): LogLine[] {
    const lines = [...log.lines];
    const line = lines[act.at]!;
    if (act.kind === 'edit') lines[act.at] = { ...line, body: edited(line.body, act.seed) };
    if (act.kind === 'byte') {
      const bytes = Buffer.from(line.body);
      bytes[act.seed % bytes.length]! ^= 1 + (act.seed % 127);
      lines[act.at] = { ...line, body: bytes.toString('utf8') };
    }
    if (act.kind === 'delete') lines.splice(act.at, 1);
    if (act.kind === 'insert') lines.splice(act.at, 0, lines[act.other]!);
    if (act.kind === 'swap') [lines[act.at], lines[act.other]] = [lines[act.other]!, line];
    if (act.kind === 'truncate') lines.length = act.at;
    if (act.kind === 'transplant') {
      const body = bodyOf(factsOf(act.at, 'other.example'), act.at);
      lines[act.at] = { leafIndex: act.at, leafHash: leafHex(body), body };
    }
    return lines;
  }

  function edited(body: string, seed: number): string {
    const entry = JSON.parse(body) as Record<string, unknown>;
    const changes: Record<string, unknown>[] = [
      { actor: { id: 'somebody-else', kind: 'user', sessionHash: null, onBehalfOf: null } },
      { after: sha256Hex('more money') },
      { before: sha256Hex('less money') },
      { action: 'plan.approved' },
      { ts: '2025-01-01T00:00:00.000000Z' },
      { reason: { code: 'none', textHash: null } },
      { evidence: [sha256Hex('another file')] },
      { tenant: 'another' },
    ];
    return canonicalText({ ...entry, ...changes[seed % changes.length] });
  }

  test('any single byte of the file', async () => {
    const short = exported({ lines: log.lines.slice(0, 4), heads: log.heads.slice(0, 5) }, signer, 2).join(
      '\n',
    );
    const bytes = Buffer.from(short);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const changed = Buffer.from(bytes);
        changed[at]! ^= flip;
        expect((await verifyLog(nodeDigest, linesOf(Readable.from([changed])), pinned)).ok).toBe(false);
      }),
      { numRuns: 700 },
    );
  });

  test('signed heads inside the file narrow down where a thorough thief began', async () => {
    const lines = [...log.lines];
    lines[47] = { ...lines[47]!, body: edited(lines[47]!.body, 3) };
    const stolen = rebuilt(lines).lines.map(writeEntry);
    const withHeads = exported(log, signer, 10).map((line) => {
      const { leafIndex } = JSON.parse(line) as { leafIndex?: number };
      return leafIndex === undefined ? line : stolen[leafIndex]!;
    });
    const verdict = await verifyLog(nodeDigest, withHeads, pinned);
    expect(verdict.firstBadIndex).toBe(40);
    expect(verdictText(verdict)).toContain('between 40 and 49');
    expect(outcomeOf(verdict, 'signed heads')).toBe('FAIL');
  });

  test('a log signed anew by another key is refused by the pin, and by the name', async () => {
    const thief = signerOf(origin, generateSigningKey());
    const stolen = exported(rebuilt(log.lines.slice(3)), thief);
    const verdict = await verifyLog(nodeDigest, stolen, pinned);
    expect([verdict.ok, outcomeOf(verdict, 'key')]).toEqual([false, 'FAIL']);
    expect((await verifyLog(nodeDigest, clean, { origin: 'other.example' })).ok).toBe(false);
    const borrowed = [writeHeader({ key: signer.line, checkpoint: signCheckpoint(thief, log.heads[60]!) })];
    expect(
      outcomeOf(await verifyLog(nodeDigest, [...borrowed, ...clean.slice(1)], pinned), 'signature'),
    ).toBe('FAIL');
  });
});

describe('[AUD-10] a log that was rolled back or split is found with a checkpoint saved earlier', () => {
  const older = signCheckpoint(signer, log.heads[40]!);

  test('rolled back to an older head that was truly signed', async () => {
    const rolled = exported({ lines: log.lines.slice(0, 30), heads: log.heads.slice(0, 31) }, signer);
    expect((await verifyLog(nodeDigest, rolled, pinned)).ok).toBe(true);
    const verdict = await verifyLog(nodeDigest, rolled, { ...pinned, olderCheckpoint: older });
    expect([verdict.ok, verdict.firstBadIndex]).toEqual([false, 30]);
    expect(verdictText(verdict)).toContain('You saw 40 entries before; the file has 30');
    expect((await verifyLog(nodeDigest, [...clean.slice(0, 31)], pinned)).firstBadIndex).toBe(0);
    const cut = exported(log, signer, 10).slice(0, 1 + 45 + 4);
    const found = await verifyLog(nodeDigest, cut, pinned);
    expect(found).toMatchObject({ ok: false, entries: 45, firstBadIndex: 40 });
  });

  test('rebuilt and signed by the true key', async () => {
    const stolen = rebuilt([...log.lines.slice(0, 20), ...log.lines.slice(21)]);
    const forged = exported(stolen, signer);
    const verdict = await verifyLog(nodeDigest, forged, { ...pinned, olderCheckpoint: older });
    expect([verdict.ok, outcomeOf(verdict, 'older checkpoint')]).toEqual([false, 'FAIL']);
    const early = signCheckpoint(signer, log.heads[20]!);
    expect(
      outcomeOf(
        await verifyLog(nodeDigest, forged, { ...pinned, olderCheckpoint: early }),
        'older checkpoint',
      ),
    ).toBe('PASS');
  });

  test('an older checkpoint of another log or key says so', async () => {
    const foreign = signCheckpoint(signerOf('other.example', pem), log.heads[40]!);
    const verdict = await verifyLog(nodeDigest, clean, { ...pinned, olderCheckpoint: foreign });
    expect(verdictText(verdict)).toContain(
      'FAIL  older checkpoint: The checkpoint belongs to the log other.example',
    );
  });
});

describe('[AUD-11] what changed without leaving an entry shows in the next one', () => {
  const stated = (content: string | null) => (content === null ? null : sha256Hex(content));
  const history = (...steps: readonly (readonly [string | null, string | null])[]) => {
    const lines = steps.map(([before, after], at) => {
      const object = { type: 'plan', id: 'p1' };
      const facts = { ...factsOf(at, origin), object, before: stated(before), after: stated(after) };
      const body = bodyOf(facts, at);
      return { leafIndex: at, leafHash: leafHex(body), body };
    });
    return exported(rebuilt(lines), signer);
  };

  test('each change begins where the last one ended; acts that state nothing are left alone', async () => {
    const good = history([null, 'a'], [null, null], ['a', 'b'], ['b', null], [null, 'c']);
    expect((await verifyLog(nodeDigest, good, pinned)).ok).toBe(true);
    expect(
      (await verifyLog(nodeDigest, history(['loaded before the log began', 'b'], ['b', 'c']), pinned)).ok,
    ).toBe(true);
  });

  test('acts that version 0.1.0 recorded with other hashes raise no alarm, by version and act', async () => {
    const written = (app: string, action: string) => {
      const object = { type: 'hold', id: 'h1' };
      const acts = [
        { action: 'hold.placed', before: null, after: stated('hold') },
        { action, before: null, after: stated('release') },
        { action, before: null, after: stated('release 2') },
      ];
      const lines = acts.map((act, at) => {
        const body = bodyOf({ ...factsOf(at, origin), ...act, object, app }, at);
        return { leafIndex: at, leafHash: leafHex(body), body };
      });
      return verifyLog(nodeDigest, exported(rebuilt(lines), signer), pinned);
    };
    expect((await written('0.1.0', 'hold.released')).ok).toBe(true);
    expect((await written('0.1.1', 'hold.released')).firstBadIndex).toBe(1);
    expect((await written('0.1.0', 'hold.changed')).firstBadIndex).toBe(1);
  });

  test('a gap names the entry that found it', async () => {
    const verdict = await verifyLog(
      nodeDigest,
      history([null, 'a'], ['a', 'b'], ['changed by hand', 'c']),
      pinned,
    );
    expect([verdict.ok, verdict.firstBadIndex, outcomeOf(verdict, 'objects')]).toEqual([false, 2, 'FAIL']);
    expect(verdictText(verdict)).toContain('plan p1 changed since its last entry');
    expect((await verifyLog(nodeDigest, history([null, 'a'], [null, 'b']), pinned)).firstBadIndex).toBe(1);
  });
});
