import { type LogLine, writeCheckpoint, writeEntry, writeHeader } from '@attain/domain/proofs/log-file';
import { emptyHead, type TreeHead } from '@attain/domain/proofs/merkle';
import { sha256Hex } from './canonical.ts';
import { signCheckpoint } from './checkpoint.ts';
import type { EntryFacts } from './entry.ts';
import { appendEntry } from './log-append.ts';
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

/** A log as it lies in a database, with the head after every entry. */
export interface WrittenLog {
  readonly lines: readonly LogLine[];
  readonly heads: readonly TreeHead[];
}

/** Writes a log of so many believable acts. */
export function writtenLog(origin: string, size: number): WrittenLog {
  const heads: TreeHead[] = [emptyHead(nodeDigest)];
  const lines: LogLine[] = [];
  for (let at = 0; at < size; at += 1) {
    const added = appendEntry(heads[at]!, factsOf(at, origin));
    heads.push(added.newHead);
    lines.push({ leafIndex: at, leafHash: Buffer.from(added.leafHash).toString('hex'), body: added.body });
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
