import { z } from 'zod';
import { Day, endpoint, Moment, PageInput, Problem, pageOf } from './base.ts';

/** queued → running → completed or unchanged; cancelled and failed save nothing. */
export const RunStatus = z.enum(['queued', 'running', 'completed', 'unchanged', 'cancelled', 'failed']);

/** `managers`: a preview for managers; `payees`: everyone who is paid. */
export const Audience = z.enum(['managers', 'payees']);

/** One calculation of one plan for one period. */
export const Run = z.object({
  id: z.uuid(),
  planId: z.uuid(),
  planName: z.string(),
  planVersion: z.number().int(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  version: z.number().int().nullable(),
  status: RunStatus,
  /** For `unchanged`: the run with the same inputs and results. */
  sameAs: z.uuid().nullable(),
  currency: z.string(),
  total: z.string().nullable(),
  withheld: z.string().optional().describe('Why the total is hidden'),
  participantCount: z.number().int().nullable(),
  lineCount: z.number().int().nullable(),
  dealCount: z.number().int().nullable(),
  inputHash: z.string().nullable(),
  resultHash: z.string().nullable(),
  engineVersion: z.string(),
  problems: z.array(Problem),
  warnings: z
    .array(z.object({ componentId: z.string(), message: z.string(), fix: z.string() }))
    .describe('Why components credit nothing'),
  error: z.string().nullable(),
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
  /** Why the figures don’t match the stored records; empty: they match. */
  stale: z.array(
    z.object({
      importId: z.uuid().nullable(),
      changeId: z.uuid().nullable().describe('The record that was edited; null: an import or another run'),
      message: z.string(),
    }),
  ),
  published: z
    .object({ audience: Audience, by: z.string(), at: Moment })
    .nullable()
    .describe('Who sees the results of the plan and period; null: users who read everyone’s pay'),
  createdBy: z.string(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
});
export type Run = z.infer<typeof Run>;

/** What a line pays in either run; `delta` is after minus before. */
export const PayoutDifference = z.object({
  participantId: z.string(),
  participantName: z.string(),
  componentId: z.string(),
  componentName: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  delta: z.string(),
});
export type PayoutDifference = z.infer<typeof PayoutDifference>;

const runId = z.object({ id: z.uuid() });

export const calculations = {
  periods: endpoint
    .route({
      method: 'GET',
      path: '/calculations/periods',
      summary: 'List periods of a plan’s calendar that have deals',
      tags: ['Pay'],
    })
    .meta({ access: 'read:calculations' })
    .input(z.object({ planId: z.uuid() }))
    .output(z.array(z.object({ key: z.string(), from: Day, to: Day, dealCount: z.number().int() }))),
  start: endpoint
    .route({
      method: 'POST',
      path: '/calculations',
      summary: 'Calculate a plan for a period, in the background',
      tags: ['Pay'],
      successStatus: 202,
    })
    .meta({ access: 'run:calculations' })
    .input(
      z.object({
        planId: z.uuid(),
        period: z.string().max(30).describe('2024, 2024-Q1, 2024-01, 2024-W03 or 2024-01-15..2024-02-14'),
        outdatedEarlier: z
          .enum(['refuse', 'accept'])
          .default('refuse')
          .describe('`accept`: build on an earlier calculation even if it is out of date'),
      }),
    )
    .output(Run),
  list: endpoint
    .route({
      method: 'GET',
      path: '/calculations',
      summary: 'List calculations, newest first',
      tags: ['Pay'],
    })
    .meta({ access: 'read:calculations' })
    .input(PageInput.extend({ planId: z.uuid().optional(), period: z.string().optional() }))
    .output(pageOf(Run)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{id}',
      summary: 'Get a calculation with progress and staleness',
      tags: ['Pay'],
    })
    .meta({ access: 'read:calculations' })
    .input(runId)
    .output(Run),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/calculations/{id}/cancel',
      summary: 'Cancel a calculation; nothing is saved',
      tags: ['Pay'],
    })
    .meta({ access: 'run:calculations' })
    .input(runId)
    .output(Run),
  publish: endpoint
    .route({
      method: 'POST',
      path: '/calculations/{id}/publish',
      summary: 'Publish the results of the plan and period',
      tags: ['Pay'],
    })
    .meta({ access: 'publish:calculations' })
    .input(runId.extend({ audience: Audience.default('payees') }))
    .output(Run),
  difference: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{id}/difference',
      summary: 'Compare with an earlier run of the same plan and period, line by line',
      tags: ['Pay'],
    })
    .meta({ access: 'read:payouts' })
    .input(
      PageInput.extend({
        id: z.uuid(),
        against: z.uuid().optional().describe('Default: the previous version'),
      }),
    )
    .output(
      pageOf(PayoutDifference).extend({
        against: z.object({ id: z.uuid(), version: z.number().int(), total: z.string() }).nullable(),
        totalDelta: z.string(),
      }),
    ),
};
