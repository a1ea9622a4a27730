import {
  type PolicyLimits,
  type PolicyStatus,
  type PolicyTarget,
  type PolicyType,
  priorityNumbers,
} from '@attain/domain/policies/policy';
import type { PolicyRequest } from '@attain/domain/policies/request';
import { and, asc, count, desc, eq, ilike, or, sql } from 'drizzle-orm';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { nameOfUser } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { users } from '../../db/schema/people.ts';
import {
  policyBindings as bindings,
  authorizationPolicies as policies,
  policyVersions as versions,
  policyViolations as violations,
} from '../../db/schema/policies.ts';
import { holdTurn } from '../../db/turns.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import { limitsText } from '../../runs/policies/policy-sets.ts';

export type StoredPolicy = NonNullable<Awaited<ReturnType<typeof selectPolicy>>>;

const columns = {
  id: policies.policyId,
  name: policies.name,
  type: policies.policyType,
  status: policies.status,
  description: policies.description,
  rule: policies.conditions,
  document: policies.document,
  documentHash: policies.documentHash,
  enforce: policies.enforced,
  log: policies.logged,
  notify: policies.notifies,
  version: policies.version,
  revision: policies.revision,
  lastModified: momentText(policies.updatedAt),
  // the table is named: a bare column would be that of the bindings
  appliesTo: sql<
    PolicyTarget[]
  >`coalesce((SELECT jsonb_agg(jsonb_build_object('kind', b.target_type, 'id', b.target_id)
      ORDER BY b.target_type, b.target_id) FROM policy_bindings b WHERE b.policy_id = authorization_policies.policy_id), '[]')`,
  resourceType: policies.resourceType,
  resourceId: policies.resourceId,
  limits: sql<PolicyLimits>`${sql.raw(limitsText('authorization_policies'))}`,
  priority: sql<number>`coalesce((SELECT max(b.priority) FROM policy_bindings b WHERE b.policy_id = authorization_policies.policy_id), 0)`,
};

interface Filter {
  readonly search: string | null;
  readonly type: PolicyType | undefined;
  readonly status: PolicyStatus | undefined;
}

const matching = ({ search, type, status }: Filter) =>
  and(
    search === null ? undefined : or(ilike(policies.name, search), ilike(policies.description, search)),
    type && eq(policies.policyType, type),
    status && eq(policies.status, status),
  );

/** One page of policies by name, one row more than asked. */
export function selectPolicies(
  tx: TenantTx,
  filter: Filter,
  page: { readonly after: readonly string[] | null; readonly limit: number },
) {
  const [name, id] = page.after ?? [];
  const behind =
    page.after === null ? undefined : sql`(${policies.name}, ${policies.policyId}) > (${name}, ${id})`;
  return tx.db
    .select(columns)
    .from(policies)
    .where(and(matching(filter), behind))
    .orderBy(asc(policies.name), asc(policies.policyId))
    .limit(page.limit + 1);
}

export async function countPolicies(tx: TenantTx, filter: Filter): Promise<number> {
  const [row] = await tx.db.select({ count: count() }).from(policies).where(matching(filter));
  return row?.count ?? 0;
}

/** One policy; locked until the transaction ends if asked. */
export async function selectPolicy(tx: TenantTx, id: string, lock = false) {
  const query = tx.db.select(columns).from(policies).where(eq(policies.policyId, id));
  const [row] = lock ? await query.for('update') : await query;
  return row ?? null;
}

/** Ids that begin like this one; the next who asks waits until this one is stored. */
export async function selectPolicyIdsLike(tx: TenantTx, id: string): Promise<string[]> {
  await holdTurn(tx, 'names', `${tx.tenantId}/policies`);
  const alike = or(eq(policies.policyId, id), sql`starts_with(${policies.policyId}, ${`${id}-`})`);
  const rows = await tx.db.select({ id: policies.policyId }).from(policies).where(alike);
  return rows.map((row) => row.id);
}

export type PolicyRow = Pick<
  typeof policies.$inferInsert,
  | 'name'
  | 'description'
  | 'policyType'
  | 'permissions'
  | 'conditions'
  | 'document'
  | 'documentHash'
  | 'approvalRequired'
  | 'approvers'
  | 'auditLevel'
  | 'environment'
  | 'resourceType'
  | 'resourceId'
  | 'timeRestrictions'
  | 'ipRestrictions'
  | 'expiresAt'
>;

/** Throws CONFLICT if the workspace has a policy of that name. */
export function insertPolicy(
  tx: TenantTx,
  row: PolicyRow & { policyId: string; userId: string },
): Promise<void> {
  const { userId, ...values } = row;
  const stored = { ...values, tenantId: tx.tenantId, createdBy: userId, updatedBy: userId };
  return unlessNameTaken(row.name, tx.db.insert(policies).values(stored));
}

/** Changes a policy and counts its revision. Throws CONFLICT if the workspace has a policy of that name. */
export function updatePolicy(
  tx: TenantTx,
  id: string,
  change: Partial<typeof policies.$inferInsert> & { readonly updatedBy: string },
): Promise<void> {
  const set = { ...change, revision: sql`${policies.revision} + 1`, updatedAt: sql`now()` };
  return unlessNameTaken(change.name ?? id, tx.db.update(policies).set(set).where(eq(policies.policyId, id)));
}

