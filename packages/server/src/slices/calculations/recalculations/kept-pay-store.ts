import type { StatedChange } from '@attain/contract/recalculations';
import type { TenantTx } from '../../../db/database.ts';
import { inputColumns, lineColumns, type PayHashes } from '../payout-writer.ts';
import { readStoredDeals, type StoredDeals, storedDealsColumns } from '../stored-deals.ts';

/** A changed record that a run takes in, with the run it was tried on, as far as taking it in goes. */
export interface AcceptedChange {
  readonly stated: StatedChange;
  readonly recordBefore: Readonly<Record<string, unknown>> | null;
  readonly payees: readonly { readonly participantId: string; readonly inputHash: string }[];
  readonly base: {
    readonly id: string;
    readonly planVersion: number;
    readonly engineVersion: string;
    readonly lineCount: number;
    readonly dealCount: number;
    readonly readPairs: readonly string[] | null;
    /** True if no newer version of the plan's period is stored. */
    readonly newest: boolean;
  };
}

/** The recalculation that a run takes in, or null. */
export async function selectAccepted(tx: TenantTx, recalculationId: string): Promise<AcceptedChange | null> {
  const result = await tx.client.query<AcceptedChange>(
    `SELECT c.stated, c.record_before AS "recordBefore", c.payees,
            json_build_object('id', r.id, 'planVersion', r.plan_version, 'engineVersion', r.engine_version, 'lineCount', r.line_count, 'dealCount', r.deal_count, 'readPairs', r.read_pairs,
              'newest', NOT EXISTS (SELECT 1 FROM calculation_runs n WHERE n.plan_id = r.plan_id AND n.period_from = r.period_from AND n.period_to = r.period_to AND n.version > r.version)) AS base
       FROM recalculations c JOIN calculation_runs r ON r.id = c.run_id WHERE c.id = $1`,
    [recalculationId],
  );
  return result.rows[0] ?? null;
}

/** Stored results of one payee that can be copied; hashes null: stored before hashes were kept. */
export interface KeptPay {
  readonly id: string;
  readonly hashes: { readonly [Hash in keyof PayHashes]: string | null };
  readonly lines: number;
  readonly firstSeq: number;
  readonly total: string;
}

/** Payees of a run, by ID. */
export async function selectKeptPay(tx: TenantTx, runId: string): Promise<KeptPay[]> {
  const result = await tx.client.query<KeptPay>(
    `SELECT i.participant_id AS id, json_build_object('inputHash', i.input_hash, 'figuresHash', i.figures_hash, 'leafHash', i.leaf_hash) AS hashes,
            coalesce(l.lines, 0) AS lines, coalesce(l.first, 0) AS "firstSeq", coalesce(l.total, '0') AS total
       FROM payout_inputs i LEFT JOIN
            (SELECT participant_id, count(*)::int AS lines, min(seq) AS first, sum(amount)::text AS total FROM payout_lines WHERE run_id = $1 GROUP BY 1) l
            USING (participant_id)
      WHERE i.run_id = $1 ORDER BY i.participant_id COLLATE "C"`,
    [runId],
  );
  return result.rows;
}

/** The payees whose lines are taken over, and how far their numbers move. */
export interface Moved {
  readonly id: string;
  readonly shift: number;
}

/** Copies stored results of some payees into another run unchanged; only the line numbers shift. */
export async function copyPay(
  tx: TenantTx,
  { from, to }: { from: string; to: string },
  moved: readonly Moved[],
): Promise<void> {
  const lines = lineColumns.filter((column) => column !== 'seq').join(', ');
  const people = 'JOIN unnest($3::text[], $4::int[]) AS m (participant_id, shift) USING (participant_id)';
  const values = [from, to, moved.map(({ id }) => id), moved.map(({ shift }) => shift)];
  await tx.client.query(
    `INSERT INTO payout_lines (tenant_id, run_id, participant_id, seq, ${lines})
     SELECT tenant_id, $2, participant_id, seq + m.shift, ${lines} FROM payout_lines ${people} WHERE run_id = $1`,
    values,
  );
  await tx.client.query(
    `INSERT INTO payout_inputs (tenant_id, run_id, participant_id, ${inputColumns.join(', ')})
     SELECT tenant_id, $2, participant_id, ${inputColumns.join(', ')} FROM payout_inputs WHERE run_id = $1 AND participant_id = ANY($3)`,
    values.slice(0, 3),
  );
}

/** In which lines of a run each deal is, in its buckets. */
export async function selectPlaces(tx: TenantTx, runId: string) {
  const result = await tx.client.query<{ bucket: number; hashes: number[]; lineSeqs: number[] }>(
    'SELECT bucket, hashes, line_seqs AS "lineSeqs" FROM payout_deal_places WHERE run_id = $1 ORDER BY bucket',
    [runId],
  );
  return result.rows;
}

/** Payees whose deals are in memory at once. */
const PAYEES_AT_ONCE = 500;

/** Number of distinct deals in the stored results of some payees (null: everyone). */
export async function countDeals(
  tx: TenantTx,
  runId: string,
  people: readonly string[] | null,
): Promise<number> {
  const ids = new Set<string>();
  for (let after = ''; ; ) {
    const { rows } = await tx.client.query<StoredDeals>(
      `SELECT ${storedDealsColumns} FROM payout_inputs i JOIN calculation_runs r ON r.id = i.run_id
        WHERE i.run_id = $1 AND ($2::text[] IS NULL OR i.participant_id = ANY($2)) AND i.participant_id COLLATE "C" > $3
        ORDER BY i.participant_id COLLATE "C" LIMIT $4`,
      [runId, people, after, PAYEES_AT_ONCE],
    );
    for (const { id } of (await readStoredDeals(tx, rows)).flat()) ids.add(id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAYEES_AT_ONCE) break;
    after = last.participantId;
  }
  return ids.size;
}
