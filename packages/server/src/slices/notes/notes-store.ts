import { type NoteSubject, noteSubjects } from '@attain/domain/access/notes';
import { type Held, rolesHolding, scopeOf } from '@attain/domain/access/permissions';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { nameOfUser } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { notes } from '../../db/schema/notes.ts';
import { activeMembers, users } from '../../db/schema/people.ts';

/** The object that a note is on. */
export interface Subject {
  readonly subject: NoteSubject;
  readonly subjectId: string;
}

export type StoredNote = Awaited<ReturnType<typeof selectNotes>>[number];

const named = (tx: TenantTx, id: string) => and(eq(notes.tenantId, tx.tenantId), eq(notes.id, id));
const on = (tx: TenantTx, { subject, subjectId }: Subject) =>
  and(eq(notes.tenantId, tx.tenantId), eq(notes.subject, subject), eq(notes.subjectId, subjectId));

/** The notes on an object, oldest first; with an id, that one. */
export function selectNotes(tx: TenantTx, wanted: Subject | { readonly id: string }) {
  return tx.db
    .select({
      id: notes.id,
      subject: notes.subject,
      subjectId: notes.subjectId,
      text: notes.text,
      authorId: notes.authorId,
      author: nameOfUser,
      createdAt: momentText(notes.createdAt),
      editedAt: sql<string | null>`${momentText(notes.editedAt)}`,
      revision: notes.revision,
    })
    .from(notes)
    .leftJoin(users, eq(users.id, notes.authorId))
    .where('id' in wanted ? named(tx, wanted.id) : on(tx, wanted))
    .orderBy(asc(notes.createdAt), asc(notes.id));
}

/** Locks a note until the transaction ends. */
export async function lockNote(tx: TenantTx, id: string): Promise<void> {
  await tx.db.select({ id: notes.id }).from(notes).where(named(tx, id)).for('update');
}

/** The number of notes on an object. */
export function countNotes(tx: TenantTx, subject: Subject): Promise<number> {
  return tx.db.$count(notes, on(tx, subject));
}

/** Stores a new note. */
export async function insertNote(
  tx: TenantTx,
  note: Subject & Pick<StoredNote, 'id' | 'authorId' | 'text'>,
): Promise<void> {
  await tx.db.insert(notes).values({ tenantId: tx.tenantId, ...note });
}

/** Changes the text of a note. */
export async function updateNote(tx: TenantTx, { id, text }: { id: string; text: string }): Promise<void> {
  await tx.db
    .update(notes)
    .set({ text, revision: sql`${notes.revision} + 1`, editedAt: sql`now()` })
    .where(named(tx, id));
}

/** Deletes a note. */
export async function deleteNote(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(notes).where(named(tx, id));
}

/** An active person who may be mentioned, with what decides whether they read the note. */
interface Candidate {
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  readonly roles: readonly Held[];
  readonly participantId: string | null;
}

/**
 * Active people with one of these user names, in lower case, or with a text in their names, who hold the right to read such objects of
 * others. By user name, at most 200.
 */
export function selectCandidates(
  tx: TenantTx,
  subject: NoteSubject,
  wanted: { readonly usernames: readonly string[] } | { readonly search: string },
): Promise<Candidate[]> {
  const needs = noteSubjects[subject];
  const able = rolesHolding([needs]).filter((role) => scopeOf([role], needs) !== 'own');
  const pattern = 'search' in wanted ? containing(wanted.search) : null;
  return tx.db
    .select({
      userId: activeMembers.userId,
      username: users.username,
      name: users.displayName,
      roles: activeMembers.roles,
      participantId: activeMembers.participantId,
    })
    .from(activeMembers)
    .innerJoin(users, eq(users.id, activeMembers.userId))
    .where(
      and(
        eq(activeMembers.tenantId, tx.tenantId),
        activeMembers.isPerson,
        // without the team that a role is limited to
        sql`EXISTS (SELECT 1 FROM unnest(${activeMembers.roles}) held
          WHERE ${inArray(sql`split_part(ltrim(held, '@'), ' ', 1)`, [...able, `${needs}=tenant`, `${needs}=team`])})`,
        'usernames' in wanted
          ? inArray(sql`lower(${users.username})`, [...wanted.usernames])
          : pattern === null
            ? undefined
            : or(sql`${users.username} ILIKE ${pattern}`, sql`${users.displayName} ILIKE ${pattern}`),
      ),
    )
    .orderBy(asc(users.username))
    .limit(200);
}
