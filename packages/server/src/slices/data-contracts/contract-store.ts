import type { ContractUse, SchemaContract } from '@attain/contract/data-contracts';
import type { ContractStatus, ContractType } from '@attain/domain/data-contracts/contract';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { and, asc, count, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { momentText } from '../../db/moment-text.ts';
import {
  dataContracts as contracts,
  dataContractVersions as versions,
} from '../../db/schema/data-contracts.ts';
import { users } from '../../db/schema/people.ts';
import { agentExecutions as runs } from '../../db/schema/workflow-runs.ts';
import { workflowDefinitions as workflows, workflowVersions } from '../../db/schema/workflows.ts';
import { holdTurn } from '../../db/turns.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import { nameTaken } from './name-taken.ts';

/** A contract with its newest version and its draft; null where there is none. */
export type StoredContract = NonNullable<Awaited<ReturnType<typeof selectContract>>>;

const newest = and(eq(versions.contractId, contracts.contractId), eq(versions.version, contracts.version));

const columns = {
  id: contracts.contractId,
  name: contracts.name,
  type: contracts.type,
  format: sql<'json-schema'>`${contracts.format}`,
  version: contracts.version,
  status: contracts.status,
  lastModified: momentText(contracts.updatedAt),
  schema: sql<JsonObject>`coalesce(${contracts.draftSchema}, ${versions.schema})`,
  sample: sql<{ value: JsonValue }>`coalesce(${contracts.draftSample}, ${versions.sample})`,
  draftBy: contracts.draftBy,
  isDraft: sql<boolean>`${contracts.draftSchema} IS NOT NULL`,
  revision: contracts.revision,
};

const select = (tx: TenantTx) => tx.db.select(columns).from(contracts).leftJoin(versions, newest).$dynamic();

interface Filter {
  readonly search: string | null;
  readonly type: ContractType | undefined;
  readonly status: ContractStatus | undefined;
}

const matching = ({ search, type, status }: Filter) =>
  and(
    search === null ? undefined : or(ilike(contracts.name, search), ilike(contracts.contractId, search)),
    type && eq(contracts.type, type),
    status && eq(contracts.status, status),
  );

/** One page of contracts by name, one row more than asked. */
export function selectContracts(
  tx: TenantTx,
  filter: Filter,
  page: { readonly after: readonly string[] | null; readonly limit: number },
) {
  const [name, id] = page.after ?? [];
  const behind =
    page.after === null ? undefined : sql`(${contracts.name}, ${contracts.contractId}) > (${name}, ${id})`;
  return select(tx)
    .where(and(matching(filter), behind))
    .orderBy(asc(contracts.name), asc(contracts.contractId))
    .limit(page.limit + 1);
}

export async function countContracts(tx: TenantTx, filter: Filter): Promise<number> {
  const [row] = await tx.db.select({ count: count() }).from(contracts).where(matching(filter));
  return row?.count ?? 0;
}

/** One contract; locked until the transaction ends if asked. */
export async function selectContract(tx: TenantTx, id: string, lock = false) {
  const query = select(tx).where(eq(contracts.contractId, id));
  const [row] = lock ? await query.for('update', { of: contracts }) : await query;
  return row ?? null;
}

/** Ids that begin like this one; the next who asks waits until this one is stored. */
export async function selectContractIdsLike(tx: TenantTx, id: string): Promise<string[]> {
  await holdTurn(tx, 'names', `${tx.tenantId}/data-contracts`);
  const alike = or(eq(contracts.contractId, id), sql`starts_with(${contracts.contractId}, ${`${id}-`})`);
  const rows = await tx.db.select({ id: contracts.contractId }).from(contracts).where(alike);
  return rows.map((row) => row.id);
}

/** Throws CONFLICT if the workspace has a contract of that name. */
export function insertContract(
  tx: TenantTx,
  row: Pick<SchemaContract, 'id' | 'name' | 'type'> & {
    readonly schema: JsonObject;
    readonly sample: JsonValue;
    readonly userId: string;
  },
): Promise<void> {
  const { id, name, type, schema, sample, userId } = row;
  return unlessTaken(
    'data_contracts_name',
    tx.db.insert(contracts).values({
      tenantId: tx.tenantId,
      contractId: id,
      name,
      type,
      draftSchema: schema,
      draftSample: { value: sample },
      draftBy: userId,
      createdBy: userId,
      updatedBy: userId,
    }),
    () => nameTaken(name),
  );
}

/** Changes a contract and counts its revision. Throws CONFLICT if the workspace has a contract of that name. */
export function updateContract(
  tx: TenantTx,
  id: string,
  change: Partial<typeof contracts.$inferInsert> & { readonly updatedBy: string },
): Promise<void> {
  const set = { ...change, revision: sql`${contracts.revision} + 1`, updatedAt: sql`now()` };
  const work = tx.db.update(contracts).set(set).where(eq(contracts.contractId, id));
  return unlessTaken('data_contracts_name', work, () => nameTaken(String(change.name)));
}

export async function deleteContract(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(contracts).where(eq(contracts.contractId, id));
}

export async function insertContractVersion(
  tx: TenantTx,
  row: Omit<typeof versions.$inferInsert, 'tenantId' | 'createdAt' | 'number'>,
): Promise<void> {
  const number = sql`(SELECT coalesce(max(${versions.number}), 0) + 1 FROM ${versions} WHERE ${versions.contractId} = ${row.contractId})`;
  await tx.db.insert(versions).values({ tenantId: tx.tenantId, ...row, number });
}

/** The versions of a contract, newest first. */
export async function selectContractVersions(tx: TenantTx, id: string) {
  const rows = await tx.db
    .select({
      version: versions.version,
      schema: versions.schema,
      by: users.displayName,
      at: versions.createdAt,
    })
    .from(versions)
    .leftJoin(users, eq(users.id, versions.createdBy))
    .where(eq(versions.contractId, id))
    .orderBy(desc(versions.number));
  return rows.map((row) => ({ ...row, by: row.by ?? 'Attain', at: new Date(row.at).toISOString() }));
}

const ended = sql.raw(`('completed', 'failed', 'cancelled')`);

/** The nodes that name a contract: in drafts, in newest versions and in versions with open runs. */
export async function selectUses(tx: TenantTx, id: string): Promise<ContractUse[]> {
  const open = sql`(SELECT count(*)::int FROM ${runs} WHERE ${runs.workflowId} = v.workflow_id
    AND ${runs.workflowVersion} = v.version AND ${runs.status} NOT IN ${ended})`;
  const result = await tx.db.execute<ContractUse & Record<string, unknown>>(sql`
    SELECT d.workflow_id AS "workflowId", d.name AS workflow, d.environment, d.version AS "workflowVersion",
           coalesce(nullif(n->>'title', ''), n->>'id') AS node, split_part(n->'config'->>'contract', '@', 2) AS version,
           d.open AS "openRuns"
      FROM (SELECT workflow_id, name, environment, NULL::int AS version, nodes, 0 AS open FROM ${workflows}
            UNION ALL
            SELECT v.workflow_id, w.name, w.environment, v.version, v.document->'nodes', ${open}
              FROM ${workflowVersions} v JOIN ${workflows} w ON w.tenant_id = v.tenant_id AND w.workflow_id = v.workflow_id
             WHERE v.version = w.version OR (v.version > 0 AND ${open} > 0)) d,
           jsonb_array_elements(d.nodes) n
     WHERE starts_with(n->'config'->>'contract', ${`${id}@`})
     ORDER BY d.name, d.workflow_id, d.version DESC NULLS FIRST, node LIMIT 500`);
  return result.rows;
}

/** How many workflows use each contract, in their draft or their newest version. */
export async function countUses(tx: TenantTx): Promise<ReadonlyMap<string, number>> {
  const result = await tx.db.execute<{ id: string; count: number }>(sql`
    SELECT split_part(n->'config'->>'contract', '@', 1) AS id, count(DISTINCT d.workflow_id)::int AS count
      FROM (SELECT workflow_id, nodes FROM ${workflows}
            UNION ALL
            SELECT v.workflow_id, v.document->'nodes' FROM ${workflowVersions} v
              JOIN ${workflows} w ON w.tenant_id = v.tenant_id AND w.workflow_id = v.workflow_id AND w.version = v.version) d,
           jsonb_array_elements(d.nodes) n
     WHERE n->'config'->>'contract' LIKE '%@%' GROUP BY 1`);
  return new Map(result.rows.map((row) => [row.id, row.count]));
}

/** Status and schema of published versions, by name and version: `orders@1.2.0`. */
export async function selectContractStatuses(tx: TenantTx, names: readonly string[]) {
  const name = sql<string>`${versions.contractId} || '@' || ${versions.version}`;
  const rows = await tx.db
    .select({ name, status: contracts.status, schema: versions.schema })
    .from(versions)
    .innerJoin(contracts, eq(contracts.contractId, versions.contractId))
    .where(inArray(name, [...names]));
  return new Map(rows.map((row) => [row.name, row]));
}
