import { canonicalText } from '@attain/domain/proofs/canonical';
import { type LogLine, writeCheckpoint, writeEntry, writeHeader } from '@attain/domain/proofs/log-file';
import { emptyHead, type TreeHead } from '@attain/domain/proofs/merkle';
import { sha256Hex } from './canonical.ts';
import { signCheckpoint } from './checkpoint.ts';
import { buildEntry, type EntryFacts, entryBody } from './entry.ts';
import { extendLog } from './log-append.ts';
import type { LogSigner } from './log-key.ts';
import { nodeDigest } from './node-digest.ts';

/** A believable act number `at`: a few objects that are created, changed and changed again, and some that state nothing. */
export function factsOf(at: number, log: string, objects = 7): EntryFacts {
  const id = `plan-${at % objects}`;
  const round = Math.floor(at / objects);
  const silent = at % 5 === 4;
  return {
    log,
    at: new Date(Date.UTC(2026, 0, 1) + at * 1_000),
    tenant: '0198f2ad-0000-7000-8000-000000000001',
    actor: {
      id: `user-${at % 3}`,
      kind: at % 11 === 0 ? 'system' : 'user',
      sessionHash: sha256Hex('s'),
      onBehalfOf: null,
    },
    action: silent ? 'session.opened' : 'plan.changed',
    object: { type: silent ? 'session' : 'plan', id, version: silent ? null : String(round) },
    before: silent || round === 0 ? null : contentOf(id, at, objects),
    after: silent ? null : sha256Hex(`${id}@${at}`),
    reason: at % 2 === 0 ? { code: 'correction', text: `Because of ${at}` } : null,
    evidence: at % 3 === 0 ? [sha256Hex(`evidence ${at}`)] : [],
    app: 'e92e3c3',
  };
}

/** What the last entry before `at` that spoke of this object left it as. */
function contentOf(id: string, at: number, objects: number): string | null {
  for (let earlier = at - objects; earlier >= 0; earlier -= objects) {
    if (earlier % 5 !== 4) return sha256Hex(`${id}@${earlier}`);
  }
  return null;
}

/** An id for entry `at`, the same each time. */
function idOf(at: number): string {
  return `0198f2ad-0000-7000-8000-${String(at).padStart(12, '0')}`;
}

/** The text of entry `at` as it is written now. */
export function bodyOf(facts: EntryFacts, at: number): string {
  return entryBody(buildEntry(facts, idOf(at)));
}

/** The text of entry `at` as releases up to 0.1 wrote it. */
export function firstFormatBody(facts: EntryFacts, at: number): string {
  const { id: _id, ...members } = buildEntry(facts, idOf(at)) as { id: string };
  return canonicalText({ ...members, v: 1, index: at });
}

/** A log as it lies in a database, with the head after every entry. */
export interface WrittenLog {
  readonly lines: readonly LogLine[];
  readonly heads: readonly TreeHead[];
}

/** Writes a log of so many believable acts; the first `old` of them as releases up to 0.1 did. */
export function writtenLog(origin: string, size: number, old = 0): WrittenLog {
  const heads: TreeHead[] = [emptyHead(nodeDigest)];
  const lines: LogLine[] = [];
  for (let at = 0; at < size; at += 1) {
    const body = (at < old ? firstFormatBody : bodyOf)(factsOf(at, origin), at);
    const { newHead, leafHashes } = extendLog(heads[at]!, [body]);
    heads.push(newHead);
    lines.push({ leafIndex: at, leafHash: Buffer.from(leafHashes[0]!).toString('hex'), body });
  }
  return { lines, heads };
}

/** The export of a log, signed heads every `everyHead` entries included (0: none). */
export function exported(log: WrittenLog, signer: LogSigner, everyHead = 0): string[] {
  const header = { key: signer.line, checkpoint: signCheckpoint(signer, log.heads.at(-1)!) };
  const lines = [writeHeader(header)];
  for (const line of log.lines) {
    lines.push(writeEntry(line));
    const size = line.leafIndex + 1;
    if (everyHead > 0 && size % everyHead === 0)
      lines.push(writeCheckpoint(signCheckpoint(signer, log.heads[size]!)));
  }
  return lines;
}
