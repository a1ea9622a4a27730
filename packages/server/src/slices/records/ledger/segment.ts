import { createHash } from 'node:crypto';
import type { Deal } from '@attain/domain/crediting/deal';
import type { CreditedSpan } from '../../../db/schema/calculations.ts';
import { ColumnReader, ColumnWriter } from './columns.ts';
import {
  type CreditedRow,
  dealWith,
  fieldsOf,
  type PayeeCredits,
  type RareMembers,
  splitsOf,
} from './credited-deal.ts';

/**
 * The content of a segment: the deals that credit one payee in one quarter, by date and id, in columns. The same deals give the
 * same bytes.
 *
 *     column   the format's version, the number of deals, of words, and of characters that all ids begin with
 *     columns  of each deal the day, counted from the first of the quarter; then a word for each of `wordFields`, 0: none
 *     column   the line of the imported file, plus one; 0: none
 *     amounts  decimals, then whole units; or words, where a number has more than 64 bits
 *     columns  the lengths of the words and of the ids without their common start
 *     text     the payee, the other words and the ids
 */
const VERSION = 1;

const wordFields = [
  ...(['unit', 'currency', 'participantId', 'kind', 'product', 'territory', 'customer', 'splits'] as const),
  ...(['overlays', 'approvedOn', 'termMonths', 'reversesId', 'ownFields', 'importId'] as const),
];

/** Writes a segment; `rows` are by date and id. */
export function encodeSegment(payee: string, quarter: string, rows: readonly CreditedRow[]): Buffer {
  const out = new ColumnWriter();
  const { numbers } = calendarOf(quarter);
  const { words, code } = dictionary(payee);
  const columns = wordFields.map((field) => {
    let last: string | null = null;
    let number = 0;
    return rows.map((row) => {
      const text = row[field];
      if (text === null) return 0;
      // most deals have the word of the one before
      if (text !== last) [last, number] = [text, code(text)];
      return number;
    });
  });
  const amounts = rows.map(({ amount }) => exactAmount(amount));
  const isExact = amounts.every((amount) => amount !== null);
  const amountWords = isExact ? [] : rows.map(({ amount }) => code(amount));
  const ids = rows.map(({ id }) => id);
  const common = commonStart(ids);
  out.numbers([VERSION, rows.length, words.length, common]);
  out.numbers(rows.map(({ date }) => dayIn(numbers, date)));
  for (const column of columns) out.numbers(column);
  out.numbers(rows.map(({ importLine }) => (importLine === null ? 0 : Number(importLine) + 1)));
  out.numbers([isExact ? 1 : 0]);
  if (isExact) {
    out.numbers(amounts.map(({ decimals }) => decimals));
    out.wholes(amounts.map(({ units }) => units));
  } else out.numbers(amountWords);
  out.numbers(words.map(({ length }) => length));
  out.numbers(ids.map(({ length }) => length - common));
  const start = ids[0]?.slice(0, common) ?? '';
  out.text([...words, start, ...ids.map((id) => id.slice(common))].join(''));
  return out.bytes();
}

/** The hash by which a segment is recognized: of whose it is and of its content. */
export function hashOfSegment(of: {
  readonly payee: string;
  readonly quarter: string;
  readonly content: Buffer;
}): Buffer {
  return createHash('sha256').update(`${of.quarter} ${of.payee}\n`).update(of.content).digest();
}

/** Whether a segment can't be read: its hash differs from its content, or another version of Attain wrote it. */
export function isDamaged(of: Parameters<typeof hashOfSegment>[0] & { readonly hash: Buffer }): boolean {
  return !hashOfSegment(of).equals(of.hash) || new ColumnReader(of.content).numbers(4)[0] !== VERSION;
}

/** The days whose deals are read. */
export interface ReadDays {
  readonly from: string;
  readonly to: string;
  /** The days on which the payee is credited; null: no end. */
  readonly spans: readonly CreditedSpan[];
}

