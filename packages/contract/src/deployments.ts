import {
  approvalNeeds,
  deploymentStatuses,
  environments as environmentIds,
  environmentStatuses,
  environmentTypes,
  stageNames,
  strategies,
} from '@attain/domain/deployments/deployment';
import { metrics, verdicts } from '@attain/domain/deployments/evidence-test';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf, Words } from './base.ts';

const EnvironmentId = z.enum(environmentIds);
const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'Enter the 64 hex characters of a version.');
const AgentId = z.string().min(1).max(200);
const tags = ['Deployments'];
const read = { access: 'read:deployments' } as const;
const deploy = { access: 'deploy:agents' } as const;

/** A place where versions of agents run. */
export const Environment = z.object({
  id: EnvironmentId,
  name: z.string(),
  type: z.enum(environmentTypes),
  status: z.enum(environmentStatuses),
  version: z.string().nullable().describe('Deployed there last'),
  agents: z.number().int().describe('Agents deployed there'),
  lastDeploy: z.object({ at: Moment, by: z.string(), agent: z.string() }).nullable(),
  uptime: z
    .number()
    .nullable()
    .describe(
      'Share of the minutes with ended runs, of 30 days, in which not every run failed; null: no runs',
    ),
  instances: z.number().int().describe('Processes that work; all environments share them'),
  traffic: z.number().describe('Runs a minute in the last hour'),
  health: z.object({
    cpu: z.number().nullable().describe('Of one core, percent, mean of the processes'),
    memory: z.number().nullable().describe('Bytes, mean of the processes'),
    latency: z.number().nullable().describe('Milliseconds: 95 % of the runs of 24 hours took no longer'),
  }),
  rules: z.object({
    autoDeploy: z.boolean().describe('Follows the newest version of each agent'),
    needsApproval: z.enum(approvalNeeds),
    frozenFrom: Moment.nullable(),
    frozenUntil: Moment.nullable(),
    freezeReason: z.string(),
    target: z.number().describe('Percent of the runs that must complete'),
  }),
  isFrozen: z.boolean(),
  revision: z.number().int().describe('0: never changed'),
});
export type Environment = z.infer<typeof Environment>;

const Pointer = z.object({
  version: z.string(),
  hash: z.string().describe('SHA-256 of the version’s record'),
  since: Moment,
  by: z.string(),
  percent: z.number().int(),
});

const MatrixCell = z.object({
  environment: EnvironmentId,
  stable: Pointer.nullable(),
  canary: Pointer.nullable(),
  preview: Pointer.nullable(),
  openRuns: z.number().int().describe('Runs that have not ended, of any version'),
  draining: z.number().int().describe('Those of versions that run there no more'),
  deployment: z.uuid().nullable().describe('The deployment under way'),
});

/** What of an agent runs where. */
export const DeployedAgent = z.object({
  id: z.string().describe('Its agentId'),
  name: z.string(),
  riskLevel: z.string(),
  newest: z.object({ version: z.string(), hash: z.string() }).nullable(),
  runsIn: EnvironmentId.nullable().describe('Where its runs start; null: the newest version, undeployed'),
  cells: z.array(MatrixCell),
});
export type DeployedAgent = z.infer<typeof DeployedAgent>;

const Stage = z.object({
  name: z.enum(stageNames),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'skipped']),
  startedAt: Moment.nullable(),
  endedAt: Moment.nullable(),
  text: z.string().describe('What it found'),
});

/** A version on its way to an environment. */
export const Deployment = z.object({
  id: z.uuid(),
  agentId: z.string(),
  agent: z.string(),
  version: z.string(),
  hash: z.string(),
  replaces: z.string().nullable().describe('The version that ran there before'),
  environment: EnvironmentId,
  strategy: z.enum(strategies),
  status: z.enum(deploymentStatuses),
  progress: z.number().describe('Percent'),
  stage: z.enum(stageNames).nullable().describe('The current one; null: none is left'),
  startTime: Moment.nullable(),
  duration: z.number().int().nullable().describe('Milliseconds; null: it has not ended'),
  deployedBy: z.string(),
  orderedAt: Moment,
  changes: z.array(z.string()).describe('Since the version it replaces, in words'),
  reason: z.string(),
  error: z.string().nullable(),
  retryOf: z.uuid().nullable(),
  approvalId: z.uuid().nullable().describe('The open request that it waits for'),
});
export type Deployment = z.infer<typeof Deployment>;

const MetricEvidence = z.object({
  metric: z.enum(metrics),
  canary: z.number().int().describe('Outcomes of the new version'),
  canaryBad: z.number().int(),
  stable: z.number().int(),
  stableBad: z.number().int(),
  eValue: z.number().describe('Against “no worse”; 400 rolls back'),
});

