import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { AppContext } from '../../app-context.ts';
import { orderJob, selectStatus } from '../../jobs/job-store.ts';
import type { Look } from '../../runs/look.ts';
import { updateDeployment } from './deployment-store.ts';
import { beat } from './environment-store.ts';

/** That the wait of a deployment is over. */
const isOver = (now: string) => `status IN ('pending', 'running') AND wake_at <= ${now}`;

export const deploymentsLook: Look = {
  isDue: `EXISTS (SELECT 1 FROM pipeline_executions WHERE ${isOver('clock.now')})`,
  act: wakeDeployments,
};

/** Orders the jobs of deployments whose wait is over. Many processes may look at once. */
async function wakeDeployments(ctx: AppContext): Promise<void> {
  const due = await ctx.db.owner.query<{ tenantId: string; id: string }>(
    `SELECT tenant_id AS "tenantId", id FROM pipeline_executions
      WHERE ${isOver('$1')} ORDER BY wake_at LIMIT 50`,
    [ctx.clock.now()],
  );
  for (const { tenantId, id } of due.rows) {
    const ordered = await ctx.db.within(tenantId, async (tx) => {
      const { rowCount } = await tx.client.query(
        `SELECT 1 FROM pipeline_executions WHERE id = $1 AND ${isOver('$2')} FOR UPDATE`,
        [id, ctx.clock.now()],
      );
      if (rowCount === 0) return false;
      const status = await selectStatus(tx, { kind: 'deployment', id });
      if (status === 'queued' || status === 'running') return false;
      await orderJob(tx, 'deployment', id);
      await updateDeployment(tx, id, { wakeAt: null });
      return true;
    });
    if (ordered) await ctx.jobs.order('deployment', { tenantId, id });
  }
}

const beatEveryMs = 10_000;

/** Says every ten seconds that this process lives, and what it uses. */
export function heartbeatLook(): Look {
  const id = randomUUID();
  let last = { at: 0, cpu: process.cpuUsage() };
  const act = async (ctx: AppContext) => {
    const at = performance.now();
    if (last.at !== 0 && at - last.at < beatEveryMs) return;
    const { user, system } = process.cpuUsage(last.cpu);
    const cpu = last.at === 0 ? 0 : (user + system) / 10 / (at - last.at);
    last = { at, cpu: process.cpuUsage() };
    await beat(ctx.db.owner, { id, host: hostname(), cpu, memory: process.memoryUsage().rss });
  };
  return { isDue: 'true', act };
}
