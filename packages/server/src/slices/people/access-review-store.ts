import type { AccessReview, ReviewedRole } from '@attain/contract/access-reviews';
import type { ReviewDecision } from '@attain/domain/access/access-review';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type pg from 'pg';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { accessReviewItems as items, accessReviews as reviews } from '../../db/schema/access-reviews.ts';

/** A row of `access_reviews` with its counts. */
export type StoredReview = Omit<AccessReview, 'isOverdue'> & { readonly openedById: string };

const columns = `v.id, v.status, ${isoMoment('v.created_at')} AS "openedAt", u.display_name AS "openedBy", v.opened_by AS "openedById",
  v.due_on::text AS "dueOn", ${isoMoment('v.completed_at')} AS "completedAt", v.evidence_hash AS "evidenceHash",
  n.roles, n.kept, n.revoked, n.gone`;
const source = `access_reviews v LEFT JOIN users u ON u.id = v.opened_by
  CROSS JOIN LATERAL (SELECT count(*)::int AS roles, count(*) FILTER (WHERE i.decision = 'keep')::int AS kept,
      count(*) FILTER (WHERE i.decision = 'revoke')::int AS revoked, count(*) FILTER (WHERE i.decision = 'gone')::int AS gone
    FROM access_review_items i WHERE i.tenant_id = v.tenant_id AND i.review_id = v.id) n`;

