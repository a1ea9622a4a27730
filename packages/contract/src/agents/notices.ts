import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from '../base.ts';

/** How urgent a notice looks. */
const severities = ['info', 'success', 'warning', 'error'] as const;

/** What a workflow has told the person who asks. */
export const Notice = z.object({
  id: z.uuid(),
  title: z.string(),
  message: z.string(),
  severity: z.enum(severities),
  runId: z.uuid().describe('The run that told it'),
  taskId: z.uuid().nullable().describe('The task it asks the reader to open'),
  workflowName: z.string(),
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