export const DeploymentDetail = Deployment.extend({
  stages: z.array(Stage),
  problems: z.array(z.string()),
  stickyBy: z.array(z.string()),
  verdict: z.enum(verdicts).nullable().describe('What the evidence says; null: nothing is watched'),
  evidence: z.array(MetricEvidence),
  warnings: z.array(z.string()),
});
export type DeploymentDetail = z.infer<typeof DeploymentDetail>;

const id = z.object({ id: z.uuid() });
const reason = Words.max(500).default('').describe('Why');

export const environments = {
  list: endpoint
    .route({ method: 'GET', path: '/environments', summary: 'The three environments and how they are', tags })
    .meta(read)
    .input(z.object({ agent: AgentId.optional() }))
    .output(z.object({ rows: z.array(Environment) })),
  save: endpoint
    .route({ method: 'PUT', path: '/environments/{id}', summary: 'Change how it is deployed to', tags })
    .meta({ access: 'edit:environments' })
    .input(
      z.object({
        id: EnvironmentId,
        revision: z.number().int().min(0).max(1_000_000_000),
        autoDeploy: z.boolean(),
        needsApproval: z.enum(approvalNeeds),
        frozenFrom: z.iso.datetime().nullable().default(null),
        frozenUntil: z.iso.datetime().nullable().default(null).describe('Null: not frozen'),
        freezeReason: Words.max(200).default(''),
        target: z
          .number()
          .min(94, 'Enter a percentage from 94 to 99.99.')
          .max(99.99, 'Enter a percentage from 94 to 99.99.')
          .multipleOf(0.01)
          .optional()
          .describe(
            'Percent of the runs that must complete; without it, as before. A version far below is put back.',
          ),
      }),
    )
    .output(Environment),
};

export const deployments = {
  matrix: endpoint
    .route({
      method: 'GET',
      path: '/deployed-agents',
      summary: 'Which version of each agent runs where',
      tags,
    })
    .meta(read)
    .input(PageInput.extend({ agent: AgentId.optional(), search: z.string().max(200).optional() }))
    .output(pageOf(DeployedAgent)),
  list: endpoint
    .route({ method: 'GET', path: '/deployments', summary: 'List deployments, newest first', tags })
    .meta(read)
    .input(
      PageInput.extend({
        agent: AgentId.optional(),
        environment: EnvironmentId.optional(),
        status: z.enum(deploymentStatuses).optional(),
      }),
    )
    .output(pageOf(Deployment)),
  get: endpoint
    .route({ method: 'GET', path: '/deployments/{id}', summary: 'Get a deployment with its stages', tags })
    .meta(read)
    .input(id)
    .output(DeploymentDetail),
  create: endpoint
    .route({ method: 'POST', path: '/deployments', summary: 'Deploy a version', tags, successStatus: 201 })
    .meta(deploy)
    .input(
      z.object({
        agentId: AgentId,
        hash: Hash.describe('The version'),
        environment: EnvironmentId,
        strategy: z.enum(strategies),
        stickyBy: z
          .array(z.string().min(1).max(200))
          .max(5)
          .default([])
          .describe('Inputs that tell the subjects of a canary apart'),
        replaces: Hash.nullable().default(null).describe('The version that you saw there; null: none'),
        reason,
      }),
    )
    .output(DeploymentDetail),
  retry: endpoint
    .route({
      method: 'POST',
      path: '/deployments/{id}/retry',
      summary: 'Try a failed deployment again as a new one',
      tags,
      successStatus: 201,
    })
    .meta(deploy)
    .input(id)
    .output(DeploymentDetail),
  outlook: endpoint
    .route({
      method: 'GET',
      path: '/deployment-outlook',
      summary: 'How soon a canary of an agent would find a higher rate of failed runs',
      tags,
    })
    .meta(read)
    .input(z.object({ agent: AgentId, environment: EnvironmentId }))
    .output(
      z.object({
        runsAWeek: z.number().int().describe('In the last seven days'),
        failureRate: z.number().nullable().describe('0 to 1; null: no runs'),
        stickyBy: z.array(z.string()).describe('Parameters that can tell subjects apart'),
        handlesMoney: z.boolean(),
        detections: z.array(
          z.object({
            failureRate: z.number(),
            outcomes: z.number().int().nullable().describe('Of the canary; null: more than 1,000'),
            days: z.number().nullable().describe('At this traffic; null: never'),
          }),
        ),
      }),
    ),
  decide: endpoint
    .route({
      method: 'POST',
      path: '/deployments/{id}/decide',
      summary: 'Promote or stop a deployment that is watched',
      tags,
    })
    .meta(deploy)
    .input(id.extend({ decision: z.enum(['promote', 'abort']) }))
    .output(DeploymentDetail),
  withdraw: endpoint
    .route({
      method: 'POST',
      path: '/deployments/{id}/withdraw',
      summary: 'Withdraw a deployment that waits; it ends as failed',
      tags,
    })
    .meta(deploy)
    .input(id.extend({ reason }))
    .output(DeploymentDetail),
};
