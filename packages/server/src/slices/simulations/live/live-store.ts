import type { TenantTx } from '../../../db/database.ts';

/** By what changed records are recognized: imports, undone ones, and changes made by hand. */
export interface RecordsSeen {
  readonly imported: string;
  readonly imports: number;
  readonly changed: string;
}

/** What the records of this moment are recognized by. */
export async function selectRecordsSeen(tx: TenantTx): Promise<RecordsSeen> {
  const { rows } = await tx.client.query<RecordsSeen>(
    `SELECT coalesce(max(commit_seq), 0)::text AS imported, count(*)::int AS imports,
            (SELECT coalesce(max(seq), 0)::text FROM record_changes) AS changed
       FROM imports WHERE status = 'committed'`,
  );
  return rows[0] ?? { imported: '0', imports: 0, changed: '0' };
}
