import { kernelInstance, type SharedMemory } from './compiled-kernel.ts';
import type { LedgerLayout } from './ledger-layout.ts';

/** Which days the ledger has: day 0 is the first of a month, and the months follow each other without a gap. */
export interface LedgerMonths {
  readonly firstYear: number;
  /** Of each month from January of `firstYear` on: its first day's number, or null outside the ledger; and its length. */
  readonly months: readonly { readonly firstDay: number | null; readonly days: number }[];
}

/** Where a thread's reading stands in the memory: the words of the reading, then the tables of the calendar. */
export const READING_BYTES = 4096;

/** Reads portions of a file of deals into the columns of a ledger; one a thread (KERNEL-7). */
export interface DealReader {
  /**
   * Reads the whole rows between two places in the memory into the columns from `row` on. The text must end behind a line
   * feed. `rows` says how many were read; `ended` where: short of `to` stands the first row that cannot be read.
   */
  read(from: number, to: number, row: number): { readonly rows: number; readonly ended: number };
}

/** A reader for rows `id,payee,component,yyyy-mm-dd,amount`, where all but the day are whole numbers. */
export function dealReader(
  memory: SharedMemory,
  layout: LedgerLayout,
  own: { readonly at: number; readonly calendar: LedgerMonths },
): DealReader {
  const { firstYear, months } = own.calendar;
  const tables = own.at + 64;
  const lengths = tables + 2 * months.length;
  if (lengths + months.length > own.at + READING_BYTES)
    throw new RangeError('The calendar has too many months.');
  const words = new Uint32Array(memory.buffer, own.at, 12);
  words.set([layout.at.payee, layout.at.component, layout.at.day, layout.at.amount, tables, lengths]);
  words.set([months.length, firstYear, layout.payees, layout.components, layout.rows], 6);
  new Uint16Array(memory.buffer, tables, months.length).set(months.map(({ firstDay }) => firstDay ?? 0xffff));
  new Uint8Array(memory.buffer, lengths, months.length).set(months.map(({ days }) => days));
  const kernel = kernelInstance(memory);
  return {
    read: (from, to, row) => {
      const rows = kernel.readRows(own.at, from, to, row);
      return { rows, ended: words[11]! };
    },
  };
}
