import type pg from 'pg';
import type { JobKind, Jobs } from './jobs.ts';

/** Where the orders that are not done yet can be read off, by kind: the rows are the truth, the queue may have lost them. */
const openRows: Record<JobKind, string> = {
  'import-check': `SELECT tenant_id, id FROM imports WHERE status = 'checking'`,
  'import-commit': `SELECT tenant_id, id FROM imports WHERE status = 'committing'`,
  calculation: `SELECT tenant_id, id FROM calculation_runs WHERE status IN ('queued', 'running')`,
  recalculation: `SELECT tenant_id, id FROM recalculation_batches WHERE status IN ('queued', 'running')`,
  simulation: `SELECT tenant_id, id FROM simulations WHERE status IN ('queued', 'running')`,
  payment: `SELECT tenant_id, id FROM payment_runs WHERE status IN ('queued', 'running')`,
};

/**
 * Orders again whatever a killed process left undone: all of it at a start, or only what the queue knows nothing of any more,
 * because its process ended between answering and ordering. Doing an order twice is harmless; forgetting one is not.
 */
export async function resumeOrders(
  owner: pg.Pool,
  jobs: Jobs,
  which: 'all' | 'forgotten' = 'all',
): Promise<number> {
  let resumed = 0;
  for (const [kind, sql] of Object.entries(openRows) as [JobKind, string][]) {
    const open = await owner.query<{ tenant_id: string; id: string }>(
      `SELECT tenant_id, id FROM (${sql}) o WHERE $2 OR NOT EXISTS (
         SELECT 1 FROM pgboss.job j WHERE j.name = $1 AND j.singleton_key = o.tenant_id || '/' || o.id AND j.state IN ('created', 'retry', 'active'))`,
      [kind, which === 'all'],
    );
    for (const row of open.rows) {
      await jobs.order(kind, { tenantId: row.tenant_id, id: row.id });
      resumed += 1;
    }
  }
  return resumed;
}
