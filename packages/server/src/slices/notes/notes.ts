import type { Note } from '@attain/contract/notes';
import { canBeMentioned, mentionsIn, noteLimits } from '@attain/domain/access/notes';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { type NotedObject, readableObject, readsNotes } from './note-readers.ts';
import {
  countNotes,
  deleteNote,
  insertNote,
  lockNote,
  type StoredNote,
  type Subject,
  selectCandidates,
  selectNotes,
  updateNote,
} from './notes-store.ts';

/** The notes on an object, oldest first (ACCESS-47). */
export async function listNotes(ctx: AppContext, actor: Actor, { subject, subjectId }: Subject) {
  const rows = await ctx.read(actor, async (tx) =>
    selectNotes(tx, await readableObject(tx, actor, { subject, subjectId, today: ctx.today(actor) })),
  );
  return { rows: rows.map((note) => shownTo(actor, note)) };
}

/** Members whose user name or name has the text and who may read the notes on the object. */
export async function listMentionable(
  ctx: AppContext,
  actor: Actor,
  { subject, subjectId, search }: Subject & { search: string },
) {
  const maxRows = 8;
  return ctx.read(actor, async (tx) => {
    const object = await readableObject(tx, actor, { subject, subjectId, today: ctx.today(actor) });
    const rows: { username: string; name: string }[] = [];
    for (const one of await selectCandidates(tx, subject, { search })) {
      if (rows.length === maxRows) break;
      if (one.userId !== actor.userId && canBeMentioned(one.username) && readsNotes(one, object))
        rows.push({ username: one.username, name: one.name });
    }
    return { rows };
  });
}

/** Adds a note and notifies the members it mentions. CONFLICT if the object has too many. */
export function createNote(
  ctx: AppContext,
  actor: Actor,
  { subject, subjectId, text }: Subject & { text: string },
): Promise<Note> {
  return ctx.write(actor, async (tx) => {
    const object = await readableObject(tx, actor, { subject, subjectId, today: ctx.today(actor) });
    if ((await countNotes(tx, object)) >= noteLimits.perSubject)
      throw new ApiError('CONFLICT', `There are ${noteLimits.perSubject} notes here. Delete one first.`);
    const id = newId();
    await insertNote(tx, { id, subject, subjectId, authorId: actor.userId, text });
    await notifyMentioned(tx, actor, { id, text, before: '', object });
    tx.record({
      action: 'note.created',
      object: { type: 'note', id },
      after: valueHash({ subject, subjectId, text }),
    });
    return shownTo(actor, await storedNote(tx, id));
  });
}

/** Changes the actor's own note, and notifies the members it newly mentions. CONFLICT if it changed since it was read. */
export function changeNote(
  ctx: AppContext,
  actor: Actor,
  { id, revision, text }: { id: string; revision: number; text: string },
): Promise<Note> {
  return ctx.write(actor, async (tx) => {
    const { note, object } = await ownNote(tx, actor, { id, today: ctx.today(actor) });
    if (note.revision !== revision)
      throw new ApiError('CONFLICT', 'This note changed since you opened it. Cancel, then edit it again.');
    await updateNote(tx, { id, text });
    await notifyMentioned(tx, actor, { id, text, before: note.text, object });
    tx.record({
      action: 'note.changed',
      object: { type: 'note', id },
      before: stateHash(note),
      after: stateHash({ ...note, text }),
    });
    return shownTo(actor, await storedNote(tx, id));
  });
}

/** Deletes the actor's own note. The log keeps who deleted it and its hash. */
export function removeNote(ctx: AppContext, actor: Actor, id: string) {
  return ctx.write(actor, async (tx) => {
    const { note } = await ownNote(tx, actor, { id, today: ctx.today(actor) });
    await deleteNote(tx, id);
    tx.record({ action: 'note.removed', object: { type: 'note', id }, before: stateHash(note) });
    return { removed: true as const };
  });
}

/** A note of the actor on an object that they still may read, locked. NOT_FOUND if they may not; NOT_ALLOWED for others' notes. */
async function ownNote(
  tx: TenantTx,
  actor: Actor,
  { id, today }: { id: string; today: string },
): Promise<{ note: StoredNote; object: NotedObject }> {
  await lockNote(tx, id);
  const note = await storedNote(tx, id);
  const object = await readableObject(tx, actor, { ...note, today });
  if (note.authorId !== actor.userId)
    throw new ApiError('NOT_ALLOWED', `Only ${note.author} can change this note.`);
  return { note, object };
}

async function storedNote(tx: TenantTx, id: string): Promise<StoredNote> {
  const [note] = await selectNotes(tx, { id });
  return found(note, 'note');
}

/** Notifies the members that a text mentions, and the text before did not. BAD_INPUT if one of them can't read the note. */
async function notifyMentioned(
  tx: TenantTx,
  actor: Actor,
  { id, text, before, object }: { id: string; text: string; before: string; object: NotedObject },
): Promise<void> {
  const known = new Set(mentionsIn(before).map((spellings) => spellings.at(-1)));
  const mentions = mentionsIn(text).filter((spellings) => !known.has(spellings.at(-1)));
  if (mentions.length === 0) return;
  const members = await selectCandidates(tx, object.subject, { usernames: mentions.flat() });
  const mentioned = new Set<string>();
  for (const spellings of mentions) {
    const member = members.find(({ username }) => spellings.includes(username.toLowerCase()));
    if (member === undefined || !readsNotes(member, object)) throw unknownMention(spellings.at(-1) ?? '');
    mentioned.add(member.userId);
  }
  mentioned.delete(actor.userId);
  await notifyPeople(tx, [...mentioned], {
    title: `${actor.displayName} mentioned you in a note on ${object.label}`,
    // who loses access keeps the notice, so it says nothing of the note
    message: 'Open the note to read it.',
    mail: { subject: 'You are mentioned in a note', message: 'Open Attain to read it.' },
    severity: 'info',
    runId: null,
    about: { of: 'note', id, subject: object.subject, subjectId: object.subjectId },
    effectKey: `note/${id}`,
  });
}

function unknownMention(name: string): ApiError {
  const message = `No member who can read this note has the user name “${name}”. Change the mention.`;
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'ACCESS-47', path: 'text', message }] });
}

const stateHash = ({ subject, subjectId, text }: Subject & { text: string }) =>
  valueHash({ subject, subjectId, text });

function shownTo(
  actor: Actor,
  { id, text, author, authorId, createdAt, editedAt, revision }: StoredNote,
): Note {
  return { id, text, author, isOwn: authorId === actor.userId, createdAt, editedAt, revision };
}
