import { checkKeys } from '@attain/domain/suggestions/run-checks';
import { z } from 'zod';
import { endpoint, Problem } from './base.ts';

export const planChecks = {
  run: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/checks',
      summary:
        'Check a plan’s newest version: weights, caps and accelerators, names, document, plan tests and policies',
      tags: ['Plans'],
    })
    .meta({ access: 'read:plans' })
    .input(z.object({ id: z.uuid() }))
    .output(
      z.object({
        passed: z.boolean(),
        documentHash: z.string().describe('Of the version that was checked'),
        checks: z.array(
          z.object({ key: z.enum(checkKeys), passed: z.boolean(), problems: z.array(Problem) }),
        ),
        policies: z
          .array(
            z.object({
              id: z.string(),
              name: z.string(),
              description: z.string(),
              verdict: z
                .enum(['allows', 'observes', 'forbids'])
                .describe('`observes`: it would forbid them if it were enforced'),
              suggestions: z.array(z.string()).describe('Open suggestions it forbids, or would'),
            }),
          )
          .describe('Active policies about applying suggestions, for you'),
      }),
    ),
};
