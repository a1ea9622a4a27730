import { hash } from 'node:crypto';
import type { JournalEntry } from '@attain/domain/workflows/journal';

/** Where a journal ends: its lines, their characters, and the hash that each of them has gone into, in order. */
export interface JournalEnd {
  readonly entryCount: number;
  /** SHA-256 of the head before and the line, base64url; empty of no lines. */
  readonly journalHead: string;
  /** Characters of all lines in canonical form. */
  readonly journalSize: number;
}

/** The end of a journal that nobody has written into. */
export const noLines: JournalEnd = { entryCount: 0, journalHead: '', journalSize: 0 };

/**
 * The end after further lines. The same lines in the same order give the same head, before they are stored and after they were
 * read back; a line changed, taken out, put in or moved gives another one.
 */
export function extendJournal(before: JournalEnd, lines: readonly JournalEntry[]): JournalEnd {
  let { journalHead, journalSize } = before;
  for (const line of lines) {
    const text = lineText(line);
    journalHead = hash('sha256', `${journalHead}\n${text}`, 'base64url');
    journalSize += text.length;
  }
  return { entryCount: before.entryCount + lines.length, journalHead, journalSize };
}

/** A value as jsonb gives it back, whatever order its members were written in. */
function lineText(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(lineText).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(members).sort()) {
    if (members[name] === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${lineText(members[name])}`;
  }
  return `{${text}}`;
}
