import { hash } from 'node:crypto';
import type { JournalEntry } from '@attain/domain/workflows/journal';
import { LARGE_VALUE } from '@attain/domain/workflows/steps/volume';
import { takeApart, type ValueApart } from './values-apart.ts';

/** Where a journal ends: its lines, their characters, and the hash that each of them has gone into, in order. */
export interface JournalEnd {
  readonly entryCount: number;
  /** SHA-256 of the head before and the line, base64url; empty of no lines. */
  readonly journalHead: string;
  /** Characters of all lines. */
  readonly journalSize: number;
}

/** The end of a journal that nobody has written into. */
export const noLines: JournalEnd = { entryCount: 0, journalHead: '', journalSize: 0 };

/** A line as it is stored: in the very text that its hash is of. */
export interface StoredLine {
  readonly key: string;
  readonly atMs: number;
  readonly text: string;
  /** The large values that were taken out of it. */
  readonly values: readonly ValueApart[];
}

/** Further lines as they are stored, and where the journal ends after them. */
export function writeLines(
  before: JournalEnd,
  entries: readonly JournalEntry[],
): { readonly lines: readonly StoredLine[]; readonly end: JournalEnd } {
  let { journalHead, journalSize } = before;
  const lines = entries.map((entry) => {
    // read and written again it is the same text: members keep their order
    let text = JSON.stringify(entry);
    let values: readonly ValueApart[] = [];
    if (text.length > LARGE_VALUE) {
      const { line, values: found } = takeApart(entry);
      if (found.length > 0) text = JSON.stringify(line);
      values = found;
    }
    journalHead = hash('sha256', `${journalHead}\n${text}`, 'base64url');
    journalSize += text.length;
    return { key: entry.key, atMs: entry.atMs, text, values };
  });
  return { lines, end: { entryCount: before.entryCount + lines.length, journalHead, journalSize } };
}

/**
 * The end after further lines. The same lines in the same order give the same head, before they are stored and after they were
 * read back, with their large values or without; a line changed, taken out, put in or moved gives another one.
 */
export function extendJournal(before: JournalEnd, entries: readonly JournalEntry[]): JournalEnd {
  return writeLines(before, entries).end;
}
