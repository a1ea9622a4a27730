import type { DeploymentDetail } from '@attain/contract/deployments';
import { type Environment, isFrozen, type Strategy, stagesOf } from '@attain/domain/deployments/deployment';
import { environmentWords } from '@attain/domain/policies/policy-words';
import { MAIN } from '@attain/domain/versions/history';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { Act } from '../../db/act.ts';
import type { TenantTx } from '../../db/database.ts';
import type { WriteTx } from '../../db/write.ts';
import { orderJob } from '../../jobs/job-store.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { type Deployable, lockBindings, selectDeployable } from './binding-store.ts';
import { judgeDeployment } from './deploy-guard.ts';
import {
  insertDeployment,
  type StoredDeployment,
  selectDeployment,
  selectOpenDeployment,
  updateDeployment,
} from './deployment-store.ts';
import { selectRules } from './environment-store.ts';
import { paysPeople } from './outlook.ts';
import { deploymentDetail } from './read-deployments.ts';

/** What is to run where. */
export interface Order {
  readonly agentId: string;
  readonly hash: string;
  readonly environment: Environment;
  readonly strategy: Strategy;
  /** The version that the person saw there; null: none. */
  readonly replaces: string | null;
  readonly reason: string;
  /** Inputs that tell the subjects of a canary apart. */
  readonly stickyBy: readonly string[];
}

/**
 * Orders the deployment of a version, which a job performs. Throws NOT_FOUND; POLICY_DENIED; CONFLICT where the version can't run there, where it runs
 * already or another deployment is open, where the environment is frozen, or if another version runs there than the person saw.
 */
export async function orderDeployment(
  ctx: AppContext,
  actor: Actor,
  order: Order,
): Promise<DeploymentDetail> {
  mustAllow(actor, 'deploy:agents');
  const detail = await ctx.write(actor, async (tx) => {
    const made = await storeOrder(ctx, tx, { actor, order, retryOf: null, releaseId: null });
    tx.record(orderedAct(made));
    return made;
  });
  await ctx.jobs.order('deployment', { tenantId: actor.tenantId, id: detail.id });
  return detail;
}

/** Tries a failed deployment again, as a new one. Throws as `orderDeployment`, and CONFLICT for one that has not failed (REL-5). */
export async function retryDeployment(ctx: AppContext, actor: Actor, id: string): Promise<DeploymentDetail> {
  mustAllow(actor, 'deploy:agents');
  const detail = await ctx.write(actor, async (tx) => {
    const failed = found(await selectDeployment(tx, id), 'deployment');
    if (failed.status !== 'failed') throw new ApiError('CONFLICT', 'Only failed deployments can be retried.');
    const { agentId, environment, strategy, reason, params } = failed;
    const running = (await lockBindings(tx, agentId, environment)).find(({ slot }) => slot === 'stable');
    const stickyBy = Array.isArray(params.stickyBy) ? params.stickyBy.map(String) : [];
    const order = { agentId, environment, strategy, reason, stickyBy, hash: failed.agentVersion };
    const replaces = running?.agentVersion ?? null;
    const made = await storeOrder(ctx, tx, {
      actor,
      order: { ...order, replaces },
      retryOf: id,
      releaseId: releaseIdOf(failed),
    });
    tx.record(orderedAct(made));
    return made;
  });
  await ctx.jobs.order('deployment', { tenantId: actor.tenantId, id: detail.id });
  return detail;
}

/** Withdraws a deployment that has not begun to switch. Throws NOT_FOUND, and CONFLICT once it runs or has ended. */
export function withdrawDeployment(ctx: AppContext, actor: Actor, input: { id: string; reason: string }) {
  mustAllow(actor, 'deploy:agents');
  return ctx.write(actor, async (tx) => {
    const { status } = found(await selectDeployment(tx, input.id, 'FOR UPDATE'), 'deployment');
    if (status !== 'pending')
      throw new ApiError('CONFLICT', 'Only a deployment that waits can be withdrawn.');
    await closeRequest(tx, { kind: 'deployment', subjectId: input.id, status: 'withdrawn' });
    const words = `Withdrawn by ${actor.displayName}.`;
    await updateDeployment(tx, input.id, {
      status: 'failed',
      errors: [input.reason === '' ? words : `${words} ${input.reason}`],
    });
    tx.record({
      action: 'deployment.withdrawn',
      object: { type: 'deployment', id: input.id },
      ...(input.reason === '' ? {} : { reason: { code: 'withdrawn', text: input.reason } }),
    });
    return deploymentDetail(tx, input.id);
  });
}

/** The release that a deployment belongs to; null: none. */
export function releaseIdOf({ params }: Pick<StoredDeployment, 'params'>): string | null {
  return typeof params.release === 'string' ? params.release : null;
}

function orderedAct({ id, version, hash, environment, strategy }: DeploymentDetail): Act {
  return {
    action: 'deployment.ordered',
    object: { type: 'deployment', id, version },
    evidence: [hash],
    reason: { code: environment, text: strategy },
  };
}

/**
 * Stores the order of a deployment. The caller records it, and hands it to the queue after the transaction. Throws as
 * `orderDeployment`.
 */
