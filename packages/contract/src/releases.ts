import { environments, strategies } from '@attain/domain/deployments/deployment';
import { releaseGates, releaseStatuses } from '@attain/domain/deployments/release-gates';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf, Words } from './base.ts';
import { DeploymentDetail } from './deployments.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'Enter the 64 hex characters of a version.');
const AgentId = z.string().min(1).max(200);
const tags = ['Releases'];
const read = { access: 'read:deployments' } as const;
const deploy = { access: 'deploy:agents' } as const;
const id = z.object({ id: z.uuid() });

const ReleaseGateResult = z.object({
  gate: z.enum(releaseGates),
  status: z.enum(['passed', 'failed', 'open']),
  text: z.string().describe('Why'),
  approvalId: z.uuid().nullable().describe('The request of an approval gate'),
});
export type ReleaseGateResult = z.infer<typeof ReleaseGateResult>;

/** A version on its way to production. */
export const Release = z.object({
  id: z.uuid(),
  agentId: z.string(),
  agent: z.string(),
  name: z.string().describe('Such as 1.4.0-rc.1'),
  version: z.string(),
  hash: z.string(),
  status: z.enum(releaseStatuses),
  notes: z.string(),
  isCombined: z.boolean().describe('One person gave several of its approvals, because no one else could'),
  environments: z.array(z.enum(environments)).describe('Where its version runs'),
  gates: z.array(ReleaseGateResult),
  barred: z.string().nullable().describe('Why it can’t be promoted'),
  createdBy: z.string(),
  createdAt: Moment,
  releasedAt: Moment.nullable(),
});
export type Release = z.infer<typeof Release>;

export const releases = {
  list: endpoint
    .route({ method: 'GET', path: '/agents/{id}/releases', summary: 'List releases, newest first', tags })
    .meta(read)
    .input(PageInput.extend({ id: AgentId.describe('Its agentId') }))
    .output(pageOf(Release)),
  get: endpoint
    .route({ method: 'GET', path: '/releases/{id}', summary: 'Get a release with its gates', tags })
    .meta(read)
    .input(id)
    .output(Release),
  create: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/releases',
      summary: 'Make a version the candidate for production, and deploy it to staging',
      tags,
      successStatus: 201,
    })
    .meta(deploy)
    .input(
      z.object({
        id: AgentId.describe('Its agentId'),
        hash: Hash.describe('The version'),
        notes: Words.max(500).default('').describe('What it is for'),
      }),
    )
    .output(Release),
  promote: endpoint
    .route({
      method: 'POST',
      path: '/releases/{id}/promote',
      summary: 'Deploy a candidate to production, once its gates passed',
      tags,
    })
    .meta(deploy)
    .input(
      id.extend({
        strategy: z.enum(strategies),
        stickyBy: z
          .array(z.string().min(1).max(200))
          .max(5)
          .default([])
          .describe('Inputs that tell the subjects of a canary apart'),
        replaces: Hash.nullable().default(null).describe('The version that you saw there; null: none'),
        reason: Words.max(500).default('').describe('Why'),
      }),
    )
    .output(DeploymentDetail),
  close: endpoint
    .route({
      method: 'POST',
      path: '/releases/{id}/close',
      summary: 'Close a candidate that is not wanted',
      tags,
    })
    .meta(deploy)
    .input(id)
    .output(Release),
};
