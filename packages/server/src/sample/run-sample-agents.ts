import { setTimeout } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import { systemActor } from '../base/actor.ts';
import { runAgent } from '../slices/agents/run-agent.ts';
import { SOFTWARE_COMPANY } from './companies/software-company.ts';

/** Agents that only look at what is there, and are done within seconds. The others wait for somebody to run them. */
const shown = [
  'attainment-calculator',
  'payout-validator',
  'dispute-resolver',
  'quota-plan-architect',
  'territory-plan-optimizer',
];

/** How often it is looked whether the calculations of the sample are over. */
export const lookEveryMs = 500;

/**
 * Runs five agents of a sample workspace over its data, once and for good: as soon as its calculations are over, through the same
 * engine as everybody's. Resolves when all have begun, or when this process begins to end; the next start runs what is missing.
 */
export async function runSampleAgents(ctx: AppContext, key: string = SOFTWARE_COMPANY.key): Promise<void> {
  const made = await ctx.db.owner.query<{ tenantId: string; owner: string }>(
    `SELECT t.id AS "tenantId", m.user_id AS owner FROM tenants t JOIN memberships m ON m.tenant_id = t.id
      WHERE t.slug = $1 AND 'administrator' = ANY(m.roles) ORDER BY m.user_id LIMIT 1`,
    [key],
  );
  const [workspace] = made.rows;
  if (workspace === undefined) return;
  const { tenantId, owner } = workspace;
  const missing = await agentsToRun(ctx, tenantId);
  if (missing.length === 0) return;
  if (!(await calculationsEnd(ctx, tenantId))) return;
  const actor = systemActor(tenantId, owner, 'sample');
  for (const id of missing) await runAgent(ctx, actor, { id, input: {}, key: 'sample' });
}

/** Those that have not run for the sample yet and that nobody has switched off or taken apart since. */
async function agentsToRun(ctx: AppContext, tenantId: string): Promise<string[]> {
  const { rows } = await ctx.db.owner.query<{ id: string }>(
    `SELECT a.agent_id AS id FROM agent_registry a
      WHERE a.tenant_id = $1 AND a.agent_id = ANY($2) AND a.is_active AND a.workflow_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM agent_executions r
         WHERE r.tenant_id = a.tenant_id AND r.workflow_id = a.workflow_id AND r.start_key = 'sample')
      ORDER BY array_position($2, a.agent_id)`,
    [tenantId, shown],
  );
  return rows.map(({ id }) => id);
}

/** Waits until a sample workspace has no calculation left to do; false: this process began to end before. */
export async function calculationsEnd(ctx: AppContext, tenantId: string): Promise<boolean> {
  while (await isCalculating(ctx, tenantId)) {
    if (ctx.jobs.stopping.aborted) return false;
    await setTimeout(lookEveryMs);
  }
  return true;
}

async function isCalculating(ctx: AppContext, tenantId: string): Promise<boolean> {
  const { rowCount } = await ctx.db.owner.query(
    `SELECT 1 FROM calculation_runs WHERE tenant_id = $1 AND status IN ('queued', 'running') LIMIT 1`,
    [tenantId],
  );
  return rowCount !== 0;
}
