import type { AppContext } from '../../../app-context.ts';
import { systemActor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { JobOrder } from '../../../jobs/queue.ts';
import { newestVersion } from '../../records/record-reach.ts';
import { selectUpTo } from '../runs-store.ts';
import { isOutOfDate } from '../staleness.ts';
import { payDifferences } from './late-records.ts';

/** Calculations and deals up to which this is worth the work; larger ones wait to be recalculated. */
const MAX_RUNS = 12;
const MAX_DEALS = 50_000;
const LONGEST_MS = 10 * 60 * 1000;

/**
 * After an import: calculations that could have paid otherwise by it, but pay the same in every line, are not out of date. Those of
 * another plan version, and those that build on earlier ones, are left to be recalculated.
 */
export async function settleOutOfDate(ctx: AppContext, { tenantId, id }: JobOrder): Promise<void> {
  const settled = await ctx.db.within(
    tenantId,
    async (tx) => {
      const upTo = await selectUpTo(tx);
      const found = await tx.client.query<{ id: string; by: string }>(
        `SELECT c.id, i.created_by AS by FROM calculation_runs c JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version
           JOIN imports i ON i.id = $1 AND i.status = 'committed'
          WHERE c.status = 'completed' AND c.version = ${newestVersion('c')} AND c.earlier_from IS NULL AND c.deal_count <= $2
            AND NOT EXISTS (SELECT 1 FROM plan_versions n WHERE n.plan_id = c.plan_id AND n.status = 'Active' AND n.version <> c.plan_version)
            AND ${isOutOfDate} ORDER BY c.created_at DESC LIMIT $3`,
        [id, MAX_DEALS, MAX_RUNS],
      );
      const results = await payDifferences(tx, { runIds: found.rows.map((run) => run.id) });
      const same = found.rows.filter((run) => {
        const result = results.get(run.id);
        return result !== undefined && !(result instanceof ApiError) && result.lineCount === 0;
      });
      return same.map((run) => ({ ...run, upTo }));
    },
    { snapshot: true, statementTimeoutMs: LONGEST_MS },
  );
  for (const { id: runId, by, upTo } of settled) {
    await ctx.write(systemActor(tenantId, by, `import/${id}`), async (tx) => {
      await tx.client.query(
        `UPDATE calculation_runs SET read_up_to_seq = greatest(read_up_to_seq, $2::bigint), read_up_to_change = greatest(read_up_to_change, $3::bigint) WHERE id = $1`,
        [runId, upTo.seq, upTo.change],
      );
      tx.record({
        action: 'calculation.confirmed',
        object: { type: 'calculation', id: runId },
        reason: { code: 'pays-the-same' },
      });
    });
  }
}
