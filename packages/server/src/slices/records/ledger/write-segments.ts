import type { TenantTx } from '../../../db/database.ts';
import { holdTurn, tryTurn } from '../../../db/turns.ts';
import type { CreditedRow } from './credited-deal.ts';
import { encodeSegment, hashOfSegment, isDamaged } from './segment.ts';
import {
  dealsOfQuarters,
  haveMoreDeals,
  type Mark,
  type NewSegment,
  replaceSegments,
  type SegmentKey,
  selectAllKeys,
  selectMarks,
  selectOwnMarks,
  selectSegments,
  takeMarks,
} from './segment-store.ts';

/** Quarters of participants that are read and written at once. */
const PORTION = 10_000;

/** What a transaction writes itself; more would keep an import or a request waiting. */
const own = { quarters: 2_000, deals: 20_000 };

/** What one transaction of `writeMarked` writes. */
const portion = { quarters: 2_000, deals: 100_000 };

/**
 * Writes the segments of the deals that this transaction has changed; called after the last change. Where they are many, where another
 * transaction is writing, or where writing fails, they stay marked: maintenance writes them, and reports what fails.
 */
export async function writeSegments(tx: TenantTx): Promise<void> {
  await tx.client.query('SAVEPOINT segments');
  try {
    await writeOwn(tx);
  } catch {
    await tx.client.query('ROLLBACK TO SAVEPOINT segments');
  }
  await tx.client.query('RELEASE SAVEPOINT segments');
}

async function writeOwn(tx: TenantTx): Promise<void> {
  const keys = await selectOwnMarks(tx, own.quarters);
  if (keys === null || keys.length === 0) return;
  if (!(await mayWrite(tx)) || (await haveMoreDeals(tx, keys, own.deals))) return;
  await replaceSegments(tx, keys, await segmentsOf(tx, keys));
}

/**
 * One transaction of a workspace writes at a time, until it ends, and each of its statements sees what was committed before: a segment
 * never takes the place of a newer one. The others don't wait.
 */
async function mayWrite(tx: TenantTx): Promise<boolean> {
  const { rows } = await tx.client.query<{ each: boolean }>(
    `SELECT current_setting('transaction_isolation') = 'read committed' AS each`,
  );
  return rows[0]!.each && (await tryTurn(tx, 'write-segments', tx.tenantId));
}

/** Writes some of the segments that are marked, and returns their marks: none where no more are left or another transaction writes. */
export async function writeMarked(tx: TenantTx, limit: typeof portion = portion): Promise<readonly Mark[]> {
  if (!(await mayWrite(tx))) return [];
  const marks = await takeMarks(tx, limit);
  const keys = distinct(marks);
  if (keys.length > 0) await replaceSegments(tx, keys, await segmentsOf(tx, keys));
  return marks;
}

/** Writes every segment that is marked. */
export async function writeAllSegments(tx: TenantTx): Promise<void> {
  while ((await writeMarked(tx)).length > 0);
}

/** How the stored segments compare with the deals. */
export interface LedgerCheck {
  /** Segments that the deals need. */
  readonly segments: number;
  readonly deals: number;
  readonly bytes: number;
  /** Quarters that are marked: rows are read in place of their segments. They differ only where they are damaged. */
  readonly waiting: number;
  /** Other segments whose content or hash is not what the deals give, that are missing, or have no deals. */
  readonly differing: readonly SegmentKey[];
}

/** Makes every segment from the deals again and compares it, byte by byte, with the stored one; `repair` replaces those that differ and writes those that are marked. */
export async function checkLedger(tx: TenantTx, { repair }: { repair: boolean }): Promise<LedgerCheck> {
  if (repair) await holdTurn(tx, 'write-segments', tx.tenantId);
  const marks = distinct(repair ? await takeMarks(tx, everything) : await selectMarks(tx));
  const waiting = new Set(repair ? [] : marks.map(keyText));
  const all = await selectAllKeys(tx);
  const seen = new Set(all.map(keyText));
  const differing: SegmentKey[] = [];
  let [segments, deals, bytes] = [0, 0, 0];
  for (const keys of portions([...all, ...marks.filter((key) => !seen.has(keyText(key)))])) {
    const made = new Map((await segmentsOf(tx, keys)).map((one) => [keyText(one), one]));
    const stored = new Map((await selectSegments(tx, keys)).map((one) => [keyText(one), one]));
    const others = keys.filter((key) => {
      const [one, other] = [made.get(keyText(key)), stored.get(keyText(key))];
      if (waiting.has(keyText(key))) return other !== undefined && isDamaged(other);
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

const everything = { quarters: 2 ** 31, deals: 2 ** 53 };

/** A quarter may have marks of several transactions. */
function distinct(keys: readonly SegmentKey[]): SegmentKey[] {
  return [...new Map(keys.map((key) => [keyText(key), key])).values()];
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
