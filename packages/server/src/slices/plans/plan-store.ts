import type { PlanSummary } from '@attain/contract/plans';
import type { Plan } from '@attain/domain/plans/plan';
import type { PlanStatus } from '@attain/domain/plans/plan-statuses';
import { ApiError } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import { mustHaveHash } from '../audit/not-as-recorded.ts';

/** One version of a plan, without its document. */
export interface PlanVersion {
  readonly version: number;
  readonly status: PlanStatus;
  readonly documentHash: string;
  readonly createdBy: string;
  /** Users who changed the draft after it was created, the latest last. */
  readonly editedBy: readonly string[];
  readonly createdAt: string;
  readonly activatedAt: string | null;
}

/** A plan's identity, locked against changes. */
export interface LockedPlan {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly updatedAt: string;
}

const summaryColumns = (today: string) => `
  p.id, p.name, n.document->>'type' AS type, n.document->>'currency' AS currency,
  CASE WHEN a.version IS NULL THEN n.status ELSE 'Active' END AS status,
  n.version, a.version AS "activeVersion", p.revision, ${isoMoment('p.updated_at')} AS "updatedAt",
  jsonb_array_length(n.document->'components') AS "componentCount",
  (SELECT coalesce(sum((c->>'weight')::int), 0)::int FROM jsonb_array_elements(n.document->'components') c
    WHERE c->>'status' = 'Active') AS "totalWeight",
  (SELECT count(DISTINCT s.participant_id)::int FROM plan_assignments s
    WHERE s.plan_id = p.id AND (s.to_date IS NULL OR s.to_date >= ${today})) AS "assignedCount"`;

// The newest version has the plan's name and content; the active one, if any, pays.
const summarySource = `plans p
  JOIN LATERAL (SELECT version, status, document FROM plan_versions v WHERE v.plan_id = p.id ORDER BY version DESC LIMIT 1) n ON true
  LEFT JOIN plan_versions a ON a.plan_id = p.id AND a.status = 'Active'`;

const matches = (search: string) => `(${search}::text IS NULL OR p.name ILIKE ${search}
  OR EXISTS (SELECT 1 FROM jsonb_array_elements(n.document->'components') c WHERE c->>'name' ILIKE ${search}))`;

