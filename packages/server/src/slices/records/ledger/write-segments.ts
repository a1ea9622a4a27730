import type { TenantTx } from '../../../db/database.ts';
import type { CreditedRow } from './credited-deal.ts';
import { encodeSegment, hashOfSegment } from './segment.ts';
import {
  dealsOfQuarters,
  type NewSegment,
  replaceSegments,
  type SegmentKey,
  selectAllKeys,
  selectMarks,
  selectSegments,
  takeMarks,
  takeOwnMarks,
} from './segment-store.ts';

/** Quarters of participants that are read and written at once. */
const PORTION = 10_000;

/** Quarters that a transaction writes itself; more would keep an import or a request waiting. */
const MAX_OWN = 2_000;

/**
 * Writes the segments of the deals that this transaction has changed; called after the last change. Where they are many, they stay
 * marked until maintenance writes them.
 */
export async function writeSegments(tx: TenantTx): Promise<void> {
  await writeMarked(tx, await takeOwnMarks(tx, MAX_OWN));
}

/** Writes every segment that is marked, and returns those that were damaged. */
export async function writeAllSegments(tx: TenantTx): Promise<readonly SegmentKey[]> {
  const marks = await takeMarks(tx);
  await writeMarked(tx, marks);
  return marks.filter(({ reason }) => reason === 'damaged');
}

async function writeMarked(tx: TenantTx, marks: readonly SegmentKey[]): Promise<void> {
  for (const keys of portions(marks)) await replaceSegments(tx, keys, await segmentsOf(tx, keys));
}

/** How the stored segments compare with the deals. */
export interface LedgerCheck {
  /** Segments that the deals need. */
  readonly segments: number;
  readonly deals: number;
  readonly bytes: number;
  /** Quarters that are marked: rows are read in place of their segments. */
  readonly waiting: number;
  /** Other segments whose content or hash is not what the deals give, that are missing, or have no deals. */
  readonly differing: readonly SegmentKey[];
}

/** Makes every segment from the deals again and compares it, byte by byte, with the stored one; `repair` replaces those that differ and writes those that are marked. */
export async function checkLedger(tx: TenantTx, { repair }: { repair: boolean }): Promise<LedgerCheck> {
  const marks = repair ? await takeMarks(tx) : await selectMarks(tx);
  const waiting = new Set(repair ? [] : marks.map(keyText));
  const all = await selectAllKeys(tx);
  const seen = new Set(all.map(keyText));
  const differing: SegmentKey[] = [];
  let [segments, deals, bytes] = [0, 0, 0];
  for (const keys of portions([...all, ...marks.filter((key) => !seen.has(keyText(key)))])) {
    const made = new Map((await segmentsOf(tx, keys)).map((one) => [keyText(one), one]));
    const stored = new Map((await selectSegments(tx, keys)).map((one) => [keyText(one), one]));
    const others = keys.filter((key) => {
      if (waiting.has(keyText(key))) return false;
      const [one, other] = [made.get(keyText(key)), stored.get(keyText(key))];
      if (one === undefined || other === undefined) return one !== other;
      return !one.hash.equals(other.hash) || !one.content.equals(other.content);
    });
    const fresh = others.flatMap((key) => made.get(keyText(key)) ?? []);
    if (repair && others.length > 0) await replaceSegments(tx, others, fresh);
    differing.push(...others);
    segments += made.size;
    for (const one of made.values()) {
      deals += one.deals;
      bytes += one.content.length;
    }
  }
  return { segments, deals, bytes, waiting: waiting.size, differing };
}

function keyText({ payee, quarter }: SegmentKey): string {
  return `${quarter} ${payee}`;
}

/** Sorted, so that a portion has few participants. */
function* portions(keys: readonly SegmentKey[]): Generator<SegmentKey[]> {
  const sorted = keys
    .map(({ payee, quarter }) => ({ payee, quarter }))
    .sort((a, b) => (a.payee < b.payee ? -1 : a.payee > b.payee ? 1 : a.quarter < b.quarter ? -1 : 1));
  for (let at = 0; at < sorted.length; at += PORTION) yield sorted.slice(at, at + PORTION);
}

/** The segments of those of the quarters that have deals. */
async function segmentsOf(tx: TenantTx, keys: readonly SegmentKey[]): Promise<NewSegment[]> {
  const segments: NewSegment[] = [];
  let open = null as { readonly key: SegmentKey; readonly rows: CreditedRow[] } | null;
  for await (const portion of dealsOfQuarters(tx, keys)) {
    for (const row of portion) {
      const { payee, quarter } = row;
      if (open?.key.payee !== payee || open.key.quarter !== quarter) {
        if (open !== null) segments.push(segmentOf(open.key, open.rows));
        open = { key: { payee, quarter }, rows: [] };
      }
      open.rows.push(row);
    }
  }
  if (open !== null) segments.push(segmentOf(open.key, open.rows));
  return segments;
}

function segmentOf(key: SegmentKey, rows: readonly CreditedRow[]): NewSegment {
  const content = encodeSegment(key.payee, key.quarter, rows);
  return { ...key, deals: rows.length, hash: hashOfSegment({ ...key, content }), content };
}
