import { alertMeasures, alertSeverities, alertStatuses } from '@attain/domain/telemetry/alert';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf, Words } from './base.ts';

const Threshold = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'Enter a number of zero or more.')
  .describe(
    'Percent, runs, milliseconds, an amount in the workspace’s currency, or times the failures a target allows',
  );

const ruleFields = {
  name: Words.pipe(z.string().min(1, 'Enter a name for the rule.').max(100)),
  measure: z.enum(alertMeasures),
  workflowId: z.string().max(200).nullable().default(null).describe('Null: all workflows'),
  threshold: Threshold,
  target: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,3})?$/, 'Enter a percentage below 100.')
    .default('99')
    .describe('For a burn rate: percent of runs that must complete'),
  budgetId: z.uuid().nullable().default(null).describe('For a budget: which one'),
  windowMinutes: z.number().int().min(1, 'Enter at least one minute.').max(10_080, 'Enter at most 7 days.'),
  minRuns: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('Ended runs below which nothing is judged'),
  cooldownMinutes: z
    .number()
    .int()
    .min(0)
    .max(10_080)
    .default(60)
    .describe('Minutes before it raises another alert'),
  severity: z.enum(alertSeverities),
  notify: Words.pipe(z.string().max(500)).default('').describe('User names and roles, separated by commas'),
  mailTo: Words.pipe(z.string().max(1000))
    .default('')
    .describe('Email addresses, separated by commas; blank: no mail'),
  isActive: z.boolean().default(true),
};

/** When an alert is raised, and who learns of it. */
const AlertRule = z.object({
  ...ruleFields,
  id: z.uuid(),
  workflowName: z.string().nullable(),
  budgetName: z.string().nullable().describe('Null: none, or deleted'),
  revision: z.number().int(),
});
export type AlertRule = z.infer<typeof AlertRule>;

/** A condition that was met. */
const Alert = z.object({
  id: z.uuid(),
  ruleId: z.uuid(),
  title: z.string(),
  description: z.string(),
  severity: z.enum(alertSeverities),
  status: z.enum(alertStatuses),
  timestamp: Moment,
  source: z.string().describe('The workflow, all workflows, or the budget'),
  workflowId: z.string().nullable(),
  measure: z.enum(alertMeasures),
  value: z.string(),
  threshold: z.string(),
  budgetId: z.uuid().nullable(),
  windowMinutes: z.number().int(),
  acknowledgedBy: z.string().nullable().describe('Display name'),
  acknowledgedAt: Moment.nullable(),
  resolvedAt: Moment.nullable(),
  mail: z
    .object({ state: z.enum(['pending', 'sent', 'failed']), to: z.string(), error: z.string().nullable() })
    .nullable()
    .describe('Null: the rule sends none'),
});
export type Alert = z.infer<typeof Alert>;

const tags = ['Observability'];
const read = { access: 'read:alerts' } as const;
const edit = { access: 'edit:alerts' } as const;
const id = z.object({ id: z.uuid() });

export const alertRules = {
  list: endpoint
    .route({ method: 'GET', path: '/alert-rules', summary: 'List alert rules', tags })
    .meta(read)
    .output(z.object({ rows: z.array(AlertRule) })),
  create: endpoint
    .route({
      method: 'POST',
      path: '/alert-rules',
      summary: 'Create an alert rule',
      tags,
      successStatus: 201,
    })
    .meta(edit)
    .input(z.object(ruleFields))
    .output(AlertRule),
  save: endpoint
    .route({ method: 'PUT', path: '/alert-rules/{id}', summary: 'Change an alert rule', tags })
    .meta(edit)
    .input(id.extend({ ...ruleFields, revision: z.number().int().min(0).max(1_000_000_000) }))
    .output(AlertRule),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/alert-rules/{id}/remove',
      summary: 'Delete an alert rule; its open alert is resolved',
      tags,
    })
    .meta(edit)
    .input(id)
    .output(z.object({ removed: z.literal(true) })),
};

export const alerts = {
  list: endpoint
    .route({ method: 'GET', path: '/alerts', summary: 'List alerts, newest first', tags })
    .meta(read)
    .input(
      PageInput.extend({
        status: z
          .enum([...alertStatuses, 'open'])
          .optional()
          .describe('open: not resolved'),
      }),
    )
    .output(pageOf(Alert)),
  get: endpoint
    .route({ method: 'GET', path: '/alerts/{id}', summary: 'Get an alert', tags })
    .meta(read)
    .input(id)
    .output(Alert),
  acknowledge: endpoint
    .route({ method: 'POST', path: '/alerts/{id}/acknowledge', summary: 'Acknowledge an active alert', tags })
    .meta(edit)
    .input(id)
    .output(Alert),
};