/** One page of plans by name, one row more than asked. `search` is an ILIKE pattern over the plan's and its components' names. */
export async function selectPlans(
  tx: TenantTx,
  query: {
    readonly today: string;
    readonly search: string | null;
    readonly after: readonly string[] | null;
    readonly limit: number;
  },
): Promise<PlanSummary[]> {
  const result = await tx.client.query<PlanSummary>(
    `SELECT ${summaryColumns('$1')} FROM ${summarySource}
      WHERE ${matches('$2')} AND ($3::text IS NULL OR (p.name, p.id::text) > ($3, $4::text))
      ORDER BY p.name, p.id::text LIMIT $5`,
    [query.today, query.search, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** How many plans the search finds. */
export async function countPlans(tx: TenantTx, search: string | null): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${summarySource} WHERE ${matches('$1')}`,
    [search],
  );
  return result.rows[0]?.count ?? 0;
}

/** One plan as lists show it, or null. `today` decides who counts as assigned. */
export async function selectPlan(tx: TenantTx, id: string, today: string): Promise<PlanSummary | null> {
  const result = await tx.client.query<PlanSummary>(
    `SELECT ${summaryColumns('$2')} FROM ${summarySource} WHERE p.id = $1`,
    [id, today],
  );
  return result.rows[0] ?? null;
}

/** The active versions of plans with their documents, by name. */
export async function selectActiveDocuments(
  tx: TenantTx,
  limit: number,
): Promise<{ id: string; version: number; document: Plan }[]> {
  const result = await tx.client.query<{ id: string; version: number; document: Plan }>(
    `SELECT p.id, v.version, v.document FROM plans p
       JOIN plan_versions v ON v.tenant_id = p.tenant_id AND v.plan_id = p.id AND v.status = 'Active'
      WHERE p.tenant_id = $1 ORDER BY p.name, p.id LIMIT $2`,
    [tx.tenantId, limit],
  );
  return result.rows;
}

/** All versions of a plan, newest first; a plan always has one. */
export async function selectVersions(tx: TenantTx, planId: string): Promise<PlanVersion[]> {
  const result = await tx.client.query<PlanVersion>(
    `SELECT version, status, document_hash AS "documentHash", created_by AS "createdBy", edited_by AS "editedBy",
            ${isoMoment('created_at')} AS "createdAt", ${isoMoment('activated_at')} AS "activatedAt"
       FROM plan_versions WHERE plan_id = $1 ORDER BY version DESC`,
    [planId],
  );
  return result.rows;
}

/** The document of a version; null if it does not exist. */
export async function selectDocument(tx: TenantTx, planId: string, version: number): Promise<Plan | null> {
  const result = await tx.client.query<{ document: Plan; documentHash: string }>(
    'SELECT document, document_hash AS "documentHash" FROM plan_versions WHERE plan_id = $1 AND version = $2',
    [planId, version],
  );
  const [row] = result.rows;
  if (row === undefined) return null;
  mustHaveHash(row.document, row.documentHash, `Version ${version} of this plan`);
  return row.document;
}

/** The plan, held until the transaction ends: edits, activations and assignments of one plan have one order. */
export async function lockPlan(tx: TenantTx, id: string): Promise<LockedPlan | null> {
  const result = await tx.client.query<LockedPlan>(
    `SELECT id, name, revision, ${isoMoment('updated_at')} AS "updatedAt" FROM plans WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** Stores a new plan without versions. Throws CONFLICT if the workspace has a plan of that name. */
export async function insertPlan(
  tx: TenantTx,
  plan: { id: string; name: string; createdBy: string },
): Promise<void> {
  await unlessNameTaken(
    plan.name,
    tx.client.query('INSERT INTO plans (tenant_id, id, name, created_by) VALUES ($1, $2, $3, $4)', [
      tx.tenantId,
      plan.id,
      plan.name,
      plan.createdBy,
    ]),
  );
}

/** Counts an edit and updates the name from the document. Throws CONFLICT if another plan has that name. */
export async function updatePlan(tx: TenantTx, plan: { id: string; name: string }): Promise<void> {
  await unlessNameTaken(
    plan.name,
    tx.client.query('UPDATE plans SET name = $2, revision = revision + 1, updated_at = now() WHERE id = $1', [
      plan.id,
      plan.name,
    ]),
  );
}

/** Moves the time of the last change forward, without counting an edit. */
export async function touchPlan(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('UPDATE plans SET updated_at = now() WHERE id = $1', [id]);
}

/** Stores a new draft version; the caller gives the number, one above the newest. */
export async function insertVersion(
  tx: TenantTx,
  version: { planId: string; version: number; document: Plan; documentHash: string; createdBy: string },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO plan_versions (tenant_id, plan_id, version, status, document, document_hash, created_by)
     VALUES ($1, $2, $3, 'Draft', $4, $5, $6)`,
    [
      tx.tenantId,
      version.planId,
      version.version,
      JSON.stringify(version.document),
      version.documentHash,
      version.createdBy,
    ],
  );
}

/** Replaces what a draft says and remembers who did. */
export async function updateDraft(
  tx: TenantTx,
  draft: { planId: string; version: number; document: Plan; documentHash: string; editedBy: string },
): Promise<void> {
  await tx.client.query(
    `UPDATE plan_versions SET document = $3, document_hash = $4, updated_at = now(),
            edited_by = array_append(array_remove(edited_by, $5::uuid), $5::uuid)
      WHERE plan_id = $1 AND version = $2 AND status = 'Draft'`,
    [draft.planId, draft.version, JSON.stringify(draft.document), draft.documentHash, draft.editedBy],
  );
}

/** Takes a draft that has never paid out of a plan. */
export async function deleteDraft(tx: TenantTx, draft: { planId: string; version: number }): Promise<void> {
  await tx.client.query(
    `DELETE FROM plan_versions WHERE plan_id = $1 AND version = $2 AND status = 'Draft' AND activated_at IS NULL`,
    [draft.planId, draft.version],
  );
}

/** Makes one version the active one; the one before comes to rest. */
export async function activateVersion(
  tx: TenantTx,
  move: { planId: string; version: number; activatedBy: string },
): Promise<void> {
  await deactivateVersions(tx, move.planId);
  await tx.client.query(
    `UPDATE plan_versions SET status = 'Active', activated_at = now(), activated_by = $3, updated_at = now()
      WHERE plan_id = $1 AND version = $2`,
    [move.planId, move.version, move.activatedBy],
  );
}

/** Brings the active version to rest, if there is one. */
export async function deactivateVersions(tx: TenantTx, planId: string): Promise<void> {
  await tx.client.query(
    `UPDATE plan_versions SET status = 'Inactive', updated_at = now() WHERE plan_id = $1 AND status = 'Active'`,
    [planId],
  );
}

/** The workspace's own currency, ISO 4217. */
export async function selectWorkspaceCurrency(tx: TenantTx): Promise<string> {
  const result = await tx.client.query<{ currency: string }>('SELECT currency FROM tenants');
  return result.rows[0]?.currency ?? 'USD';
}

function unlessNameTaken(name: string, work: Promise<unknown>): Promise<void> {
  return unlessTaken(
    'plans_name',
    work,
    () =>
      new ApiError('CONFLICT', `A plan called “${name}” already exists. Choose another name.`, {
        problems: [{ rule: 'PLAN-1', path: 'name', message: 'Another plan has this name.' }],
      }),
  );
}
