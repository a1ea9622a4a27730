import { defineJob, type JobEnd } from './define-job.ts';

/** While a session holds this advisory lock, the job below waits in a statement before its last row. */
export const gate = 20_260_101;

/** Stores three participants; how it ended otherwise, it stores as a participant too. */
export function gatedJob(work: { throws?: () => Error } = {}) {
  return defineJob({
    kind: 'simulation',
    unexpected: 'It stopped. Try again.',
    load: async (tx, id) => {
      const gone = await tx.client.query(`SELECT 1 FROM participants WHERE id = 'gone'`);
      return gone.rowCount === 0 ? { id, createdBy: id } : null;
    },
    work: async ({ tx, subject: { id }, progress, pause }) => {
      for (const row of [1, 2, 3]) {
        if (row === 3) await tx.client.query('SELECT pg_advisory_xact_lock($1)', [gate]);
        await tx.client.query('INSERT INTO participants (tenant_id, id, name) VALUES ($1, $2, $2)', [
          tx.tenantId,
          `row-${row}`,
        ]);
        progress(row, 3);
        await pause();
      }
      if (work.throws) throw work.throws();
      return async () => tx.record({ action: 'simulation.completed', object: { type: 'simulation', id } });
    },
    onEnd: async (tx, _id, { status, message }: JobEnd) => {
      await tx.client.query('INSERT INTO participants (tenant_id, id, name) VALUES ($1, $2, $3)', [
        tx.tenantId,
        status,
        message ?? '',
      ]);
    },
  });
}
