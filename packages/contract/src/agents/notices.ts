import { noteSubjectNames } from '@attain/domain/access/notes';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from '../base.ts';

const severities = ['info', 'success', 'warning', 'error'] as const;

/** What a notice that no workflow sent is about. */
export const NoticeSubject = z.discriminatedUnion('of', [
  z.object({ of: z.literal('approval'), id: z.uuid() }),
  z.object({ of: z.literal('dispute'), id: z.uuid() }),
  z.object({ of: z.literal('note'), id: z.uuid(), subject: z.enum(noteSubjectNames), subjectId: z.string() }),
  z.object({ of: z.literal('alert'), id: z.uuid() }),
  z.object({ of: z.literal('deployment'), id: z.uuid() }),
  z.object({ of: z.literal('rollback'), id: z.uuid() }),
  z.object({ of: z.literal('schedule'), id: z.uuid() }),
  z.object({ of: z.literal('access-review'), id: z.uuid() }),
  z.object({ of: z.literal('suggestion'), id: z.string() }),
  z.object({ of: z.literal('parallel-run'), month: z.string() }),
  z.object({ of: z.literal('sign-off'), month: z.string() }),
  z.object({ of: z.literal('connector'), id: z.uuid() }),
  z.object({ of: z.literal('statement'), runId: z.uuid(), participantId: z.string() }),
  z.object({
    of: z.literal('line'),
    runId: z.uuid(),
    participantId: z.string(),
    componentId: z.string(),
  }),
]);
export type NoticeSubject = z.infer<typeof NoticeSubject>;

/** A notice to the person who asks. */
export const Notice = z.object({
  id: z.uuid(),
  title: z.string(),
  message: z.string(),
  severity: z.enum(severities),
  runId: z.uuid().nullable().describe('The workflow run that sent it'),
  about: NoticeSubject.nullable().describe(
    'The request, dispute, note, alert, deployment, rollback, schedule, access review, suggestion, parallel run, sign-off, connector, statement or payout line it is about',
  ),
  taskId: z.uuid().nullable().describe('The task it links to'),
  workflowName: z.string().nullable(),
  createdAt: Moment,
  readAt: Moment.nullable(),
});
export type Notice = z.infer<typeof Notice>;

/** Notices of the caller. Other users’ notices are never visible. */
export const notices = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/notices',
      summary: 'List my notices, newest first',
      tags: ['Notices'],
    })
    .meta({ access: 'signed-in' })
    .input(PageInput.extend({ status: z.enum(['all', 'unread']).default('all') }))
    .output(pageOf(Notice).extend({ unread: z.number().int().describe('Number of unread notices') })),
  read: endpoint
    .route({
      method: 'POST',
      path: '/notices/{id}/read',
      summary: 'Mark a notice as read, or that notice and all older ones',
      tags: ['Notices'],
    })
    .meta({ access: 'signed-in' })
    .input(z.object({ id: z.uuid(), andOlder: z.boolean().default(false) }))
    .output(z.object({ read: z.number().int().describe('Number of notices that were unread') })),
};
