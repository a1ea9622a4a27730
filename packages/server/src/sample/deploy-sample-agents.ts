import { setTimeout } from 'node:timers/promises';
import type { Environment } from '@attain/domain/deployments/deployment';
import type { AppContext } from '../app-context.ts';
import { type Actor, systemActor } from '../base/actor.ts';
import { found } from '../base/api-error.ts';
import { selectRequest } from '../slices/approvals/approval-store.ts';
import { decideDeployment } from '../slices/deployments/approve-deployment.ts';
import { orderDeployment } from '../slices/deployments/order-deployment.ts';
import { listDeployments, readDeployment } from '../slices/deployments/read-deployments.ts';
import { createRelease, listReleases } from '../slices/deployments/releases.ts';
import { SOFTWARE_COMPANY } from './companies/software-company.ts';

/** An agent that runs in staging and production, and one whose newest version is a candidate for production. */
const deployed = 'quota-plan-architect';
const candidate = 'territory-plan-optimizer';

/** How often it is looked whether a deployment waits for its approval. */
const lookEveryMs = 200;

interface Deployers {
  readonly developer: Actor;
  readonly manager: Actor;
}

/**
 * Deploys an agent of a sample workspace, and makes a version of another one a release candidate that waits for its gates. The
 * developer orders, the manager approves. Deployments of an earlier, interrupted start stay; the next start continues after them.
 */
export async function deploySampleAgents(ctx: AppContext, key: string = SOFTWARE_COMPANY.key): Promise<void> {
  const people = await selectDeployers(ctx, key);
  if (people === null) return;
  for (const environment of ['staging', 'prod'] as const) await deploy(ctx, people, environment);
  const { rows } = await listReleases(ctx, people.developer, { id: candidate, limit: 1 });
  const hash = await newestVersion(ctx, people, candidate);
  if (rows.length > 0 || hash === null || ctx.jobs.stopping.aborted) return;
  const notes = 'Suggests moving quota between fewer territories.';
  await createRelease(ctx, people.developer, { id: candidate, hash, notes });
  const { rows: ordered } = await listDeployments(ctx, people.developer, { agent: candidate, limit: 1 });
  if (ordered[0] !== undefined) await approve(ctx, people, ordered[0].id);
}

async function deploy(ctx: AppContext, people: Deployers, environment: Environment): Promise<void> {
  const { rows } = await listDeployments(ctx, people.developer, { agent: deployed, environment, limit: 1 });
  const hash = await newestVersion(ctx, people, deployed);
  if (hash === null || ctx.jobs.stopping.aborted) return;
  const order = { agentId: deployed, hash, environment, replaces: null, stickyBy: [] };
  const { id } =
    rows[0] ??
    (await orderDeployment(ctx, people.developer, {
      ...order,
      strategy: 'auto-rollback',
      reason: 'First rollout.',
    }));
  await approve(ctx, people, id);
}

/** Approves a deployment once it waits for that; resolves when it has ended or this process ends. */
async function approve(ctx: AppContext, { developer, manager }: Deployers, id: string): Promise<void> {
  while (!ctx.jobs.stopping.aborted) {
    const { status, stage, approvalId } = await readDeployment(ctx, developer, id);
    if (status === 'completed' || status === 'failed' || stage === 'watch') return;
    if (approvalId !== null)
      await ctx.write(manager, async (tx) => {
        const request = found(await selectRequest(tx, approvalId), 'approval request');
        const { hash } = request;
        const decision = { ctx, actor: manager, request, hash, decision: 'approve', reason: null } as const;
        tx.record(await decideDeployment(tx, decision));
      });
    await setTimeout(lookEveryMs);
  }
}

/** The newest active version of main that can run; null: none, or the agent was removed. */
async function newestVersion(ctx: AppContext, { developer }: Deployers, id: string): Promise<string | null> {
  const { rows } = await ctx.db.owner.query<{ hash: string }>(
    `SELECT v.hash FROM agent_versions v WHERE v.tenant_id = $1 AND v.agent_id = $2 AND v.branch = 'main' AND v.status = 'active'
        AND v.workflow_version IS NOT NULL ORDER BY v.number DESC LIMIT 1`,
    [developer.tenantId, id],
  );
  return rows[0]?.hash ?? null;
}

async function selectDeployers(ctx: AppContext, key: string): Promise<Deployers | null> {
  const { rows } = await ctx.db.owner.query<{ tenantId: string; developer: string; manager: string }>(
    `SELECT t.id AS "tenantId", d.user_id AS developer, m.user_id AS manager FROM tenants t
       JOIN LATERAL (SELECT user_id FROM memberships WHERE tenant_id = t.id AND 'agent-developer' = ANY(roles) ORDER BY user_id LIMIT 1) d ON true
       JOIN LATERAL (SELECT user_id FROM memberships WHERE tenant_id = t.id AND 'manager' = ANY(roles) ORDER BY user_id LIMIT 1) m ON true
      WHERE t.slug = $1`,
    [key],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    developer: systemActor(row.tenantId, row.developer, 'sample'),
    manager: systemActor(row.tenantId, row.manager, 'sample'),
  };
}
