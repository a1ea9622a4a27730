import type { TenantTx } from '../../db/database.ts';

/** A participant's lines in a run that stores them. */
export interface StoredStatement {
  readonly runId: string;
  readonly participantId: string;
}

/** When each statement was acknowledged, in the same order; null: not. */
export async function selectAcknowledged(
  tx: TenantTx,
  statements: readonly StoredStatement[],
): Promise<(string | null)[]> {
  const result = await tx.client.query<{ at: Date | null }>(
    `SELECT a.acknowledged_at AS at FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS s(run_id, participant_id, place)
       LEFT JOIN statement_acknowledgements a ON a.run_id = s.run_id AND a.participant_id = s.participant_id ORDER BY s.place`,
    [statements.map(({ runId }) => runId), statements.map(({ participantId }) => participantId)],
  );
  return result.rows.map(({ at }) => (at === null ? null : new Date(at).toISOString()));
}

/** False: it was acknowledged already. */
export async function insertAcknowledgement(
  tx: TenantTx,
  { runId, participantId }: StoredStatement,
  { by, at }: { readonly by: string; readonly at: string },
): Promise<boolean> {
  const result = await tx.client.query(
    `INSERT INTO statement_acknowledgements (tenant_id, run_id, participant_id, acknowledged_by, acknowledged_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [tx.tenantId, runId, participantId, by, at],
  );
  return result.rowCount === 1;
}
