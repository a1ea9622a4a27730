import type { NoteSubject } from '@attain/domain/access/notes';

const readers: Record<NoteSubject, string> = {
  payee: 'For people who can see this payee’s pay, never the payee.',
  deal: 'For people who can see this deal, never those it credits.',
  plan: 'For everyone who can see this plan.',
  'payment-run': 'For everyone who can see all payments.',
  close: 'For everyone who can see the close.',
};

export const messages = {
  title: 'Notes',
  count: (count: number) => (count === 0 ? 'Notes' : `Notes (${count})`),
  readers: (subject: NoteSubject) => readers[subject],
  failure: 'Notes could not be loaded',
  none: 'No notes yet',
  gone: 'This note was deleted.',
  by: (author: string, at: string) => `${author}, ${at}`,
  edited: (at: string) => `edited ${at}`,
  write: 'New note',
  hint: 'Type @ and a user name to notify a member.',
  people: 'Members to mention',
  found: (count: number) => (count === 1 ? '1 member to mention' : `${count} members to mention`),
  add: 'Add note',
  edit: (author: string, at: string) => `Edit the note of ${author}, ${at}`,
  text: 'Note',
  save: 'Save note',
  cancel: 'Cancel',
  remove: (author: string, at: string) => `Delete the note of ${author}, ${at}`,
  removeTitle: 'Delete this note?',
  removeText: 'This can’t be undone. The audit log keeps who deleted it.',
  removeNote: 'Delete note',
  removed: 'Note deleted',
  unsaved: 'Your note isn’t saved.',
};
