import type { Suggestion } from '@attain/contract/reviews/suggestions';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';

const columns = `s.id, s.plan_id AS "planId", l.name AS "planName", s.component_id AS "componentId", s.participant_id AS "participantId",
  p.name AS "participantName", s.title, s.reasoning, s.changes, s.evidence, s.savings::text, s.currency, s.confidence::text,
  s.confidence_formula AS "confidenceFormula", s.status, s.workflow_run_id AS "workflowRunId",
  CASE WHEN s.decided_at IS NULL THEN NULL ELSE json_build_object('by', coalesce(d.display_name, 'Attain'), 'at', ${isoMoment('s.decided_at')},
    'reason', s.decision_reason, 'code', s.decision_code, 'draftVersion', s.draft_version) END AS decision,
  coalesce(u.display_name, 'Attain') AS "createdBy", ${isoMoment('s.created_at')} AS "createdAt"`;
const source = `suggestions s JOIN plans l ON l.id = s.plan_id LEFT JOIN participants p ON p.id = s.participant_id
  LEFT JOIN users u ON u.id = s.created_by LEFT JOIN users d ON d.id = s.decided_by`;

/** One suggestion, or null. */
export async function selectSuggestion(tx: TenantTx, id: string): Promise<Suggestion | null> {
  const result = await tx.client.query<Suggestion>(`SELECT ${columns} FROM ${source} WHERE s.id = $1`, [id]);
  return result.rows[0] ?? null;
}

/** The same, held until the transaction ends: of two who decide at once, the second reads what the first decided. */
export async function lockSuggestion(tx: TenantTx, id: string): Promise<Suggestion | null> {
  await tx.client.query('SELECT 1 FROM suggestions WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return selectSuggestion(tx, id);
}

/** One page of suggestions, newest first, one row more than asked. */
export async function selectSuggestions(
  tx: TenantTx,
  query: { status: string | null; planId: string | null; after: readonly string[] | null; limit: number },
): Promise<Suggestion[]> {
  const result = await tx.client.query<Suggestion>(
    `SELECT ${columns} FROM ${source}
      WHERE ($1::text IS NULL OR s.status = $1) AND ($2::uuid IS NULL OR s.plan_id = $2)
        AND ($3::timestamptz IS NULL OR (s.created_at, s.id) < ($3, $4::uuid))
      ORDER BY s.created_at DESC, s.id DESC LIMIT $5`,
    [query.status, query.planId, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

export type NewSuggestion = Pick<
  Suggestion,
  | 'id'
  | 'planId'
  | 'componentId'
  | 'participantId'
  | 'title'
  | 'reasoning'
  | 'changes'
  | 'evidence'
  | 'savings'
  | 'confidence'
  | 'confidenceFormula'
  | 'currency'
  | 'workflowRunId'
> & { readonly createdBy: string };

export async function insertSuggestion(tx: TenantTx, one: NewSuggestion): Promise<void> {
  await tx.client.query(
    `INSERT INTO suggestions (tenant_id, id, plan_id, component_id, participant_id, title, reasoning, changes, evidence, savings, confidence,
       confidence_formula, currency, workflow_run_id, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[tx.tenantId, one.id, one.planId, one.componentId, one.participantId, one.title, one.reasoning],
      ...[JSON.stringify(one.changes), JSON.stringify(one.evidence), one.savings, one.confidence],
      ...[one.confidenceFormula, one.currency, one.workflowRunId, one.createdBy],
    ],
  );
}

/** Stores the decision on a locked, open suggestion. */
export async function updateDecided(
  tx: TenantTx,
  one: {
    readonly id: string;
    readonly status: 'accepted' | 'overridden' | 'rejected';
    readonly by: string;
    readonly reason: string;
    readonly code: string | null;
    readonly draftVersion: number | null;
    readonly at: string;
  },
): Promise<void> {
  await tx.client.query(
    `UPDATE suggestions SET status = $2, decided_by = $3, decision_reason = $4, decided_at = $5, decision_code = $6, draft_version = $7
      WHERE id = $1`,
    [one.id, one.status, one.by, one.reason, one.at, one.code, one.draftVersion],
  );
}

/** Reopens suggestions accepted into a plan version that is discarded; returns their IDs. */
export async function reopenAccepted(
  tx: TenantTx,
  of: { planId: string; version: number },
): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `UPDATE suggestions SET status = 'open', decided_by = NULL, decision_reason = NULL, decided_at = NULL, draft_version = NULL
      WHERE plan_id = $1 AND draft_version = $2 AND status = 'accepted' RETURNING id`,
    [of.planId, of.version],
  );
  return result.rows.map(({ id }) => id);
}
