import type { PlanTest as DomainPlanTest } from '@attain/domain/findings/plan-test';
import { z } from 'zod';
import { endpoint, Moment, PageInput, Problem, pageOf } from '../base.ts';
import { Step } from '../payouts.ts';
import { PlanDocument } from '../plans.ts';

/** A golden case as it is written; its shape is checked by the domain, which names every problem. */
export const PlanTestDocument = z
  .custom<DomainPlanTest>((value) => typeof value === 'object' && value !== null, 'a plan test')
  .meta({
    type: 'object',
    component: 'PlanTest',
    description:
      'A golden case: small records of one payee in one period, and what the plan must pay on them',
  });

/** A stored golden case of a plan. */
export const StoredPlanTest = z.object({
  id: z.uuid(),
  planId: z.uuid(),
  name: z.string(),
  test: PlanTestDocument,
  revision: z.number().int(),
  updatedAt: Moment,
});
export type StoredPlanTest = z.infer<typeof StoredPlanTest>;

/** How one golden case came out, with every difference explained. */
export const PlanTestResult = z.object({
  id: z.uuid(),
  name: z.string(),
  passed: z.boolean(),
  amounts: z.record(z.string(), z.string()).describe('Paid by component id'),
  total: z.string().nullable(),
  differences: z.array(
    z.object({
      of: z.string().describe('total, refused, or a component id'),
      expected: z.string(),
      actual: z.string(),
      delta: z.string().nullable(),
      message: z.string(),
      steps: z.array(Step),
    }),
  ),
  problems: z.array(Problem),
});

export type PlanTestResult = z.infer<typeof PlanTestResult>;

const planId = z.object({ id: z.uuid() });
const testId = planId.extend({ testId: z.uuid() });

/** Golden cases of a plan: they run on every change, and failing ones stop its activation. */
export const planTests = {
  list: endpoint
    .route({ method: 'GET', path: '/plans/{id}/tests', summary: 'Tests of a plan, by name', tags: ['Plans'] })
    .meta({ access: 'read:plans' })
    .input(PageInput.extend(planId.shape))
    .output(pageOf(StoredPlanTest)),
  create: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/tests',
      summary: 'New golden case; names are unique in a plan',
      tags: ['Plans'],
      successStatus: 201,
    })
    .meta({ access: 'edit:plans' })
    .input(planId.extend({ test: PlanTestDocument }))
    .output(StoredPlanTest),
  update: endpoint
    .route({
      method: 'PUT',
      path: '/plans/{id}/tests/{testId}',
      summary: 'Change a golden case',
      tags: ['Plans'],
    })
    .meta({ access: 'edit:plans' })
    .input(
      testId.extend({
        revision: z.number().int().describe('The revision you edited'),
        test: PlanTestDocument,
      }),
    )
    .output(StoredPlanTest),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/tests/{testId}/remove',
      summary: 'Remove a golden case',
      tags: ['Plans'],
    })
    .meta({ access: 'edit:plans' })
    .input(testId)
    .output(z.object({ removed: z.literal(true) })),
  run: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/tests/run',
      summary: 'Run all golden cases on the newest version, or on a document that is not stored',
      tags: ['Plans'],
    })
    .meta({ access: 'read:plans' })
    .input(planId.extend({ document: PlanDocument.optional() }))
    .output(z.object({ passed: z.boolean(), results: z.array(PlanTestResult) })),
};
