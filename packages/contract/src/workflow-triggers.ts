import { TRIGGER_EVENTS, type TriggerEvent } from '@attain/domain/workflows/triggers';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from './base.ts';

const TriggerEventName = z.enum(Object.keys(TRIGGER_EVENTS) as [TriggerEvent, ...TriggerEvent[]]);

/** When a trigger starts a run. */
export const TriggerWhen = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('schedule'),
    cron: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('Minute, hour, day of the month, month, day of the week'),
    timeZone: z.string().min(1).max(100).describe('IANA name, for example Europe/Berlin'),
    missed: z
      .enum(['once', 'skip'])
      .default('once')
      .describe('Instants nobody was there for: one run for the latest of them, or none'),
  }),
  z.object({
    kind: z.literal('webhook'),
    synchronous: z.boolean().default(false).describe('The answer waits for the end of the run'),
    waitSeconds: z.number().int().min(1).max(25).default(10).describe('How long it waits at most'),
  }),
  z.object({
    kind: z.literal('event'),
    event: TriggerEventName.describe('An act as the log of the workspace calls it'),
  }),
]);
export type TriggerWhen = z.infer<typeof TriggerWhen>;

/** Five fields of cron, read by the clock of a time zone. */
const ScheduleWords = TriggerWhen.options[0].pick({ cron: true, timeZone: true });

/** What starts runs of a workflow by itself. */
export const WorkflowTrigger = z.object({
  id: z.uuid(),
  workflowId: z.string(),
  name: z.string(),
  isEnabled: z.boolean(),
  when: TriggerWhen,
  address: z
    .string()
    .nullable()
    .describe('Of a webhook, for those who may publish workflows: where it listens'),
  runsAs: z.string().nullable().describe('Display name of the person whose rights its runs have'),
  nextAt: Moment.nullable().describe('Of a schedule that is on: its next instant'),
  upcoming: z.array(Moment).describe('Of a schedule that is on: its next five instants'),
  lastFiredAt: Moment.nullable(),
  lastOutcome: z.string().nullable().describe('What became of the last time, in words'),
  updatedAt: Moment,
});
export type WorkflowTrigger = z.infer<typeof WorkflowTrigger>;

/** A trigger with its secret, which is shown this once. */
export const RevealedTrigger = WorkflowTrigger.extend({
  secret: z.string().nullable().describe('Of a webhook: signs what is sent; it is not shown again'),
});
export type RevealedTrigger = z.infer<typeof RevealedTrigger>;

const triggerId = z.object({ id: z.uuid() });
const name = z.string().trim().min(1, 'Give the trigger a name.').max(200);

/** Schedules, webhooks and events that start runs of the newest published version. */
export const workflowTriggers = {
  upcoming: endpoint
    .route({
      method: 'GET',
      path: '/workflow-triggers/upcoming',
      summary: 'The next five instants of a schedule that is being written',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'read:workflows' })
    .input(ScheduleWords)
    .output(z.object({ upcoming: z.array(Moment) })),
  list: endpoint
    .route({
      method: 'GET',
      path: '/workflows/{workflowId}/triggers',
      summary: 'What starts runs of a workflow by itself',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'read:workflows' })
    .input(PageInput.extend({ workflowId: z.string().min(1).max(200) }))
    .output(pageOf(WorkflowTrigger)),
  create: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{workflowId}/triggers',
      summary: 'New schedule, webhook or event; its runs have the rights of whoever makes it',
      tags: ['Workflow triggers'],
      successStatus: 201,
    })
    .meta({ access: 'publish:workflows' })
    .input(z.object({ workflowId: z.string().min(1).max(200), name, when: TriggerWhen }))
    .output(RevealedTrigger),
  change: endpoint
    .route({
      method: 'PUT',
      path: '/workflow-triggers/{id}',
      summary: 'Change name and settings; its runs have the rights of whoever changed it last',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId.extend({ name, when: TriggerWhen }))
    .output(WorkflowTrigger),
  enable: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/enable',
      summary: 'Switch it on, with your rights; what happened meanwhile is not made up for',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(WorkflowTrigger),
  disable: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/disable',
      summary: 'Switch it off; runs that have begun go on',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(WorkflowTrigger),
  renewSecret: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/secret',
      summary: 'A new secret for a webhook, whose runs have your rights then; the old one no longer counts',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(RevealedTrigger),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/remove',
      summary: 'Remove it; its runs stay',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(triggerId),
};
