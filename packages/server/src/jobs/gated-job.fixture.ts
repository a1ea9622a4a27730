import type { TenantTx } from '../db/database.ts';
import type { WriteTx } from '../db/write.ts';
import { defineJob, type JobEnd } from './define-job.ts';

/** While a session holds this advisory lock, the job below waits in a statement before its last row. */
export const gate = 20_260_101;

/** Stores three participants; how it ended otherwise, it stores as a participant too. */
export function gatedJob(work: { throws?: () => Error } = {}) {
  return defineJob({
    kind: 'simulation',
    unexpected: 'It stopped. Try again.',
    load,
    work: async ({ tx, subject: { id }, progress, pause }) => {
      for (const row of [1, 2, 3]) {
        await storeRow(tx, row);
        progress(row, 3);
        await pause();
      }
      if (work.throws) throw work.throws();
      return async () => tx.record({ action: 'simulation.completed', object: { type: 'simulation', id } });
    },
    onEnd: storeEnd,
  });
}

/** The same in one transaction per row: it begins behind the rows that are there. */
export const steppedJob = defineJob({
  kind: 'simulation',
  unexpected: 'It stopped. Rows are kept.',
  load,
  steps: async ({ ctx, actor, progress, pause }) => {
    for (;;) {
      await pause();
      const stored = await ctx.db.within(actor.tenantId, async (tx) => {
        const rows = await tx.client.query(`SELECT 1 FROM participants WHERE id LIKE 'row-%'`);
        if (rows.rowCount !== 3) await storeRow(tx, (rows.rowCount ?? 0) + 1);
        return rows.rowCount;
      });
      if (stored === 3) return;
      progress((stored ?? 0) + 1, 3);
    }
  },
  onEnd: storeEnd,
  entryOf: (_, { status }) => ({ action: 'simulation.ended', reason: { code: status } }),
});

async function load(tx: TenantTx, id: string) {
  const gone = await tx.client.query(`SELECT 1 FROM participants WHERE id = 'gone'`);
  return gone.rowCount === 0 ? { id, createdBy: id } : null;
}

async function storeRow(tx: TenantTx, row: number): Promise<void> {
  if (row === 3) await tx.client.query('SELECT pg_advisory_xact_lock($1)', [gate]);
  await tx.client.query('INSERT INTO participants (tenant_id, id, name) VALUES ($1, $2, $2)', [
    tx.tenantId,
    `row-${row}`,
  ]);
}

async function storeEnd(tx: WriteTx, _id: string, { status, message }: JobEnd): Promise<void> {
  await tx.client.query('INSERT INTO participants (tenant_id, id, name) VALUES ($1, $2, $3)', [
    tx.tenantId,
    status,
    message ?? '',
  ]);
}
