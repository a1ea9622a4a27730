import { z } from 'zod';
import { endpoint } from './base.ts';

/** The kinds of search results, in the order of the list. */
export const SearchKind = z.enum([
  'person',
  'plan',
  'deal',
  'statement',
  'period',
  'calculation',
  'payment-run',
  'agent',
  'workflow',
  'workflow-run',
]);
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchHit = z.object({
  kind: SearchKind,
  id: z.string().describe('For a statement: the participant. For a period: its key'),
  runId: z.string().nullable().describe('For a statement: its calculation'),
  label: z.string(),
  detail: z.string(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** One search over everything the caller may read. */
export const search = {
  find: endpoint
    .route({
      method: 'GET',
      path: '/search',
      summary: 'Search people, plans, deals, statements, periods, runs and agents',
      tags: ['Search'],
    })
    .meta({ access: 'signed-in' })
    .input(
      z.object({
        query: z.string().trim().min(2).max(100),
        limit: z.coerce
          .number()
          .int()
          .min(1)
          .max(20)
          .default(5)
          .describe('Maximum number of hits of each kind'),
      }),
    )
    .output(
      z.object({
        hits: z.array(SearchHit),
        more: z.array(SearchKind).describe('Kinds with more hits than the maximum'),
      }),
    ),
};
