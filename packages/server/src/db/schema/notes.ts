import type { NoteSubject } from '@attain/domain/access/notes';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId } from './columns.ts';
import { tenants } from './people.ts';

/** What people wrote about an object; never read by a calculation. */
export const notes = pgTable(
  'notes',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    subject: text('subject').$type<NoteSubject>().notNull(),
    /** The ID of the object; the month of a close. */
    subjectId: text('subject_id').notNull(),
    authorId: uuid('author_id').notNull(),
    text: text('text').notNull(),
    revision: integer('revision').notNull().default(1),
    createdAt: createdAt(),
    editedAt: moment('edited_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('notes_by_subject').on(table.tenantId, table.subject, table.subjectId, table.createdAt, table.id),
  ],
);
