import type { Permission } from './permissions.ts';

/** What notes are on, and the permission that reads it (ACCESS-47). */
export const noteSubjects = {
  payee: 'read:payouts',
  deal: 'read:deals',
  plan: 'read:plans',
  'payment-run': 'read:payments',
  close: 'read:calculations',
} as const satisfies Record<string, Permission>;

export type NoteSubject = keyof typeof noteSubjects;

/** Names of the subjects. */
export const noteSubjectNames = Object.keys(noteSubjects) as [NoteSubject, ...NoteSubject[]];

/** Limits of notes. */
export const noteLimits = { text: 2_000, perSubject: 200 } as const;

/**
 * The user names that a text mentions, in lower case: what follows an `@` at the start of a word, unless it is an amount. Each comes
 * with the spellings to look for, the longest first, because the sentence can go on right after it.
 */
export function mentionsIn(text: string): string[][] {
  const words = [...text.matchAll(/(?<![^\s(])@([^\s@\d\p{Sc}]\S*)/gu)].map(([, word = '']) =>
    word.toLowerCase(),
  );
  return [...new Set(words)].map((word) => {
    const first = trimmed(word.replace(/\/.*$/u, ''));
    const spellings = [word, trimmed(word), first, trimmed(first.replace(/['’]s$/u, ''))];
    return [...new Set(spellings)].filter((one) => one !== '');
  });
}

const trimmed = (word: string) => word.replace(/[.,;:!?)\]…"'“”‘’«»]+$/u, '');

/** Whether a text can mention the user name. */
export function canBeMentioned(username: string): boolean {
  return mentionsIn(`@${username}`)[0]?.[0] === username.toLowerCase();
}
