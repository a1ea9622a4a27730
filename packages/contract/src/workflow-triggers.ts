import {
  HOOK_CONTENTS,
  HOOK_METHODS,
  HOOK_SCHEMES,
  type HookScheme,
} from '@attain/domain/workflows/hook-schemes';
import { TRIGGER_EVENTS, type TriggerEvent } from '@attain/domain/workflows/triggers';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from './base.ts';
import { Json } from './workflow-runs.ts';

const TriggerEventName = z.enum(Object.keys(TRIGGER_EVENTS) as [TriggerEvent, ...TriggerEvent[]]);

const HeaderName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{0,100}$/, 'Enter the name of a header: letters, digits and hyphens.')
  .default('');

/** When something starts, and what becomes of times that were missed (WF-40). */
export const CronSchedule = z.object({
  cron: z
    .string()
    .trim()
    .min(1, 'Enter a schedule.')
    .max(100)
    .describe('Minute, hour, day of the month, month, day of the week'),
  timeZone: z.string().min(1).max(100).describe('IANA name, for example Europe/Berlin'),
  missed: z
    .enum(['once', 'skip'])
    .default('once')
    .describe('For times missed while the server was down: one run for the latest, or none'),
});
export type CronSchedule = z.infer<typeof CronSchedule>;

export const TriggerWhen = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('schedule'),
    ...CronSchedule.shape,
    overlap: z
      .enum(['allow', 'skip', 'queue'])
      .default('allow')
      .describe(
        'For times while its latest run is in progress: start as well, skip, or start one afterwards',
      ),
    instance: z
      .uuid()
      .nullable()
      .default(null)
      .describe('The instance of the workflow’s agent that its runs are for; null: none'),
  }),
  z.object({
    kind: z.literal('webhook'),
    synchronous: z.boolean().default(false).describe('Whether the response waits for the end of the run'),
    waitSeconds: z.number().int().min(1).max(25).default(10).describe('Longest wait'),
    scheme: z
      .enum(Object.keys(HOOK_SCHEMES) as [HookScheme, ...HookScheme[]])
      .default('attain')
      .describe('How the sender shows who it is'),
    method: z.enum(HOOK_METHODS).default('POST').describe('The method it answers to'),
    content: z
      .enum(HOOK_CONTENTS)
      .default('body')
      .describe(
        'Input of the run: the body (without one, the query), or method, query, headers, body and files',
      ),
    header: HeaderName.describe('For the schemes header and hmac: the header with the secret or the digest'),
    username: z.string().max(200).default('').describe('For the scheme basic'),
    idempotencyHeader: HeaderName.describe(
      'Names a delivery, so that a repeated one returns its first run; blank: the scheme’s own',
    ),
  }),
  z.object({
    kind: z.literal('event'),
    event: TriggerEventName.describe('An action name of the audit log'),
  }),
]);
export type TriggerWhen = z.infer<typeof TriggerWhen>;

/** Five cron fields in the clock of a time zone. */
const ScheduleWords = TriggerWhen.options[0].pick({ cron: true, timeZone: true });

/** Starts runs of a workflow automatically. */
export const WorkflowTrigger = z.object({
  id: z.uuid(),
  workflowId: z.string(),
  name: z.string(),
  isEnabled: z.boolean(),
  when: TriggerWhen,
  address: z.string().nullable().describe('For a webhook, to users who can publish workflows: its URL path'),
  runsAs: z.string().nullable().describe('Display name of the user whose rights its runs have'),
  nextAt: Moment.nullable().describe('For an active schedule: its next time'),
  upcoming: z.array(Moment).describe('For an active schedule: its next five times'),
  queuedFor: Moment.nullable().describe('For a schedule: the time that waits for the end of its latest run'),
  backfillLeft: z.number().int().describe('For a schedule: past times that are still to be started'),
  lastFiredAt: Moment.nullable(),
  lastOutcome: z.string().nullable().describe('Outcome of the last time, as text'),
  updatedAt: Moment,
});
export type WorkflowTrigger = z.infer<typeof WorkflowTrigger>;