function unlessNameTaken(name: string, work: Promise<unknown>): Promise<void> {
  const message = `There already is a policy called “${name}”. Choose another name.`;
  return unlessTaken('authorization_policies_name', work, () => new ApiError('CONFLICT', message));
}

export async function deletePolicy(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(policies).where(eq(policies.policyId, id));
}

/** Keeps a document as a version, and replaces where the policy applies. */
export async function storeVersion(
  tx: TenantTx,
  of: {
    readonly policyId: string;
    readonly version: number;
    readonly document: string;
    readonly documentHash: string;
    readonly appliesTo: readonly PolicyTarget[];
    readonly limits: PolicyLimits;
    readonly priority: keyof typeof priorityNumbers;
    readonly userId: string;
  },
): Promise<void> {
  const { policyId, version, document, documentHash, appliesTo, limits, priority, userId } = of;
  const { tenantId } = tx;
  await tx.db
    .insert(versions)
    .values({
      tenantId,
      policyId,
      version,
      document,
      documentHash,
      appliesTo: [...appliesTo],
      limits,
      createdBy: userId,
    })
    .onConflictDoNothing();
  await tx.db.delete(bindings).where(eq(bindings.policyId, policyId));
  await tx.db.insert(bindings).values(
    appliesTo.map(({ kind, id }) => ({
      tenantId,
      policyId,
      targetType: kind,
      targetId: id,
      environment: kind === 'environment' ? id : '',
      priority: priorityNumbers[priority],
    })),
  );
}

/** The versions of a policy, newest first. */
export function selectPolicyVersions(tx: TenantTx, id: string) {
  return tx.db
    .select({
      version: versions.version,
      document: versions.document,
      by: nameOfUser,
      at: momentText(versions.createdAt),
    })
    .from(versions)
    .leftJoin(users, eq(users.id, versions.createdBy))
    .where(eq(versions.policyId, id))
    .orderBy(desc(versions.version))
    .limit(50);
}

/** By policy: decisions since a moment in which it held, and those that were not allowed because of it. */
export async function countHits(
  tx: TenantTx,
  since: Date,
): Promise<ReadonlyMap<string, { hits: number; denials: number }>> {
  const held = await tx.client.query<{ id: string; hits: string }>(
    `SELECT p AS id, sum(count)::text AS hits FROM policy_decisions, unnest(policies) AS p WHERE hour >= $1 GROUP BY p`,
    [since.toISOString()],
  );
  const denied = await tx.client.query<{ id: string; denials: string }>(
    `SELECT policy_id AS id, sum(count)::text AS denials FROM policy_violations WHERE hour >= $1 GROUP BY policy_id`,
    [since.toISOString()],
  );
  const denials = new Map(denied.rows.map((row) => [row.id, Number(row.denials)]));
  return new Map(
    held.rows.map(({ id, hits }) => [id, { hits: Number(hits), denials: denials.get(id) ?? 0 }]),
  );
}

/** Distinct requests that were decided since, with how often and when last; the latest first. */
export async function selectPastRequests(tx: TenantTx, since: Date, limit: number) {
  const { rows } = await tx.client.query<{
    request: PolicyRequest;
    person: string;
    count: number;
    lastAt: string;
  }>(
    `SELECT d.request, coalesce(u.display_name, 'A former member') AS person, d.count::float8 AS count,
            to_char(d.hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "lastAt"
       FROM (SELECT request, sum(count) AS count, max(hour) AS hour FROM policy_decisions WHERE hour >= $1
              GROUP BY request ORDER BY max(hour) DESC, request LIMIT $2) d
       LEFT JOIN users u ON u.id::text = d.request->'principal'->>'id'
      ORDER BY d.hour DESC, d.request`,
    [since.toISOString(), limit],
  );
  return rows;
}

/** One page of violations, newest first, one row more than asked. */
export function selectViolations(
  tx: TenantTx,
  filter: { readonly policy: string | undefined },
  page: { readonly after: readonly string[] | null; readonly limit: number },
) {
  const [at, id] = page.after ?? [];
  const behind =
    page.after === null
      ? undefined
      : sql`(${violations.lastAt}, ${violations.id}) < (${at}::timestamptz, ${id}::uuid)`;
  return tx.db
    .select({
      id: violations.id,
      policyId: violations.policyId,
      policy: violations.policyName,
      user: sql<string>`coalesce(${users.displayName}, 'A former member')`,
      action: violations.action,
      resource: violations.resource,
      enforced: violations.enforced,
      message: violations.message,
      runId: violations.runId,
      count: violations.count,
      at: momentText(violations.lastAt),
    })
    .from(violations)
    .leftJoin(users, eq(users.id, violations.userId))
    .where(and(filter.policy === undefined ? undefined : eq(violations.policyId, filter.policy), behind))
    .orderBy(desc(violations.lastAt), desc(violations.id))
    .limit(page.limit + 1);
}
