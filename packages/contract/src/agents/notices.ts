import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from '../base.ts';

/** How urgent a notice looks. */
const severities = ['info', 'success', 'warning', 'error'] as const;

/** What a notice that no workflow sent is about. */
export const NoticeSubject = z.discriminatedUnion('of', [
  z.object({ of: z.literal('approval'), id: z.uuid() }),
  z.object({ of: z.literal('statement'), runId: z.uuid(), participantId: z.string() }),
]);
export type NoticeSubject = z.infer<typeof NoticeSubject>;

/** A notice to the person who asks. */
export const Notice = z.object({
  id: z.uuid(),
  title: z.string(),
  message: z.string(),
  severity: z.enum(severities),
  runId: z.uuid().nullable().describe('The workflow run that sent it'),
  about: NoticeSubject.nullable().describe('The request or statement it is about'),
  taskId: z.uuid().nullable().describe('The task it asks the reader to open'),
  workflowName: z.string().nullable(),
  createdAt: Moment,
  readAt: Moment.nullable(),
});
export type Notice = z.infer<typeof Notice>;

/** What somebody has been told; nobody sees anybody else's. */
export const notices = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/notices',
      summary: 'What I have been told, newest first',
      tags: ['Notices'],
    })
    .meta({ access: 'signed-in' })
    .input(PageInput.extend({ status: z.enum(['all', 'unread']).default('all') }))
    .output(pageOf(Notice).extend({ unread: z.number().int().describe('How many are unread, of all') })),
  read: endpoint
    .route({
      method: 'POST',
      path: '/notices/{id}/read',
      summary: 'Mark a notice as read, or it and every older one',
      tags: ['Notices'],
    })
    .meta({ access: 'signed-in' })
    .input(z.object({ id: z.uuid(), andOlder: z.boolean().default(false) }))
    .output(z.object({ read: z.number().int().describe('How many were unread until now') })),
};