/** One page of reviews, newest first, one row more than asked. */
export async function selectReviews(
  tx: TenantTx,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<StoredReview[]> {
  const { rows } = await tx.client.query<StoredReview>(
    `SELECT ${columns} FROM ${source} WHERE v.tenant_id = $1 AND ($2::timestamptz IS NULL OR (v.created_at, v.id) < ($2, $3::uuid))
      ORDER BY v.created_at DESC, v.id DESC LIMIT $4`,
    [tx.tenantId, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
  );
  return rows;
}

/** One review, or null; `lock` holds it until the transaction ends. */
export async function selectReview(
  tx: TenantTx,
  id: string,
  lock: 'FOR UPDATE OF v' | '' = '',
): Promise<StoredReview | null> {
  const { rows } = await tx.client.query<StoredReview>(
    `SELECT ${columns} FROM ${source} WHERE v.tenant_id = $1 AND v.id = $2 ${lock}`,
    [tx.tenantId, id],
  );
  return rows[0] ?? null;
}

/** The open review of the workspace, locked; null: none. */
export async function lockOpenReview(tx: TenantTx): Promise<StoredReview | null> {
  const { rows } = await tx.client.query<StoredReview>(
    `SELECT ${columns} FROM ${source} WHERE v.tenant_id = $1 AND v.status = 'open' FOR UPDATE OF v`,
    [tx.tenantId],
  );
  return rows[0] ?? null;
}

/** Whether the mapping of groups names the role, for a member whom the identity provider or the directory knows. */
const followsGroups = `(EXISTS (SELECT 1 FROM group_roles g WHERE g.tenant_id = i.tenant_id AND g.role = i.role)
    AND (EXISTS (SELECT 1 FROM sign_in_identities s WHERE s.tenant_id = i.tenant_id AND s.user_id = i.user_id)
      OR EXISTS (SELECT 1 FROM directory_members d WHERE d.tenant_id = i.tenant_id AND d.user_id = i.user_id)))`;

/** A role of a review, and who decided about it. */
export type StoredItem = ReviewedRole & { readonly decidedById: string | null };

/** The roles of a review by person and role. */
export async function selectItems(tx: TenantTx, reviewId: string): Promise<StoredItem[]> {
  const { rows } = await tx.client.query<StoredItem>(
    `SELECT i.id, i.user_id AS "userId", p.display_name AS person, p.username, ${isoMoment('m.last_seen_at')} AS "lastSeenAt",
            i.role, i.role_name AS "roleName", ${followsGroups} AS "followsGroups", i.decision, i.reason, d.display_name AS "decidedBy",
            i.decided_by AS "decidedById", ${isoMoment('i.decided_at')} AS "decidedAt"
       FROM access_review_items i JOIN users p ON p.id = i.user_id LEFT JOIN users d ON d.id = i.decided_by
       LEFT JOIN memberships m ON m.tenant_id = i.tenant_id AND m.user_id = i.user_id
      WHERE i.tenant_id = $1 AND i.review_id = $2 ORDER BY p.display_name, i.user_id, i.role_name, i.id`,
    [tx.tenantId, reviewId],
  );
  return rows;
}

export async function insertReview(
  tx: TenantTx,
  review: { readonly id: string; readonly dueOn: string; readonly openedBy: string },
  roles: readonly Pick<ReviewedRole, 'id' | 'userId' | 'role' | 'roleName'>[],
): Promise<void> {
  const { tenantId } = tx;
  await tx.db.insert(reviews).values({ ...review, tenantId });
  await tx.client.query(
    `INSERT INTO access_review_items (tenant_id, id, review_id, user_id, role, role_name)
     SELECT $1, r.id, $2, r.user_id, r.role, r.name FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[]) AS r(id, user_id, role, name)`,
    [
      tenantId,
      review.id,
      roles.map(({ id }) => id),
      roles.map(({ userId }) => userId),
      roles.map(({ role }) => role),
      roles.map(({ roleName }) => roleName),
    ],
  );
}

/** Stores a decision, unless there is one already. */
export async function storeDecision(
  tx: TenantTx,
  id: string,
  of: { decision: ReviewDecision; reason: string; by: string | null; at: string },
): Promise<void> {
  await tx.db
    .update(items)
    .set({ decision: of.decision, reason: of.reason, decidedBy: of.by, decidedAt: of.at })
    .where(and(eq(items.tenantId, tx.tenantId), eq(items.id, id), isNull(items.decision)));
}

/** Notes the undecided roles that their members no longer hold, for which no decision is needed. */
export async function settleGone(tx: TenantTx, reviewId: string, at: string): Promise<void> {
  await tx.client.query(
    `UPDATE access_review_items i SET decision = 'gone', decided_at = $3
      WHERE i.tenant_id = $1 AND i.review_id = $2 AND i.decision IS NULL AND NOT EXISTS (
        SELECT 1 FROM workspace_people p WHERE p.tenant_id = i.tenant_id AND p.id = i.user_id AND p.state = 'active'
           AND (p.roles @> jsonb_build_array(jsonb_build_object('role', i.role))
             OR p.custom_roles @> jsonb_build_array(jsonb_build_object('id', i.role))))`,
    [tx.tenantId, reviewId, at],
  );
}

export async function completeReview(
  tx: TenantTx,
  id: string,
  of: { readonly at: string; readonly evidenceHash: string },
): Promise<void> {
  await tx.db
    .update(reviews)
    .set({ status: 'completed', completedAt: of.at, evidenceHash: of.evidenceHash })
    .where(and(eq(reviews.tenantId, tx.tenantId), eq(reviews.id, id)));
}

/** False if someone was notified before. */
export async function noteOverdue(tx: TenantTx, id: string, at: string): Promise<boolean> {
  const noted = await tx.db
    .update(reviews)
    .set({ overdueNotifiedAt: at })
    .where(
      and(eq(reviews.tenantId, tx.tenantId), eq(reviews.id, id), sql`${reviews.overdueNotifiedAt} IS NULL`),
    );
  return noted.rowCount === 1;
}

/** Overdue open reviews of all workspaces that no one was notified about. */
export async function selectOverdue(
  owner: pg.Pool,
  today: string,
): Promise<{ tenantId: string; id: string; openedBy: string }[]> {
  const { rows } = await owner.query<{ tenantId: string; id: string; openedBy: string }>(
    `SELECT tenant_id AS "tenantId", id, opened_by AS "openedBy" FROM access_reviews
      WHERE status = 'open' AND due_on < $1 AND overdue_notified_at IS NULL ORDER BY tenant_id, id LIMIT 100`,
    [today],
  );
  return rows;
}
