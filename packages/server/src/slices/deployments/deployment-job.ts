import { progressOf } from '@attain/domain/deployments/deployment';
import { environmentWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import type { StoredStage } from '../../db/schema/deployments.ts';
import type { WriteTx } from '../../db/write.ts';
import { defineJob, type JobEnd, type JobInput } from '../../jobs/define-job.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { clearSlotsOf, selectDeployable } from './binding-store.ts';
import {
  type StoredDeployment,
  selectDeployment,
  selectShown,
  updateDeployment,
} from './deployment-store.ts';
import type { StageOutcome } from './stage.ts';
import { stages } from './stages.ts';

/** What the job found when it began; `isOver` once all stages have passed. */
interface Subject {
  readonly id: string;
  readonly createdBy: string;
  isOver: boolean;
}

/**
 * Moves a deployment on, stage by stage, until it waits or is over. Each stage is one transaction, so that a killed process
 * leaves the deployment between two stages; the next one goes on there (REL-5).
 */
export const deploymentJob = defineJob<Subject>({
  kind: 'deployment',
  unexpected: 'The deployment stopped because of an internal error. Retry it.',
  load: async (tx, id) => {
    const stored = await selectDeployment(tx, id, 'FOR UPDATE');
    if (stored === null) return null;
    if (isOpen(stored)) await updateDeployment(tx, id, { wakeAt: null });
    return { id, createdBy: stored.createdBy, isOver: false };
  },
  steps: async (job) => {
    while (await nextStage(job)) job.signal.throwIfAborted();
  },
  onEnd: endDeployment,
  entryOf: ({ isOver }, { status }) =>
    status === 'completed' && !isOver
      ? { action: 'deployment.paused', reason: { code: 'waits' } }
      : { action: `deployment.${status}`, reason: { code: status } },
});

function isOpen({ status }: StoredDeployment): boolean {
  return status === 'pending' || status === 'running';
}

/** Does the current stage; false when there is nothing more to do now. */
async function nextStage({ ctx, subject, actor }: JobInput<Subject>): Promise<boolean> {
  const peek = await ctx.db.within(actor.tenantId, (tx) => selectDeployment(tx, subject.id));
  if (peek === null || !isOpen(peek)) return false;
  if (peek.current >= peek.stages.length) {
    subject.isOver = true;
    return false;
  }
  return ctx.write(actor, async (tx) => {
    const deployment = found(await selectDeployment(tx, subject.id, 'FOR UPDATE'), 'deployment');
    const stage = deployment.stages[deployment.current];
    const object = { type: 'deployment', id: subject.id };
    if (!isOpen(deployment) || stage === undefined) {
      tx.record({ action: 'deployment.advanced', object, reason: { code: 'ended' } });
      return false;
    }
    const version = found(
      await selectDeployable(tx, deployment.agentId, deployment.agentVersion),
      'version of this deployment',
    );
    const outcome = await stages[stage.name](ctx, tx, { deployment, version });
    await storeOutcome(ctx, tx, { deployment, stage, outcome });
    tx.record({
      action: outcomeActs[outcome.kind],
      object,
      reason: { code: stage.name, text: outcome.text },
      evidence: [deployment.agentVersion],
    });
    return outcome.kind === 'passed';
  });
}

const outcomeActs = {
  passed: 'deployment.advanced',
  waits: 'deployment.paused',
  failed: 'deployment.rolled-back',
} as const;

async function storeOutcome(
  ctx: AppContext,
  tx: WriteTx,
  of: { readonly deployment: StoredDeployment; readonly stage: StoredStage; readonly outcome: StageOutcome },
): Promise<void> {
  const { deployment, stage, outcome } = of;
  const { id, current, stages: all } = deployment;
  const at = ctx.clock.now().toISOString();
  const began = stage.startedAt ?? at;
  const passed = outcome.kind === 'passed';
  const done: StoredStage = {
    ...stage,
    status: passed ? 'completed' : outcome.kind === 'failed' ? 'failed' : 'running',
    startedAt: began,
    endedAt: outcome.kind === 'waits' ? null : at,
    text: outcome.text,
  };
  const next = all.map((one, place) => {
    if (place === current) return done;
    return passed && place === current + 1 ? { ...one, status: 'running' as const, startedAt: at } : one;
  });
  const reached = passed ? current + 1 : current;
  await updateDeployment(tx, id, {
    stages: next,
    current: reached,
    progress: progressOf(reached, all.length, outcome.kind === 'waits' ? outcome.within : 0),
    context: { ...deployment.context, ...outcome.context },
    warnings: [...deployment.warnings, ...(outcome.warnings ?? [])],
    ...(outcome.status === undefined ? {} : { status: outcome.status }),
    ...(outcome.rollbackAvailable === undefined ? {} : { rollbackAvailable: outcome.rollbackAvailable }),
    ...(outcome.kind === 'waits' ? { wakeAt: outcome.wakeAt } : {}),
    ...(outcome.kind === 'failed' ? { status: 'failed' as const, errors: [outcome.text] } : {}),
  });
  if (outcome.kind === 'failed') await tellEnd(tx, id, outcome.text);
}

/** Ends the deployment with its job, unless it only waits. */
async function endDeployment(tx: WriteTx, id: string, end: JobEnd): Promise<void> {
  const deployment = await selectDeployment(tx, id, 'FOR UPDATE');
  if (deployment === null || !isOpen(deployment)) return;
  const { stages: all, current } = deployment;
  if (end.status === 'completed') {
    if (current < all.length) return;
    await updateDeployment(tx, id, { status: 'completed', progress: 100 });
    await tellEnd(tx, id, null);
    return;
  }
  const problems = end.problems.map(({ message }) => message);
  const message = end.message ?? 'The deployment was cancelled.';
  const failed = all.map((stage, place) =>
    place === current
      ? { ...stage, status: 'failed' as const, endedAt: new Date().toISOString(), text: message }
      : stage,
  );
  await closeRequest(tx, { kind: 'deployment', subjectId: id, status: 'void' });
  await clearSlotsOf(tx, id);
  await updateDeployment(tx, id, { status: 'failed', stages: failed, errors: [message, ...problems] });
  await tellEnd(tx, id, message);
}

/** Tells whoever ordered the deployment, and who made the version, how it ended. */
async function tellEnd(tx: TenantTx, id: string, failure: string | null): Promise<void> {
  const shown = found(await selectShown(tx, id), 'deployment');
  const { rows } = await tx.client.query<{ people: string[] }>(
    `SELECT ARRAY(SELECT DISTINCT m.user_id FROM active_members m WHERE m.user_id IN (p.created_by, v.created_by)) AS people
       FROM pipeline_executions p JOIN agent_versions v ON v.agent_id = p.agent_id AND v.hash = p.agent_version WHERE p.id = $1`,
    [id],
  );
  const where = environmentWords[shown.environment] ?? shown.environment;
  const what = `${shown.agent} ${shown.version}`;
  await notifyPeople(tx, rows[0]?.people ?? [], {
    title: failure === null ? `${what} runs in ${where}` : `${what} was not deployed to ${where}`,
    message: failure ?? `It replaces ${shown.replaces === null ? 'nothing' : `version ${shown.replaces}`}.`,
    severity: failure === null ? 'success' : 'error',
    runId: null,
    about: { of: 'deployment', id },
    effectKey: `deployment/${id}`,
  });
}
