import { z } from 'zod';

/** What a change can concern. Topics after `audit` concern only the signed-in user. */
export const topics = [
  'workspace',
  'people',
  'participants',
  'territories',
  'quotas',
  'deals',
  'exchange-rates',
  'imports',
  'plans',
  'assignments',
  'calculations',
  'payouts',
  'statements',
  'simulations',
  'payments',
  'approvals',
  'suggestions',
  'assistant',
  'disputes',
  'views',
  'notes',
  'workflows',
  'workflow-triggers',
  'workflow-runs',
  'tasks',
  'connections',
  'data-contracts',
  'suites',
  'agents',
  'deployments',
  'policies',
  'costs',
  'alerts',
  'audit',
  'notices',
  'statement-archives',
  'sessions',
  'preferences',
  'me',
] as const;
export type Topic = (typeof topics)[number];

/**
 * One message of `GET /api/events` (text/event-stream, session cookie): something changed, so reload the data on
 * screen. Every stream starts with `ready`, after the messages missed since `Last-Event-ID`. `resync` means that
 * messages may be lost, so reload everything on screen.
 */
export const ChangeEvent = z.object({
  topic: z.enum([...topics, 'ready', 'resync']),
  id: z
    .string()
    .optional()
    .describe(
      'The import, plan or run that changed (the run for payouts and statements, the plan for assignments); omitted when many changed, and for users with limited scope',
    ),
  at: z.string().describe('ISO 8601 in UTC'),
});
export type ChangeEvent = z.infer<typeof ChangeEvent>;