/** Adds the deals of a segment to what credits its payee. */
export function decodeSegment(
  of: { readonly quarter: string; readonly content: Buffer },
  { from, to, spans }: ReadDays,
  into: Pick<PayeeCredits, 'deals' | 'sources'>,
): void {
  const reader = new ColumnReader(of.content);
  const [version, count = 0, wordCount = 0, common = 0] = reader.numbers(4);
  if (version !== VERSION) throw new Error(`A ledger segment has the unknown version ${version}.`);
  const { days } = calendarOf(of.quarter);
  const isRead = days.map(
    (date) =>
      date >= from &&
      date <= to &&
      spans.some((one) => date >= one.from && (one.to === null || date <= one.to)),
  );
  const day = reader.numbers(count);
  const [unit, currency, participantId, kind, product, territory, customer, splits, ...rare] = wordFields.map(
    () => reader.numbers(count),
  ) as unknown as Columns;
  const lines = reader.numbers(count);
  const [isExact] = reader.numbers(1);
  const decimals = reader.numbers(count);
  const wholes = isExact === 1 ? reader.wholes(count) : null;
  const wordLengths = reader.numbers(wordCount);
  const idLengths = reader.numbers(count);
  const text = reader.text();
  let at = 0;
  const next = (length: number) => {
    at += length;
    return text.slice(at - length, at);
  };
  const words: (string | null)[] = [null];
  for (const length of wordLengths) words.push(next(length));
  const start = next(common);
  const lists = jsonWords(words);
  const isRare = rare.slice(0, RARE_MEMBERS).some((column) => column.some((code) => code > 0));
  const importIds = rare[RARE_MEMBERS]!;
  for (let row = 0; row < count; row += 1) {
    const id = start + next(idLengths[row]!);
    if (!isRead[day[row]!]) continue;
    into.deals.push(
      dealWith({
        amount: wholes === null ? words[decimals[row]!]! : amountText(wholes[row]!, decimals[row]!),
        currency: words[currency[row]!]!,
        customer: words[customer[row]!]!,
        date: days[day[row]!]!,
        id,
        kind: words[kind[row]!]!,
        participantId: words[participantId[row]!]!,
        product: words[product[row]!]!,
        splits: lists(splits[row]!, splitsOf) ?? [],
        territory: words[territory[row]!]!,
        unit: words[unit[row]!] as Deal['unit'],
        more: isRare
          ? rareMembers(
              rare.map((column) => column[row]!),
              { words, lists },
            )
          : null,
      }),
    );
    const importId = words[importIds[row]!]!;
    if (importId === null) continue;
    into.sources ??= new Map();
    into.sources.set(id, { importId, importLine: lines[row] === 0 ? null : lines[row]! - 1 });
  }
}

type Column = readonly number[];
type Columns = [Column, Column, Column, Column, Column, Column, Column, Column, ...Column[]];

/** How many of `wordFields` are rare members, after the usual ones and before the import. */
const RARE_MEMBERS = 5;

/** Reads words that are JSON; one that several deals share is read once. */
function jsonWords(words: readonly (string | null)[]) {
  const known = new Map<number, unknown>();
  return <T>(code: number, read: (text: string) => T): T | null => {
    if (code === 0) return null;
    const value = known.get(code) ?? read(words[code]!);
    known.set(code, value);
    return value as T;
  };
}

/** The rare members by their words, in the order of `wordFields`; null where a deal has none. */
function rareMembers(
  [overlays = 0, approvedOn = 0, termMonths = 0, reversesId = 0, ownFields = 0]: readonly number[],
  { words, lists }: { words: readonly (string | null)[]; lists: ReturnType<typeof jsonWords> },
): RareMembers | null {
  if (overlays + approvedOn + termMonths + reversesId + ownFields === 0) return null;
  return {
    approvedOn: words[approvedOn]!,
    overlays: lists(overlays, splitsOf),
    ownFields: lists(ownFields, fieldsOf),
    reversesId: words[reversesId]!,
    termMonths: termMonths === 0 ? null : Number(words[termMonths]),
  };
}

/** Texts by number from 1 on; the payee is the first, and 0 is no text. */
function dictionary(payee: string) {
  const words = [payee];
  const numbers = new Map([[payee, 1]]);
  const code = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, words.push(text));
    return words.length;
  };
  return { words, code };
}

interface ExactAmount {
  readonly units: number | bigint;
  readonly decimals: number;
}

/** An amount as a whole number of its last decimal; null where 64 bits do not hold it or it is written otherwise. */
function exactAmount(text: string): ExactAmount | null {
  const point = text.indexOf('.');
  const decimals = point < 0 ? 0 : text.length - point - 1;
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
  if (!/^-?\d{1,18}$/.test(digits)) return null;
  const units = digits.length > 15 ? BigInt(digits) : Number(digits);
  return amountText(units, decimals) === text ? { units, decimals } : null;
}

function amountText(units: number | bigint, decimals: number): string {
  if (decimals === 0) return String(units);
  const isBelowZero = units < 0;
  const digits = String(isBelowZero ? -units : units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${isBelowZero ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** How many characters all texts begin with; never half of a pair. */
function commonStart(texts: readonly string[]): number {
  const [first = ''] = texts;
  let common = first.length;
  for (const text of texts) {
    let same = 0;
    while (same < common && text.charCodeAt(same) === first.charCodeAt(same)) same += 1;
    common = same;
  }
  const last = first.charCodeAt(common - 1);
  return last >= 0xd800 && last < 0xdc00 ? common - 1 : common;
}

interface QuarterDays {
  readonly days: readonly string[];
  /** By day, its place in the quarter. */
  readonly numbers: ReadonlyMap<string, number>;
}

const known = new Map<string, QuarterDays>();
const dayMs = 86_400_000;

function calendarOf(quarter: string): QuarterDays {
  const found = known.get(quarter);
  if (found !== undefined) return found;
  const first = Date.parse(quarter);
  const next = new Date(first).setUTCMonth(Number(quarter.slice(5, 7)) + 2);
  const count = Math.round((next - first) / dayMs);
  const days = Array.from({ length: count }, (_, day) =>
    new Date(first + day * dayMs).toISOString().slice(0, 10),
  );
  const calendar = { days, numbers: new Map(days.map((day, number) => [day, number])) };
  known.set(quarter, calendar);
  return calendar;
}

function dayIn(numbers: QuarterDays['numbers'], date: string): number {
  const number = numbers.get(date);
  if (number === undefined) throw new RangeError(`${date} is not a day of the quarter.`);
  return number;
}
