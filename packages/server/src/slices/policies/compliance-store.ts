import type { SentCalls, WatchedPolicy } from '@attain/domain/policies/compliance';
import type { DataRegion } from '@attain/domain/policies/policy';
import { and, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { dataRegions } from '../../db/schema/policies.ts';

export interface StoredRegion {
  readonly region: string;
  readonly status: 'active' | 'pending';
  readonly isHome: boolean;
  readonly requestedBy: string | null;
}

/** The data regions of a workspace; locked until the transaction ends if asked. */
export async function selectRegions(tx: TenantTx, lock = false): Promise<StoredRegion[]> {
  const { region, status, isHome, requestedBy } = dataRegions;
  const query = tx.db.select({ region, status, isHome, requestedBy }).from(dataRegions).orderBy(region);
  return lock ? query.for('update') : query;
}

/** Stores a region that is asked for; one that is there stays. */
export async function insertRegion(
  tx: TenantTx,
  region: Omit<StoredRegion, 'region'> & { readonly region: DataRegion },
): Promise<void> {
  await tx.db
    .insert(dataRegions)
    .values({ tenantId: tx.tenantId, ...region })
    .onConflictDoNothing();
}

export async function updateRegion(
  tx: TenantTx,
  region: string,
  change: Partial<Pick<StoredRegion, 'status' | 'isHome'>>,
): Promise<void> {
  await tx.db
    .update(dataRegions)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(dataRegions.tenantId, tx.tenantId), eq(dataRegions.region, region)));
}

export async function deleteRegion(tx: TenantTx, region: string): Promise<void> {
  await tx.db
    .delete(dataRegions)
    .where(and(eq(dataRegions.tenantId, tx.tenantId), eq(dataRegions.region, region)));
}

/** The active security policies, with what each let through since. */
export async function selectWatchedPolicies(tx: TenantTx, since: Date): Promise<WatchedPolicy[]> {
  const { rows } = await tx.client.query<WatchedPolicy>(
    `SELECT p.enforced AS "isEnforced",
            coalesce((SELECT sum(v.count) FROM policy_violations v
              WHERE v.policy_id = p.policy_id AND NOT v.enforced AND v.hour >= $1), 0)::float8 AS "letThrough"
       FROM authorization_policies p WHERE p.is_active AND p.policy_type = 'security' AND (p.expires_at IS NULL OR p.expires_at > now())`,
    [since.toISOString()],
  );
  return rows;
}

/** Calls that were let out since, by region and whether they may have carried personal data. */
export async function selectSentCalls(tx: TenantTx, since: Date): Promise<SentCalls[]> {
  const { rows } = await tx.client.query<SentCalls>(
    `SELECT coalesce(request->'resource'->>'region', '') AS region,
            jsonb_array_length(request->'labels') > 0 AS "isPersonal", sum(count)::float8 AS count
       FROM policy_decisions WHERE hour >= $1 AND verdict <> 'deny' AND request->>'action' = 'call'
      GROUP BY 1, 2`,
    [since.toISOString()],
  );
  return rows;
}

/** How many violations each of two months has. */
export async function countViolations(
  tx: TenantTx,
  { from, before }: { readonly from: Date; readonly before: Date },
): Promise<{ thisMonth: number; lastMonth: number }> {
  const { rows } = await tx.client.query<{ thisMonth: number; lastMonth: number }>(
    `SELECT coalesce(sum(count) FILTER (WHERE hour >= $1), 0)::float8 AS "thisMonth",
            coalesce(sum(count) FILTER (WHERE hour < $1), 0)::float8 AS "lastMonth"
       FROM policy_violations WHERE hour >= $2`,
    [from.toISOString(), before.toISOString()],
  );
  return rows[0] ?? { thisMonth: 0, lastMonth: 0 };
}

export interface StoredEvent {
  readonly id: string;
  readonly kind: 'violation' | 'policy-version' | 'approval';
  readonly title: string;
  readonly text: string;
  readonly person: string;
  readonly at: string;
}

/** What happened to policies lately: violations, new versions and decided requests. */
export async function selectEvents(tx: TenantTx, limit: number): Promise<StoredEvent[]> {
  const { rows } = await tx.client.query<StoredEvent>(
    `SELECT e.id, e.kind, e.title, e.text, coalesce(u.display_name, 'A former member') AS person,
            to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
       FROM (
         (SELECT 'violation/' || id AS id, 'violation' AS kind, policy_name AS title, message AS text, user_id AS person, last_at AS at
            FROM policy_violations ORDER BY last_at DESC, id LIMIT $1)
         UNION ALL
         (SELECT 'version/' || v.policy_id || '/' || v.version, 'policy-version', p.name, 'Version ' || v.version, v.created_by, v.created_at
            FROM policy_versions v JOIN authorization_policies p USING (tenant_id, policy_id)
           ORDER BY v.created_at DESC, v.policy_id LIMIT $1)
         UNION ALL
         (SELECT 'approval/' || id, 'approval', summary, status, coalesce(approvers[array_upper(approvers, 1)], user_id), decided_at
            FROM attestation_records WHERE kind = 'policy-activation' AND decided_at IS NOT NULL
           ORDER BY decided_at DESC, id LIMIT $1)
       ) e LEFT JOIN users u ON u.id = e.person
      ORDER BY e.at DESC, e.id LIMIT $1`,
    [limit],
  );
  return rows;
}