/** A trigger with its secret, which is shown only once. */
export const RevealedTrigger = WorkflowTrigger.extend({
  secret: z.string().nullable().describe('For a webhook: the key that signs requests; shown only once'),
});
export type RevealedTrigger = z.infer<typeof RevealedTrigger>;

const triggerId = z.object({ id: z.uuid() });
const PastTimes = triggerId.extend({
  from: z.iso.datetime({ offset: true }).describe('The first moment'),
  to: z.iso.datetime({ offset: true }).describe('The moment after the last one; not in the future'),
});
const name = z.string().trim().min(1, 'Enter a name for the trigger.').max(200);
const secret = z
  .string()
  .min(8, 'A secret has at least 8 characters.')
  .max(500)
  .optional()
  .describe('For a webhook whose sender issues the secret');

/** What the test address of a webhook caught. */
export const CapturedDelivery = z.object({
  listeningUntil: Moment.nullable(),
  capturedAt: Moment.nullable(),
  /** Input of the run that the delivery would have started; null until one is caught. */
  input: Json,
});
export type CapturedDelivery = z.infer<typeof CapturedDelivery>;

/** Schedules, webhooks and events that start runs of the newest published version. */
export const workflowTriggers = {
  upcoming: endpoint
    .route({
      method: 'GET',
      path: '/workflow-triggers/upcoming',
      summary: 'Preview the next five times of a schedule',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'read:workflows' })
    .input(ScheduleWords)
    .output(z.object({ upcoming: z.array(Moment) })),
  list: endpoint
    .route({
      method: 'GET',
      path: '/workflows/{workflowId}/triggers',
      summary: 'List triggers that start runs automatically',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'read:workflows' })
    .input(PageInput.extend({ workflowId: z.string().min(1).max(200) }))
    .output(pageOf(WorkflowTrigger)),
  create: endpoint
    .route({
      method: 'POST',
      path: '/workflows/{workflowId}/triggers',
      summary: 'Create a schedule, webhook or event trigger; its runs have your rights',
      tags: ['Workflow triggers'],
      successStatus: 201,
    })
    .meta({ access: 'publish:workflows' })
    .input(
      z.object({
        workflowId: z.string().min(1).max(200),
        name,
        when: TriggerWhen,
        secret,
        isEnabled: z.boolean().default(true),
      }),
    )
    .output(RevealedTrigger),
  change: endpoint
    .route({
      method: 'PUT',
      path: '/workflow-triggers/{id}',
      summary: 'Update name and settings; its runs then have your rights',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId.extend({ name, when: TriggerWhen, secret }))
    .output(WorkflowTrigger),
  enable: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/enable',
      summary: 'Turn on a trigger, with your rights; missed times are not made up',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(WorkflowTrigger),
  disable: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/disable',
      summary: 'Turn off a trigger; runs in progress continue',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(WorkflowTrigger),
  previewBackfill: endpoint
    .route({
      method: 'GET',
      path: '/workflow-triggers/{id}/backfill',
      summary: 'Count the times of a schedule in a past span that have no run',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(PastTimes)
    .output(z.object({ count: z.number().int(), first: Moment.nullable(), last: Moment.nullable() })),
  backfill: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/backfill',
      summary: 'Start a run for each past time of a schedule that had none, up to 100',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(PastTimes)
    .output(WorkflowTrigger),
  stopBackfill: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/backfill/stop',
      summary: 'Stop a backfill; runs it has started continue',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(WorkflowTrigger),
  renewSecret: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/secret',
      summary:
        'Create a new secret for a webhook, whose runs then have your rights; the old secret stops working',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId.extend({ secret }))
    .output(RevealedTrigger),
  listen: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/listen',
      summary: 'Listen to the test address of a webhook for ten minutes; it starts no run',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(CapturedDelivery),
  captured: endpoint
    .route({
      method: 'GET',
      path: '/workflow-triggers/{id}/captured',
      summary: 'Read what the test address of a webhook caught',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(CapturedDelivery),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/workflow-triggers/{id}/remove',
      summary: 'Remove a trigger; its runs are kept',
      tags: ['Workflow triggers'],
    })
    .meta({ access: 'publish:workflows' })
    .input(triggerId)
    .output(triggerId),
};
