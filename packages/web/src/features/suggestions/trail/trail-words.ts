import { counted, sentenceCase } from '../../../base/format-number.ts';
import { messages as words } from '../messages.ts';
import { messages } from './messages.ts';

/** An act of the log in words: `audit_trail_accessed` → "Audit trail opened"; unknown ones without their signs. */
export function actWords(action: string): string {
  const known: Readonly<Record<string, string>> = messages.actions;
  return Object.hasOwn(known, action) ? (known[action] ?? '') : sentenceCase(action.replace(/[._-]+/g, ' '));
}

/** What the details of an entry add to its act, in words; ids and moments stand elsewhere. */
export function detailWords(details: Readonly<Record<string, unknown>>): readonly string[] {
  const { entryCount, verificationStatus, reason } = details;
  const codes: Readonly<Record<string, string>> = { ...words.codes, ...votes };
  return [
    typeof entryCount === 'number' ? messages.details.entries(counted(entryCount, 'entry', 'entries')) : '',
    verificationStatus === 'verified' ? messages.details.verified : '',
    verificationStatus === 'failed' ? messages.details.failed : '',
    typeof reason === 'string' && Object.hasOwn(codes, reason) ? (codes[reason] ?? '') : '',
  ].filter((one) => one !== '');
}

const votes = { thumbs_up: messages.details.thumbs_up, thumbs_down: messages.details.thumbs_down };
