import { z } from 'zod';
import { Currency, Day, endpoint, Moment } from './base.ts';

/** A stored calculation that is out of date, or builds on one that is. */
export const DueCalculation = z.object({
  runId: z.uuid(),
  planId: z.uuid(),
  planName: z.string(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  version: z.number().int(),
  currency: Currency,
  total: z.string().nullable().describe('Null: only users who can see individual pay get it'),
  buildsOn: z.array(z.string()).describe('Periods recalculated before it'),
});
export type DueCalculation = z.infer<typeof DueCalculation>;

/** The outcome of one calculation. */
export const RecalculatedOne = z.object({
  planId: z.uuid(),
  planName: z.string(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  status: z.enum(['completed', 'unchanged', 'failed', 'cancelled', 'skipped']),
  runId: z.uuid().nullable().describe('The calculation it created; null: none'),
  currency: Currency,
  before: z.string().nullable().describe('Null: it was not calculated, or you can’t see individual pay'),
  after: z.string().nullable(),
  reason: z.string().nullable().describe('Why it failed or was skipped'),
});
export type RecalculatedOne = z.infer<typeof RecalculatedOne>;

/** A recalculation of everything that is out of date. */
export const RecalculateAll = z.object({
  id: z.uuid(),
  status: z.enum(['queued', 'running', 'completed', 'cancelled', 'failed']),
  upTo: z.uuid().nullable().describe('The last calculation to recalculate; null: all that are out of date'),
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  calculations: z.array(RecalculatedOne),
  createdBy: z.string(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
});
export type RecalculateAll = z.infer<typeof RecalculateAll>;

const one = z.object({ id: z.uuid() });

/** Recalculates out-of-date periods in order, each as its own calculation. */
export const recalculateAll = {
  due: endpoint
    .route({
      method: 'GET',
      path: '/recalculations/due',
      summary: 'List out-of-date calculations and those that build on them, in order of recalculation',
      tags: ['Pay'],
    })
    .meta({ access: 'read:calculations' })
    .input(z.object({ upTo: z.uuid().optional().describe('Only this calculation and those it builds on') }))
    .output(
      z.object({
        calculations: z.array(DueCalculation),
        underWay: RecalculateAll.nullable().describe('The recalculation in progress'),
      }),
    ),
  start: endpoint
    .route({
      method: 'POST',
      path: '/recalculations',
      summary: 'Recalculate everything out of date, in order, in the background',
      tags: ['Pay'],
      successStatus: 202,
    })
    .meta({ access: 'run:calculations' })
    .input(z.object({ upTo: z.uuid().optional().describe('Only this calculation and those it builds on') }))
    .output(RecalculateAll),
  get: endpoint
    .route({
      method: 'GET',
      path: '/recalculations/{id}',
      summary: 'Get a recalculation with its progress',
      tags: ['Pay'],
    })
    .meta({ access: 'read:calculations' })
    .input(one)
    .output(RecalculateAll),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/recalculations/{id}/cancel',
      summary: 'Cancel the remaining calculations; finished ones are kept',
      tags: ['Pay'],
    })
    .meta({ access: 'run:calculations' })
    .input(one)
    .output(RecalculateAll),
};
