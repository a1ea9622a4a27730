import { REVIEW_DAYS } from '@attain/domain/access/access-review';
import { environments } from '@attain/domain/deployments/deployment';
import {
  executionStatuses,
  exportedMonths,
  MAX_DEPENDENCIES,
  priorities,
  processStatuses,
  processTypes,
} from '@attain/domain/schedules/scheduled-process';
import { z } from 'zod';
import { ReviewDays } from './access-reviews.ts';
import { endpoint, Moment, PageInput, pageOf, Words } from './base.ts';
import { reportKinds } from './suites.ts';
import { CronSchedule } from './workflow-triggers.ts';

const EnvironmentId = z.enum(environments);

/** What a process does. */
export const ProcessTask = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('test-suite'),
    suiteId: z.uuid().nullable().default(null).describe('Null: all suites that have cases'),
  }),
  z.object({ type: z.literal('restore-point'), environment: EnvironmentId }),
  z.object({ type: z.literal('cost-export'), month: z.enum(exportedMonths).default('previous') }),
  z.object({
    type: z.literal('test-report'),
    report: z.enum(reportKinds),
    format: z.enum(['pdf', 'csv']).default('pdf'),
  }),
  z.object({ type: z.literal('evidence-check') }),
  z.object({ type: z.literal('access-review'), days: ReviewDays.default(REVIEW_DAYS.usual) }),
  z.object({
    type: z.literal('replay'),
    runs: z.number().int().min(1).max(100).default(20).describe('Latest runs of each workflow'),
  }),
]);
export type ProcessTask = z.infer<typeof ProcessTask>;

const people = Words.pipe(z.string().max(500)).default('');

const fields = {
  name: Words.pipe(z.string().min(1, 'Enter a name for the schedule.').max(100)),
  description: Words.pipe(z.string().max(500)).default(''),
  when: CronSchedule,
  task: ProcessTask,
  dependencies: z
    .array(z.uuid())
    .max(MAX_DEPENDENCIES)
    .default([])
    .describe('Schedules that must have completed since its last start'),
  priority: z.enum(priorities).default('medium').describe('Of several that are due, high starts first'),
  notify: people.describe(
    'User names and roles to notify of failures, separated by commas; blank: the owner',
  ),
  sendTo: people.describe('User names and roles to notify of each completed execution'),
  restorePoint: EnvironmentId.nullable()
    .default(null)
    .describe('The environment of which a restore point is taken first; null: none'),
};

/** Something done by a schedule that is neither a workflow nor an import. */
const Schedule = z.object({
  ...fields,
  id: z.uuid(),
  revision: z.number().int(),
  status: z.enum(processStatuses),
  problem: z.string().nullable().describe('Why Attain paused it'),
  suiteName: z.string().nullable(),
  owner: z.string().nullable().describe('Display name of the user whose permissions it has'),
  waitsFor: z
    .array(z.string())
    .describe('Names of dependencies that have not completed since its last start'),
  nextAt: Moment.nullable(),
  lastAt: Moment.nullable(),
  lastStatus: z.enum(executionStatuses).nullable(),
  successRate: z.number().int().describe('Percent of its last 100 executions'),
  avgDuration: z.number().int().describe('Milliseconds'),
});
export type Schedule = z.infer<typeof Schedule>;

/** One execution of a schedule. `/api/schedule-executions/{id}/file` returns its file. */
const Execution = z.object({
  id: z.uuid(),
  type: z.enum(processTypes),
  status: z.enum(executionStatuses),
  scheduledFor: Moment.nullable().describe('Null: a user started it'),
  startedBy: z.string().nullable().describe('Display name'),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  endedAt: Moment.nullable(),
  duration: z.number().int().nullable().describe('Milliseconds'),
  output: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  resourceUsage: z.record(z.string(), z.number()).describe('Processor time in ms, bytes of the file'),
  performanceMetrics: z.record(z.string(), z.number()).describe('Milliseconds waited for the start'),
  rollbackAvailable: z.boolean(),
  rollbackPoint: z.uuid().nullable(),
  fileName: z.string().nullable(),
});
export type Execution = z.infer<typeof Execution>;

const tags = ['Schedules'];
const read = { access: 'read:connections' } as const;
const edit = { access: 'edit:connections' } as const;

export const schedules = {
  list: endpoint
    .route({ method: 'GET', path: '/schedules', summary: 'List schedules by name', tags })
    .meta(read)
    .input(PageInput)
    .output(pageOf(Schedule)),
  executions: endpoint
    .route({
      method: 'GET',
      path: '/schedules/{id}/executions',
      summary: 'List executions of a schedule, newest first',
      tags,
    })
    .meta(read)
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(Execution)),
  save: endpoint
    .route({
      method: 'POST',
      path: '/schedules',
      summary: 'Create a schedule, or change one; it then has your permissions',
      tags,
    })
    .meta(edit)
    .input(
      z.object({
        ...fields,
        id: z.uuid().nullable().default(null).describe('Null: a new one'),
        revision: z.number().int().min(0).max(1_000_000_000).default(0),
      }),
    )
    .output(Schedule),
  act: endpoint
    .route({
      method: 'POST',
      path: '/schedules/{id}/{act}',
      summary: 'Start an execution now, cancel it, pause, resume or remove a schedule',
      tags,
    })
    .meta(edit)
    .input(z.object({ id: z.uuid(), act: z.enum(['run', 'cancel', 'pause', 'resume', 'remove']) }))
    .output(Schedule),
};
