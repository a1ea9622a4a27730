import { noteLimits, noteSubjectNames } from '@attain/domain/access/notes';
import { z } from 'zod';
import { endpoint, Moment, Words } from './base.ts';

const tags = ['Notes'];
const about = {
  subject: z.enum(noteSubjectNames).describe('What the note is on'),
  subjectId: Words.pipe(z.string().min(1).max(200)).describe('The ID of the object; the month of a close'),
};
const text = Words.pipe(z.string().min(1, 'Write a note').max(noteLimits.text)).describe(
  'Plain text. `@` and a user name notifies that member',
);

/** What someone wrote about a payee, deal, plan, payment run or close. Never part of pay. */
const Note = z.object({
  id: z.uuid(),
  text: z.string(),
  author: z.string(),
  isOwn: z.boolean().describe('You wrote it, and can change or delete it'),
  createdAt: Moment,
  editedAt: Moment.nullable(),
  revision: z.number().int(),
});
export type Note = z.infer<typeof Note>;

/** Notes on objects. Who can’t read an object’s notes gets NOT_FOUND. */
export const notes = {
  list: endpoint
    .route({ method: 'GET', path: '/notes', summary: 'List the notes on an object, oldest first', tags })
    .meta({ access: 'read:workspace' })
    .input(z.object(about))
    .output(z.object({ rows: z.array(Note) })),
  people: endpoint
    .route({
      method: 'GET',
      path: '/notes/people',
      summary: 'Find members who can read the notes on an object, to mention them',
      tags,
    })
    .meta({ access: 'write:notes' })
    .input(z.object({ ...about, search: Words.pipe(z.string().max(200)).default('') }))
    .output(
      z.object({
        rows: z.array(z.object({ username: z.string(), name: z.string() })).describe('At most 8'),
      }),
    ),
  create: endpoint
    .route({ method: 'POST', path: '/notes', summary: 'Add a note to an object', tags, successStatus: 201 })
    .meta({ access: 'write:notes' })
    .input(z.object({ ...about, text }))
    .output(Note),
  change: endpoint
    .route({ method: 'PUT', path: '/notes/{id}', summary: 'Change my note', tags })
    .meta({ access: 'write:notes' })
    .input(
      z.object({
        id: z.uuid(),
        revision: z.number().int().min(1).describe('The revision you read; an older one is rejected'),
        text,
      }),
    )
    .output(Note),
  remove: endpoint
    .route({ method: 'POST', path: '/notes/{id}/remove', summary: 'Delete my note', tags })
    .meta({ access: 'write:notes' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ removed: z.literal(true) })),
};
