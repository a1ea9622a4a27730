import {
  type DeploymentStatus,
  isFrozen,
  needsApproval,
  type StageName,
} from '@attain/domain/deployments/deployment';
import { environmentWords } from '@attain/domain/policies/policy-words';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { WriteTx } from '../../db/write.ts';
import { standingOf } from '../approvals/request-approval.ts';
import { mustPassSuites } from '../suites/required-suites.ts';
import { retag } from '../versions/tag-versions.ts';
import { askForApproval } from './approve-deployment.ts';
import { type Deployable, lockBindings, pointSlot } from './binding-store.ts';
import type { StoredDeployment } from './deployment-store.ts';
import { selectRules } from './environment-store.ts';
import { frozenWords, mustRun } from './order-deployment.ts';

/** What a stage works on. */
export interface StageInput {
  readonly deployment: StoredDeployment;
  readonly version: Deployable;
}

/** A stage passes, or waits until a moment; it throws where the deployment fails. */
export type StageOutcome = {
  readonly text: string;
  readonly context?: JsonObject;
  readonly warnings?: readonly string[];
  readonly status?: DeploymentStatus;
  readonly rollbackAvailable?: boolean;
} & (
  | { readonly kind: 'passed' }
  | { readonly kind: 'waits'; readonly wakeAt: string; readonly within?: number }
);

type Stage = (ctx: AppContext, tx: WriteTx, given: StageInput) => Promise<StageOutcome>;

/** What each stage does, in the transaction that stores its outcome. */
export const stages: Readonly<Record<StageName, Stage>> = {
  check,
  gates,
  approval,
  switch: switchOver,
};

async function check(
  ctx: AppContext,
  tx: WriteTx,
  { deployment, version }: StageInput,
): Promise<StageOutcome> {
  mustRun(version);
  const where = environmentWords[deployment.environment] ?? deployment.environment;
  const rules = await selectRules(tx, deployment.environment);
  if (isFrozen(rules, ctx.clock.now().toISOString()))
    throw new ApiError('CONFLICT', frozenWords(where, rules));
  const ids = version.connections.map(({ id }) => id);
  const { rows } = await tx.client.query<{ id: string }>(
    `SELECT w.id FROM unnest($1::text[]) AS w(id)
      WHERE NOT EXISTS (SELECT 1 FROM application_registry a WHERE a.application_id = w.id)`,
    [ids],
  );
  if (rows.length > 0)
    throw new ApiError(
      'CONFLICT',
      `The connection “${rows[0]?.id}” of this version was removed. Add it again.`,
    );
  const warnings = version.agentActive ? [] : [`“${version.agentName}” is turned off and runs nothing.`];
  const uses =
    ids.length === 0 ? 'no connection' : ids.length === 1 ? '1 connection' : `${ids.length} connections`;
  return { kind: 'passed', text: `Version ${version.version} is active and uses ${uses}.`, warnings };
}

async function gates(
  _ctx: AppContext,
  tx: WriteTx,
  { deployment, version }: StageInput,
): Promise<StageOutcome> {
  if (deployment.environment === 'dev') return { kind: 'passed', text: 'Development has no gates.' };
  await mustPassSuites(tx, version.workflowId ?? '', version.documentHash ?? '');
  const { rows } = await tx.client.query<{ suites: number }>(
    `SELECT count(*)::int AS suites FROM quality_assurance_configs
      WHERE workflow_id = $1 AND (outcome_criteria->>'required')::boolean`,
    [version.workflowId],
  );
  const suites = rows[0]?.suites ?? 0;
  const text = suites === 0 ? 'No suite is required.' : `Required suites that passed: ${suites}.`;
  const warnings = suites === 0 ? ['No test suite is required for this agent.'] : [];
  return { kind: 'passed', text, warnings };
}

async function approval(
  ctx: AppContext,
  tx: WriteTx,
  { deployment, version }: StageInput,
): Promise<StageOutcome> {
  const { environment, context, warnings } = deployment;
  const { needsApproval: need } = await selectRules(tx, environment);
  if (!needsApproval(environment, need, version.riskLevel))
    return { kind: 'passed', text: 'No approval is required.' };
  const known = typeof context.approval === 'string' ? context.approval : null;
  const id = known ?? (await askForApproval(ctx, tx, { deployment, version, warnings }));
  const { status, expiresAt } = found(await standingOf(tx, ctx.clock, id), 'approval');
  if (status === 'approved') return { kind: 'passed', text: 'Approved.' };
  if (status === 'open')
    return { kind: 'waits', text: 'Waits for approval.', context: { approval: id }, wakeAt: expiresAt };
  if (status === 'expired') throw new ApiError('CONFLICT', 'Nobody decided in time. Retry to ask again.');
  throw new ApiError('CONFLICT', 'The approval was not given.');
}

/** One statement decides from where on the other version starts: who starts a run holds the agent, as this does. */
async function switchOver(
  _ctx: AppContext,
  tx: WriteTx,
  { deployment, version }: StageInput,
): Promise<StageOutcome> {
  const { agentId, environment, agentVersion, replaces, id, createdBy } = deployment;
  const stable = (await lockBindings(tx, agentId, environment)).find(({ slot }) => slot === 'stable');
  if (stable?.agentVersion !== agentVersion) {
    if ((stable?.agentVersion ?? null) !== replaces)
      throw new ApiError('CONFLICT', 'Another version was put there meanwhile. Deploy again.');
    const to = { agentId, environment, slot: 'stable', agentVersion, deploymentId: id } as const;
    await pointSlot(tx, { ...to, movedBy: createdBy });
  }
  await retag(tx, agentId);
  const where = environmentWords[environment] ?? environment;
  const words = `Version ${version.version} runs in ${where}.`;
  return { kind: 'passed', text: words, status: 'running', rollbackAvailable: replaces !== null };
}
