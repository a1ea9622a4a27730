import { z } from 'zod';
import { Day, endpoint, Moment } from './base.ts';

/** An analysis of a plan: what was read, what was looked at, and what came of it. */
export const AnalysisRun = z.object({
  id: z.uuid(),
  planId: z.uuid(),
  status: z.enum(['queued', 'running', 'completed', 'cancelled', 'failed']),
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
  trigger: z.string().describe('`person`, or what happened before: `calculation`, `import`, `draft`'),
  span: z.object({ from: Day, to: Day }).nullable(),
  read: z
    .object({
      payees: z.number().int(),
      payable: z.number().int().describe('Payees the plan can pay'),
      periods: z.number().int(),
      lines: z.number().int(),
      deals: z.number().int(),
      months: z.number().int().describe('Calendar months with deals'),
      slots: z.number().int().describe('Periods of payees'),
      complete: z.number().int().describe('Those with quota and target where the plan needs them'),
    })
    .nullable()
    .describe('Null: not completed'),
  looked: z
    .array(
      z.object({
        analyser: z.string(),
        key: z.string(),
        outcome: z.enum(['suggested', 'alternative', 'silent']),
        message: z.string(),
      }),
    )
    .describe('Every rule that was checked, and its outcome'),
  found: z.number().int().describe('Open suggestions it gave'),
  inputHash: z.string().nullable(),
  durationMs: z.number().int().nullable(),
  problem: z.string().nullable().describe('Why it failed'),
  createdBy: z.string(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
});
export type AnalysisRun = z.infer<typeof AnalysisRun>;

const planId = z.object({ id: z.uuid() });

/** Analyses of plans: they look for changes, compute what those would save, and make suggestions. */
export const analyses = {
  start: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/analyses',
      summary: 'Analyze a plan in the background; an analysis of it that is under way is returned',
      tags: ['Suggestions'],
      successStatus: 202,
    })
    .meta({ access: 'make:suggestions' })
    .input(planId)
    .output(AnalysisRun),
  newest: endpoint
    .route({
      method: 'GET',
      path: '/plans/{id}/analyses/newest',
      summary: 'Get the newest analysis of a plan, with everything it looked at',
      tags: ['Suggestions'],
    })
    .meta({ access: 'read:suggestions' })
    .input(planId)
    .output(z.object({ analysis: AnalysisRun.nullable().describe('Null: it was never analyzed') })),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/analyses/cancel',
      summary: 'Cancel the analysis of a plan; no suggestion is saved',
      tags: ['Suggestions'],
    })
    .meta({ access: 'make:suggestions' })
    .input(planId)
    .output(AnalysisRun),
};
