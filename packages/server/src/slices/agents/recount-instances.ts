import type { AppContext } from '../../app-context.ts';

/** So many instances are compared at once; the next minute takes more. */
const atOnce = 50;

/** What a counter was, and what the runs say. */
interface Recount {
  readonly id: string;
  readonly openRuns: number;
  readonly counted: number;
  readonly ended: number;
  readonly stored: number;
}

/**
 * Compares the counters of each instance with its runs once a day (AGENT-16), corrects them and logs what differed. Runs that were
 * removed after their time stay counted, so a count may be higher than the stored runs, and never lower.
 */
export async function recountInstances(ctx: AppContext, tenantId: string): Promise<void> {
  const wrong = await ctx.db.within(tenantId, async (tx) => {
    // held, so that no run begins or ends between the count and the correction
    const due = await tx.client.query<{ id: string }>(
      `SELECT id FROM agent_instances WHERE tenant_id = $1 AND recounted_at < now() - interval '1 day'
        ORDER BY recounted_at, id LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED`,
      [tenantId],
    );
    if (due.rows.length === 0) return [];
    const { rows } = await tx.client.query<Recount>(
      `WITH counted AS (
         SELECT i.id, i.open_runs, i.execution_count, i.success_count,
                count(r.id) FILTER (WHERE r.end_time IS NULL)::int AS open, count(r.end_time)::int AS ended,
                count(r.id) FILTER (WHERE r.status = 'completed')::int AS completed
           FROM agent_instances i LEFT JOIN agent_executions r ON r.tenant_id = i.tenant_id AND r.instance_id = i.id
          WHERE i.tenant_id = $1 AND i.id = ANY($2) GROUP BY i.tenant_id, i.id)
       UPDATE agent_instances i SET recounted_at = now(), open_runs = c.open,
              status = CASE WHEN c.open > 0 THEN 'running' WHEN i.status = 'running' THEN 'idle' ELSE i.status END,
              execution_count = greatest(c.execution_count, c.ended), success_count = greatest(c.success_count, c.completed)
         FROM counted c WHERE i.tenant_id = $1 AND i.id = c.id
       RETURNING i.id, c.open AS "openRuns", c.open_runs AS counted, c.execution_count AS ended, c.ended AS stored`,
      [tenantId, due.rows.map(({ id }) => id)],
    );
    return rows.filter((one) => one.openRuns !== one.counted || one.ended < one.stored);
  });
  if (wrong.length > 0)
    ctx.log.error({ tenantId, instances: wrong }, 'counters of agent instances differed from their runs');
}