export async function storeOrder(
  ctx: AppContext,
  tx: WriteTx,
  given: {
    readonly actor: Actor;
    readonly order: Order;
    readonly retryOf: string | null;
    readonly releaseId: string | null;
  },
): Promise<DeploymentDetail> {
  const { actor, order, retryOf, releaseId } = given;
  const { agentId, hash, environment, strategy, replaces, reason } = order;
  const stickyBy = [...order.stickyBy];
  const bindings = await lockBindings(tx, agentId, environment);
  const version = found(await selectDeployable(tx, agentId, hash), 'version of this agent');
  mustRun(version);
  const where = environmentWords[environment] ?? environment;
  const rules = await selectRules(tx, environment);
  if (rules.autoDeploy)
    throw new ApiError('CONFLICT', `${where} follows the newest version. Deploy to another environment.`);
  if (isFrozen(rules, ctx.clock.now().toISOString()))
    throw new ApiError('CONFLICT', frozenWords(where, rules));
  const open = await selectOpenDeployment(tx, agentId, environment);
  if (open !== null)
    throw new ApiError('CONFLICT', `Another deployment of “${version.agentName}” to ${where} has not ended.`);
  const stable = bindings.find(({ slot }) => slot === 'stable');
  if ((stable?.agentVersion ?? null) !== replaces)
    throw new ApiError('CONFLICT', `Another version runs in ${where} by now. Reload, then deploy again.`);
  if (stable?.agentVersion === hash)
    throw new ApiError('CONFLICT', `Version ${version.version} runs in ${where} already.`);
  if (strategy === 'canary')
    await mustCompare(tx, { version, where, stickyBy, hasBefore: replaces !== null });
  await judgeDeployment(ctx, tx, { version, environment, by: actor });
  const id = newId();
  const params: JsonObject = releaseId === null ? { stickyBy } : { stickyBy, release: releaseId };
  await insertDeployment(tx, {
    id,
    name: `${version.agentName} ${version.version} to ${where}`,
    agentId,
    environment,
    strategy,
    agentVersion: hash,
    replaces,
    stages: stagesOf(strategy, replaces !== null).map((name) => ({
      name,
      status: 'pending',
      startedAt: null,
      endedAt: null,
      text: '',
    })),
    params,
    reason,
    retryOf,
    userId: actor.userId,
  });
  await orderJob(tx, 'deployment', id);
  return deploymentDetail(tx, id);
}

/** Throws CONFLICT where a canary can't be compared, or could pay one payee by two versions. */
async function mustCompare(
  tx: TenantTx,
  of: { version: Deployable; where: string; stickyBy: readonly string[]; hasBefore: boolean },
): Promise<void> {
  const { version, where, stickyBy, hasBefore } = of;
  if (!hasBefore)
    throw new ApiError('CONFLICT', `Nothing runs in ${where} to compare with. Choose another strategy.`);
  if (stickyBy.length === 0 && (await paysPeople(tx, version)))
    throw new ApiError(
      'CONFLICT',
      `“${version.agentName}” handles pay. Choose the inputs that tell payees apart, or another strategy.`,
    );
}

/** Promotes or stops a deployment that is watched. Throws NOT_FOUND, and CONFLICT for one that is not (REL-7). */
export async function decideWatched(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; decision: 'promote' | 'abort' },
): Promise<DeploymentDetail> {
  mustAllow(actor, 'deploy:agents');
  const { id, decision } = input;
  return ctx.write(actor, async (tx) => {
    const deployment = found(await selectDeployment(tx, id, 'FOR UPDATE'), 'deployment');
    const { status, stages, current, context } = deployment;
    if (status !== 'running' || stages[current]?.name !== 'watch')
      throw new ApiError('CONFLICT', 'Only a deployment that is watched can be promoted or stopped.');
    const before = (context.watch ?? {}) as JsonObject;
    const watch = { ...before, decided: decision, decidedBy: actor.displayName };
    await updateDeployment(tx, id, {
      context: { ...context, watch },
      wakeAt: ctx.clock.now().toISOString(),
    });
    tx.record({ action: `deployment.${decision}`, object: { type: 'deployment', id } });
    return deploymentDetail(tx, id);
  });
}

/** Throws CONFLICT for a version that can't be deployed: a branch, one that is not in use, one without a workflow. */
export function mustRun(version: Deployable): void {
  const { branch, status, agentName, workflowVersion, workflowActive } = version;
  const name = `Version ${version.version}`;
  if (branch !== MAIN) throw new ApiError('CONFLICT', `${name} is on “${branch}”. Merge it into main first.`);
  if (status !== 'active') throw new ApiError('CONFLICT', `${name} is ${status}. Only active versions run.`);
  if (workflowVersion === null)
    throw new ApiError('CONFLICT', `${name} has no published workflow. Publish one first.`);
  if (workflowActive === false)
    throw new ApiError('CONFLICT', `The workflow of “${agentName}” is retired. Restore it first.`);
}

/** Why nothing can be deployed now. */
export function frozenWords(
  where: string,
  { frozenUntil, freezeReason }: { readonly frozenUntil: string | null; readonly freezeReason: string },
): string {
  const until = `${(frozenUntil ?? '').slice(0, 16).replace('T', ' ')} UTC`;
  return `${where} is frozen until ${until}${freezeReason === '' ? '' : `: ${freezeReason}`}.`;
}
