import { environments } from '@attain/domain/deployments/deployment';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf, Words } from './base.ts';

const EnvironmentId = z.enum(environments);
const tags = ['Rollbacks'];
const read = { access: 'read:deployments' } as const;
const rollBack = { access: 'roll-back:agents' } as const;
const reason = Words.min(1, 'Enter a reason.').max(500).describe('Shown in the history');

const Moved = z.object({
  agentId: z.string(),
  agent: z.string(),
  from: z.string().nullable().describe('Version; null: nothing ran there'),
  to: z.string().nullable().describe('Version; null: nothing runs there'),
});

/** Agents that were put back to versions that ran before. */
export const Rollback = z.object({
  id: z.uuid(),
  environment: EnvironmentId,
  status: z.enum(['completed', 'failed']),
  reason: z.string(),
  progress: z.number().describe('Percent'),
  restorePoint: z.uuid().nullable().describe('What was restored; null: each agent went back by one version'),
  backupPoint: z.uuid().describe('What ran before it'),
  by: z.string(),
  at: Moment,
  durationMs: z.number().int(),
  agents: z.array(Moved),
});
export type Rollback = z.infer<typeof Rollback>;

/** What ran in an environment at a moment. */
export const RestorePoint = z.object({
  id: z.uuid(),
  description: z.string(),
  type: z.enum(['switch', 'rollback', 'manual', 'scheduled']),
  environment: EnvironmentId,
  hash: z.string().describe('SHA-256 of the pointers'),
  agents: z.number().int(),
  by: z.string(),
  at: Moment,
});
export type RestorePoint = z.infer<typeof RestorePoint>;

export const rollbacks = {
  list: endpoint
    .route({ method: 'GET', path: '/rollbacks', summary: 'List rollbacks, newest first', tags })
    .meta(read)
    .input(PageInput)
    .output(pageOf(Rollback)),
  create: endpoint
    .route({
      method: 'POST',
      path: '/rollbacks',
      summary: 'Put agents of an environment back to the version before, at once',
      tags,
      successStatus: 201,
    })
    .meta(rollBack)
    .input(
      z.object({
        environment: EnvironmentId,
        agents: z
          .array(z.string().min(1).max(200))
          .min(1)
          .max(1_000)
          .nullable()
          .default(null)
          .describe('Null: all that moved in the last 24 hours'),
        reason,
      }),
    )
    .output(Rollback),
};

export const restorePoints = {
  list: endpoint
    .route({ method: 'GET', path: '/restore-points', summary: 'List restore points, newest first', tags })
    .meta(read)
    .input(PageInput)
    .output(pageOf(RestorePoint)),
  compare: endpoint
    .route({
      method: 'GET',
      path: '/restore-points/{id}/changes',
      summary: 'What a restore would move',
      tags,
    })
    .meta(read)
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ environment: EnvironmentId, agents: z.array(Moved) })),
  restore: endpoint
    .route({
      method: 'POST',
      path: '/restore-points/{id}/restore',
      summary: 'Make an environment run what it ran then',
      tags,
      successStatus: 201,
    })
    .meta(rollBack)
    .input(z.object({ id: z.uuid(), reason }))
    .output(Rollback),
};
