import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import type { mergeRequests } from '../../db/schema/versions.ts';

/** A branch as lists show it. */
export interface BranchRow {
  readonly name: string;
  readonly head: string;
  readonly headBranch: string;
  readonly version: string;
  readonly message: string;
  readonly author: string;
  readonly lastCommit: string;
  readonly workflowId: string | null;
  readonly isDraft: boolean;
  readonly revision: number;
}

/** The branches of an agent, main first. A branch has a draft when its form or its workflow differs from its version. */
export async function selectBranches(tx: TenantTx, agentId: string): Promise<BranchRow[]> {
  const result = await tx.client.query<BranchRow>(
    `SELECT b.name, b.head, v.branch AS "headBranch", v.version, v.message, coalesce(u.display_name, 'Attain') AS author,
            ${isoMoment('v.created_at')} AS "lastCommit", b.workflow_id AS "workflowId", b.revision,
            b.name <> 'main' AND (b.draft_form IS NOT NULL OR w.revision > b.workflow_revision) AS "isDraft"
       FROM agent_branches b JOIN agent_versions v ON v.agent_id = b.agent_id AND v.hash = b.head
       LEFT JOIN users u ON u.id = b.created_by
       LEFT JOIN workflow_definitions w ON w.workflow_id = b.workflow_id
      WHERE b.agent_id = $1 ORDER BY b.name <> 'main', b.created_at, b.name LIMIT 1000`,
    [agentId],
  );
  return result.rows.map((row) => ({ ...row, isDraft: row.isDraft === true }));
}

export async function updateBranch(
  tx: TenantTx,
  of: { readonly agentId: string; readonly name: string },
  to: { readonly form?: object; readonly workflow?: { readonly id: string; readonly revision: number } },
): Promise<void> {
  await tx.client.query(
    `UPDATE agent_branches SET draft_form = coalesce($3, draft_form), workflow_id = coalesce($4, workflow_id),
            workflow_revision = coalesce($5, workflow_revision), revision = revision + 1, updated_at = now()
      WHERE agent_id = $1 AND name = $2`,
    [
      of.agentId,
      of.name,
      to.form === undefined ? null : JSON.stringify(to.form),
      to.workflow?.id ?? null,
      to.workflow?.revision ?? null,
    ],
  );
}

/** A merge request with the names of its people. */
export interface RequestRow {
  readonly id: string;
  readonly agentId: string;
  readonly number: number;
  readonly branch: string;
  readonly title: string;
  readonly state: (typeof mergeRequests.$inferSelect)['state'];
  readonly openedBy: string;
  readonly openedById: string;
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly merged: string | null;
}

const requestColumns = `m.id, m.agent_id AS "agentId", m.number, m.branch, m.title, m.state,
  coalesce(u.display_name, 'Attain') AS "openedBy", m.created_by AS "openedById", ${isoMoment('m.created_at')} AS "openedAt",
  ${isoMoment('m.closed_at')} AS "closedAt", m.merged`;

/** One page of an agent's merge requests, newest first, one row more than asked. */
export async function selectRequests(
  tx: TenantTx,
  agentId: string,
  page: { readonly before: number | null; readonly limit: number },
): Promise<RequestRow[]> {
  const result = await tx.client.query<RequestRow>(
    `SELECT ${requestColumns} FROM merge_requests m LEFT JOIN users u ON u.id = m.created_by
      WHERE m.agent_id = $1 AND ($2::int IS NULL OR m.number < $2) ORDER BY m.number DESC LIMIT $3`,
    [agentId, page.before, page.limit + 1],
  );
  return result.rows;
}

/** A merge request, held until the transaction ends if asked; null: there is none. */
export async function selectRequest(
  tx: TenantTx,
  id: string,
  held: 'FOR UPDATE OF m' | '' = '',
): Promise<RequestRow | null> {
  const result = await tx.client.query<RequestRow>(
    `SELECT ${requestColumns} FROM merge_requests m LEFT JOIN users u ON u.id = m.created_by WHERE m.id = $1 ${held}`,
    [id],
  );
  return result.rows[0] ?? null;
}

export async function insertRequest(
  tx: TenantTx,
  row: {
    readonly id: string;
    readonly agentId: string;
    readonly branch: string;
    readonly title: string;
    readonly userId: string;
  },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO merge_requests (tenant_id, id, agent_id, number, branch, title, created_by)
     SELECT $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6 FROM merge_requests WHERE agent_id = $3`,
    [tx.tenantId, row.id, row.agentId, row.branch, row.title, row.userId],
  );
}

export async function endRequest(
  tx: TenantTx,
  id: string,
  to: { readonly state: 'merged' | 'closed'; readonly merged: string | null },
): Promise<void> {
  await tx.client.query(
    'UPDATE merge_requests SET state = $2, merged = $3, closed_at = now() WHERE id = $1',
    [id, to.state, to.merged],
  );
}
