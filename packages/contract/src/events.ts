import { z } from 'zod';

/** What a change can be about. Those after `audit` concern the signed-in person alone. */
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
  'disputes',
  'workflows',
  'workflow-triggers',
  'workflow-runs',
  'tasks',
  'connections',
  'agents',
  'audit',
  'notices',
  'sessions',
  'preferences',
  'me',
] as const;
export type Topic = (typeof topics)[number];

/**
 * One message of `GET /api/events` (text/event-stream, session cookie): something changed, ask again for what is on screen.
 * `ready` opens every stream, after what was missed since `Last-Event-ID`; `resync` says that changes may have been missed,
 * so everything on screen is to be asked for again.
 */
export const ChangeEvent = z.object({
  topic: z.enum([...topics, 'ready', 'resync']),
  id: z
    .string()
    .optional()
    .describe(
      'Of the import, plan or run that changed (the run for payouts and statements, the plan for assignments); left out when many things changed, and for those who may see only a part',
    ),
  at: z.string().describe('ISO 8601 in UTC'),
});
export type ChangeEvent = z.infer<typeof ChangeEvent>;
