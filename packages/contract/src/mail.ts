import { z } from 'zod';
import { endpoint, Moment } from './base.ts';

/** How a workspace sends its own mail: notices of approvals, tasks and statements, and invitations. */
export const MailSettings = z.object({
  connectionId: z.string().nullable().describe('The connection that sends; null: no mail'),
  problem: z.string().nullable().describe('Why nothing is sent although a connection is chosen'),
  publicUrl: z
    .string()
    .nullable()
    .describe('Address of the installation, for links; null: not set, so no mail'),
  choices: z.array(z.object({ id: z.string(), name: z.string(), address: z.string() })),
  withoutAddress: z.int().describe('Members who get no mail because their user name is no email address'),
  waiting: z.int().describe('Mails on their way'),
  lastSentAt: Moment.nullable(),
  lastProblem: z.object({ at: Moment, recipient: z.string(), reason: z.string() }).nullable(),
});
export type MailSettings = z.infer<typeof MailSettings>;

/** The workspace's own mail. */
export const mail = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/workspace/mail',
      summary: 'How the workspace sends mail',
      tags: ['Session'],
    })
    .meta({ access: 'edit:workspace' })
    .output(MailSettings),
  save: endpoint
    .route({
      method: 'PUT',
      path: '/workspace/mail',
      summary: 'Choose the connection that sends the workspace’s mail, or none; sends you one to try it',
      tags: ['Session'],
    })
    .meta({ access: 'edit:workspace', isSensitive: true })
    .input(z.object({ connectionId: z.string().min(1).max(200).nullable() }))
    .output(MailSettings),
};
