import { z } from 'zod';
import { Day, endpoint, Moment } from './base.ts';

/** The reader's ZIP of a period's statements. */
export const StatementArchive = z.object({
  status: z.enum(['working', 'completed', 'cancelled', 'failed']),
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
  error: z.string().nullable(),
  files: z.number().int().nullable().describe('Statements in it, once it is completed'),
  byteCount: z.number().int().nullable(),
  createdAt: Moment,
  expiresAt: Moment.describe('It can be downloaded until then'),
});

/** A plan and period with statements that the reader may read. */
export const StatementPeriod = z.object({
  runId: z.uuid().describe('The newest calculation, or an earlier one that I have a ZIP of'),
  version: z.number().int().describe('Its version'),
  planName: z.string(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  statements: z.number().int(),
  archive: StatementArchive.nullable(),
});
export type StatementPeriod = z.infer<typeof StatementPeriod>;

const one = z.object({ runId: z.uuid() });

/** All statements of a plan and period as PDFs. `GET /api/statement-archives/{runId}/statements.zip` returns the file. */
export const statementArchives = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/statement-archives',
      summary: 'Plans and periods with statements I may read, latest first, with my ZIP files; the first 100',
      tags: ['Pay'],
    })
    .meta({ access: 'read:statements' })
    .output(z.object({ rows: z.array(StatementPeriod) })),
  start: endpoint
    .route({
      method: 'POST',
      path: '/statement-archives/{runId}',
      summary: 'Create a ZIP of all statements of a calculation that I may read, in the background',
      tags: ['Pay'],
      successStatus: 202,
    })
    .meta({ access: 'read:statements' })
    .input(one)
    .output(StatementPeriod),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/statement-archives/{runId}/cancel',
      summary: 'Stop creating my ZIP; nothing of it is kept',
      tags: ['Pay'],
    })
    .meta({ access: 'read:statements' })
    .input(one)
    .output(StatementPeriod),
};
