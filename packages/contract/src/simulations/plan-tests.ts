import type { PlanTest as DomainPlanTest } from '@attain/domain/findings/plan-test';
import { z } from 'zod';
import { endpoint, Moment, PageInput, Problem, pageOf } from '../base.ts';
import { Step } from '../payouts.ts';
import { PlanDocument } from '../plans.ts';

/** A golden case. The domain validates it and returns all problems. */
export const PlanTestDocument = z
  .custom<DomainPlanTest>((value) => typeof value === 'object' && value !== null, 'a plan test')
  .meta({
    type: 'object',
    component: 'PlanTest',
    description: 'A golden case: records of one payee in one period, and the expected pay',
  });

export const StoredPlanTest = z.object({
  id: z.uuid(),
  planId: z.uuid(),
  name: z.string(),
  test: PlanTestDocument,
  revision: z.number().int(),
  updatedAt: Moment,
});
export type StoredPlanTest = z.infer<typeof StoredPlanTest>;

/** The result of a golden case, with every difference explained. */
export const PlanTestResult = z.object({
  id: z.uuid(),
  name: z.string(),
  passed: z.boolean(),
  amounts: z.record(z.string(), z.string()).describe('Pay by component id'),
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

/** Golden cases of a plan. They run on every change; a failing one blocks activation. */
export const planTests = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/plans/{id}/tests',
      summary: 'List tests of a plan by name',
      tags: ['Plans'],
    })
    .meta({ access: 'read:plans' })
    .input(PageInput.extend(planId.shape))
    .output(pageOf(StoredPlanTest)),
  create: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/tests',
      summary: 'Create a golden case; its name is unique in the plan',
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
      summary: 'Update a golden case',
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
      summary: 'Run all golden cases on the newest version, or on an unsaved document',
      tags: ['Plans'],
    })
    .meta({ access: 'read:plans' })
    .input(planId.extend({ document: PlanDocument.optional() }))
    .output(z.object({ passed: z.boolean(), results: z.array(PlanTestResult) })),
};
