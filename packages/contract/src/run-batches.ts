import { z } from 'zod';
import { endpoint, Moment } from './base.ts';
import { RunFilterInput } from './workflow-runs.ts';

/** Retries failed or cancelled runs, or cancels runs in progress: of all that a filter matches, one after the other. */
export const RunBatch = z.object({
  id: z.uuid(),
  act: z.enum(['retry', 'cancel']),
  status: z.enum(['queued', 'running', 'completed', 'cancelled', 'failed']),
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
  succeeded: z.number().int().describe('Runs that were retried or cancelled'),
  skipped: z.number().int().describe('Runs that could not be; they are unchanged'),
  problems: z
    .array(z.object({ runId: z.uuid(), message: z.string() }))
    .describe('Why runs were skipped; the first 20'),
  error: z.string().nullable().describe('Why a failed batch stopped'),
  createdBy: z.string().describe('Display name'),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
});
export type RunBatch = z.infer<typeof RunBatch>;

const act = z.enum(['retry', 'cancel']);
const one = z.object({ id: z.uuid() });

/** Retry or cancel many runs at once, in the background. */
export const runBatches = {
  estimate: endpoint
    .route({
      method: 'GET',
      path: '/run-batches/estimate',
      summary: 'Count the runs that a batch would retry or cancel',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'run:workflows' })
    .input(RunFilterInput.extend({ act }))
    .output(
      z.object({
        count: z.number().int(),
        more: z.boolean().describe('Not all were counted: at least so many match'),
        underWay: RunBatch.nullable().describe('The batch in progress'),
      }),
    ),
  start: endpoint
    .route({
      method: 'POST',
      path: '/run-batches',
      summary: 'Retry or cancel the runs that match now, in the background',
      tags: ['Workflow runs'],
      successStatus: 202,
    })
    .meta({ access: 'run:workflows' })
    .input(z.object({ act, filter: RunFilterInput.default({ kind: 'live' }) }))
    .output(RunBatch),
  get: endpoint
    .route({
      method: 'GET',
      path: '/run-batches/{id}',
      summary: 'Get a batch with its progress',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'read:workflow-runs' })
    .input(one)
    .output(RunBatch),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/run-batches/{id}/cancel',
      summary: 'Stop a batch; runs that were retried or cancelled stay so',
      tags: ['Workflow runs'],
    })
    .meta({ access: 'run:workflows' })
    .input(one)
    .output(RunBatch),
};
