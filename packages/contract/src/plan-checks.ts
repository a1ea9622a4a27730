import { checkKeys } from '@attain/domain/suggestions/run-checks';
import { z } from 'zod';
import { endpoint, Problem } from './base.ts';

export const planChecks = {
  run: endpoint
    .route({
      method: 'POST',
      path: '/plans/{id}/checks',
      summary:
        'Check a plan’s newest version: weights, caps and accelerators, names, document and plan tests',
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
      }),
    ),
};
