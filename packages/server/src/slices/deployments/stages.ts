import {
  CANARY_PERCENT,
  isFrozen,
  needsApproval,
  type StageName,
} from '@attain/domain/deployments/deployment';
import { candidateName } from '@attain/domain/deployments/release-gates';
import { environmentWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { WriteTx } from '../../db/write.ts';
import { standingOf } from '../approvals/request-approval.ts';
import { mustPassSuites } from '../suites/required-suites.ts';
import { retag } from '../versions/tag-versions.ts';
import { askForApproval } from './approve-deployment.ts';
import { clearSlot, lockBindings, pointSlot } from './binding-store.ts';
import { deployerOf, guardSwitch, judgeDeployment, mustHaveContracts } from './deploy-guard.ts';
import type { StoredDeployment } from './deployment-store.ts';
import { selectRules } from './environment-store.ts';
import { frozenWords, mustRun, releaseIdOf } from './order-deployment.ts';
import { type StoredRelease, selectRelease, updateRelease } from './release-store.ts';
import { mustPassGates } from './releases.ts';
import { keepPoint } from './rollback-store.ts';
import type { StageInput, StageOutcome } from './stage.ts';
import { watch } from './watch-stage.ts';

type Stage = (ctx: AppContext, tx: WriteTx, given: StageInput) => Promise<StageOutcome>;

/** What each stage does, in the transaction that stores its outcome. */
export const stages: Readonly<Record<StageName, Stage>> = {
  check,
  gates,
  approval,
  preview,
  canary,
  switch: switchOver,
  watch,
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
  await judgeDeployment(ctx, tx, {
    version,
    environment: deployment.environment,
    by: await deployerOf(tx, deployment.createdBy),
  });
  const warnings = version.agentActive ? [] : [`“${version.agentName}” is turned off and runs nothing.`];
  const uses =
    ids.length === 0 ? 'no connection' : ids.length === 1 ? '1 connection' : `${ids.length} connections`;
  return { kind: 'passed', text: `Version ${version.version} is active and uses ${uses}.`, warnings };
}

async function gates(
  ctx: AppContext,
  tx: WriteTx,
  { deployment, version }: StageInput,
): Promise<StageOutcome> {
  if (deployment.environment === 'dev') return { kind: 'passed', text: 'Development has no gates.' };
  const contracts = await mustHaveContracts(tx, version);
  const release = await releaseTo(tx, deployment);
  if (release !== null) {
    await mustPassGates(ctx, tx, release);
    return { kind: 'passed', text: `The gates of ${nameOf(release)} passed.` };
  }
  await mustPassSuites(tx, version.workflowId ?? '', version.documentHash ?? '');
  const { rows } = await tx.client.query<{ suites: number }>(
    `SELECT count(*)::int AS suites FROM quality_assurance_configs
      WHERE workflow_id = $1 AND (outcome_criteria->>'required')::boolean`,
    [version.workflowId],
  );
  const suites = rows[0]?.suites ?? 0;
  const tested = suites === 0 ? 'No suite is required.' : `Required suites that passed: ${suites}.`;
  const text = contracts === 0 ? tested : `${tested} Data contracts in use: ${contracts}.`;
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
  const release = await releaseTo(tx, deployment);
  if (release !== null) return { kind: 'passed', text: `Approved with the gates of ${nameOf(release)}.` };
  const by = await deployerOf(tx, deployment.createdBy);
  const policy = await judgeDeployment(ctx, tx, { version, environment, by });
  if (policy === null && !needsApproval(environment, need, version.riskLevel))
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

/** The release that a deployment to production belongs to; null: none. */
async function releaseTo(tx: WriteTx, deployment: StoredDeployment): Promise<StoredRelease | null> {
  const id = releaseIdOf(deployment);
  if (id === null || deployment.environment !== 'prod') return null;
  return found(await selectRelease(tx, id, 'FOR UPDATE OF r'), 'release of this deployment');
}

const nameOf = ({ version, candidate }: StoredRelease) => candidateName(version, candidate);

/** The version can be started by name; no traffic reaches it. */
async function preview(
  ctx: AppContext,
  tx: WriteTx,
  { deployment, version }: StageInput,
): Promise<StageOutcome> {
  const { agentId, environment, agentVersion, id, createdBy } = deployment;
  const to = { agentId, environment, slot: 'preview', agentVersion, deploymentId: id } as const;
  await guardSwitch(ctx, tx, { version, environment, orderedBy: createdBy });
  await lockBindings(tx, agentId, environment);
  await pointSlot(tx, { ...to, movedBy: createdBy });
  return {
    kind: 'passed',
    text: `Version ${version.version} stands beside the one that runs.`,
    status: 'running',
  };
}

async function canary(
  ctx: AppContext,
  tx: WriteTx,
  { deployment, version }: StageInput,
): Promise<StageOutcome> {
  const { agentId, environment, agentVersion, id, createdBy, replaces, params } = deployment;
  await guardSwitch(ctx, tx, { version, environment, orderedBy: createdBy });
  const stable = (await lockBindings(tx, agentId, environment)).find(({ slot }) => slot === 'stable');
  if (stable === undefined || stable.agentVersion !== replaces)
    throw new ApiError('CONFLICT', 'Another version was put there meanwhile. Deploy again.');
  const stickyBy = Array.isArray(params.stickyBy) ? params.stickyBy.map(String) : [];
  const to = { agentId, environment, slot: 'canary', agentVersion, deploymentId: id } as const;
  await pointSlot(tx, { ...to, movedBy: createdBy, percent: CANARY_PERCENT, salt: id, stickyBy });
  const context = { watch: { since: ctx.clock.now().toISOString() } };
  const text = `${CANARY_PERCENT} % of the subjects get the new version.`;
  return { kind: 'passed', text, status: 'running', context };
}

/** One transaction decides from where on the other version starts: who starts a run holds the agent, as this does. */
async function switchOver(
  ctx: AppContext,
  tx: WriteTx,
  { deployment, version }: StageInput,
): Promise<StageOutcome> {
  const { agentId, environment, agentVersion, replaces, id, createdBy, strategy, context } = deployment;
  const stable = (await lockBindings(tx, agentId, environment)).find(({ slot }) => slot === 'stable');
  const where = environmentWords[environment] ?? environment;
  if (stable?.agentVersion !== agentVersion) {
    await guardSwitch(ctx, tx, { version, environment, orderedBy: createdBy });
    if ((stable?.agentVersion ?? null) !== replaces)
      throw new ApiError('CONFLICT', 'Another version was put there meanwhile. Deploy again.');
    await keepPoint(tx, {
      environment,
      description: `Before ${version.agentName} ${version.version}`,
      type: 'switch',
      userId: createdBy,
      appVersion: ctx.appVersion,
    });
    const to = { agentId, environment, agentVersion, deploymentId: id, movedBy: createdBy };
    await pointSlot(tx, { ...to, slot: 'stable' });
    if (strategy === 'blue-green' && replaces !== null)
      await pointSlot(tx, { ...to, slot: 'preview', agentVersion: replaces });
    else await clearSlot(tx, { agentId, environment, slot: 'preview' });
    await clearSlot(tx, { agentId, environment, slot: 'canary' });
  }
  await retag(tx, agentId);
  const release = await releaseTo(tx, deployment);
  if (release?.status === 'open')
    await updateRelease(tx, release.id, { status: 'released', releasedAt: ctx.clock.now().toISOString() });
  return {
    kind: 'passed',
    text: `Version ${version.version} runs in ${where}.`,
    status: 'running',
    rollbackAvailable: replaces !== null,
    ...(strategy === 'auto-rollback'
      ? { context: { ...context, watch: { since: ctx.clock.now().toISOString() } } }
      : {}),
  };
}
