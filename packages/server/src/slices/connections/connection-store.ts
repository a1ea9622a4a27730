import type { Connection } from '@attain/contract/agents/connections';
import { type ConnectionKind, dialectOf } from '@attain/domain/connections/connection-kinds';
import { type DatabaseRules, databaseOperations } from '@attain/domain/connections/database-rules';
import { and, eq, sql } from 'drizzle-orm';
import { ApiError } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { type DatabaseSchema, databaseRegistry, type GrantAttempt } from '../../db/schema/connections.ts';
import { holdTurn } from '../../db/turns.ts';
import { unlessTaken } from '../../db/unless-taken.ts';

export type ConnectionRow = Pick<
  Connection,
  | 'id'
  | 'name'
  | 'description'
  | 'kind'
  | 'provider'
  | 'environment'
  | 'region'
  | 'address'
  | 'authMethod'
  | 'config'
  | 'riskLevel'
  | 'dataClassification'
  | 'isActive'
> & {
  readonly database: DatabaseRules | null;
  readonly credentialId: string | null;
  readonly userId: string;
};

/** What the registry holds of a database; null for any other kind. */
const registered = `CASE WHEN d.database_id IS NULL THEN NULL ELSE jsonb_build_object('accessLevel', d.access_level,
    'allowedOperations', d.allowed_operations, 'backupPolicy', d.backup_policy, 'environment', d.environment, 'tables', jsonb_array_length(d.schema->'tables')) END`;

const columns = `a.application_id AS id, a.name, a.description, a.type AS kind, a.provider, a.environment, a.region,
  a.base_url AS address, a.auth_method AS "authMethod", a.config, a.revision,
  coalesce(d.risk_level, a.risk_level) AS "riskLevel", coalesce(d.data_classification, a.data_classification) AS "dataClassification",
  coalesce(d.is_active, a.is_active) AS "isActive", ${registered} AS database, ${isoMoment('a.updated_at')} AS "updatedAt",
  CASE WHEN c.credential_id IS NULL THEN NULL ELSE jsonb_build_object('lastSetAt', ${isoMoment('c.last_rotated_at')},
    'lastUsedAt', ${isoMoment('c.last_used_at')}, 'keyVersion', c.key_version, 'expiresOn', to_char((c.expires_at - interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD')) END AS secret,
  CASE WHEN n.credential_id IS NULL THEN NULL ELSE jsonb_build_object('storedAt', ${isoMoment('n.created_at')},
    'keyVersion', n.key_version, 'expiresOn', to_char((n.expires_at - interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    'approvalId', (SELECT r.id FROM attestation_records r WHERE r.kind = 'production-secret' AND r.subject_id = a.application_id
      AND r.status = 'open' AND r.expires_at > now())) END AS next,
  CASE WHEN a.grant_credential_id IS NULL THEN NULL ELSE jsonb_build_object('connectedAt', ${isoMoment('a.granted_at')},
    'connectedBy', (SELECT u.display_name FROM users u WHERE u.id = a.granted_by), 'error', a.grant_error) END AS account,
  ARRAY(SELECT b.subject_id FROM credential_bindings b WHERE b.resource_id = a.application_id AND b.is_active ORDER BY 1) AS workflows`;

const from = `FROM application_registry a LEFT JOIN database_registry d ON d.database_id = a.application_id
  LEFT JOIN credentials_vault c ON c.credential_id = a.credential_id AND c.is_active
  LEFT JOIN credentials_vault n ON n.credential_id = a.next_credential_id`;

const matches = `($1::text IS NULL OR a.type = $1) AND ($2::text IS NULL OR a.name ILIKE $2 OR a.provider ILIKE $2 OR a.base_url ILIKE $2)`;

/** One page of connections by name, one row more than asked. */
export async function selectConnections(
  tx: TenantTx,
  query: {
    readonly kind: ConnectionKind | null;
    readonly search: string | null;
    readonly after: readonly string[] | null;
    readonly limit: number;
  },
): Promise<Connection[]> {
  const result = await tx.client.query<Connection>(
    `SELECT ${columns} ${from} WHERE ${matches} AND ($3::text IS NULL OR (a.name, a.application_id) > ($3, $4::text))
      ORDER BY a.name, a.application_id LIMIT $5`,
    [query.kind, query.search, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** How many connections there are of a kind that the search finds. */
export async function countConnections(
  tx: TenantTx,
  kind: ConnectionKind | null,
  search: string | null,
): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM application_registry a WHERE ${matches}`,
    [kind, search],
  );
  return result.rows[0]?.count ?? 0;
}

/** A connection with the ids of its secrets and who saved it last. */
export type StoredConnection = Connection & {
  readonly credentialId: string | null;
  readonly nextCredentialId: string | null;
  readonly nextSecretId: string | null;
  readonly grantCredentialId: string | null;
  readonly updatedBy: string;
};

/** What is shown of it. */
export function shownConnection(stored: StoredConnection): Connection {
  const { credentialId: _, nextCredentialId: __, nextSecretId: ___, ...more } = stored;
  const { grantCredentialId: ____, updatedBy: _____, ...connection } = more;
  return connection;
}

/** Stores which secret is in use and which one is to follow. */
export async function updateCredentials(
  tx: TenantTx,
  id: string,
  { credentialId, nextCredentialId }: Pick<StoredConnection, 'credentialId' | 'nextCredentialId'>,
): Promise<void> {
  await tx.client.query(
    'UPDATE application_registry SET credential_id = $2, next_credential_id = $3 WHERE application_id = $1',
    [id, credentialId, nextCredentialId],
  );
  await tx.client.query(
    'UPDATE credential_bindings SET credential_id = $2, updated_at = now() WHERE resource_id = $1',
    [id, credentialId],
  );
}

/** A connection with what is not shown of it, or null. */
export async function selectConnection(
  tx: TenantTx,
  id: string,
  lock: 'FOR UPDATE OF a' | '' = '',
): Promise<StoredConnection | null> {
  const result = await tx.client.query<StoredConnection>(
    `SELECT ${columns}, a.credential_id AS "credentialId", a.next_credential_id AS "nextCredentialId",
            n.secret_id AS "nextSecretId", a.grant_credential_id AS "grantCredentialId", a.updated_by AS "updatedBy" ${from} WHERE a.application_id = $1 ${lock}`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** Stores which tokens of an account a connection uses; null: none. */
export async function updateGrant(
  tx: TenantTx,
  id: string,
  grant: { readonly credentialId: string; readonly userId: string; readonly at: Date } | null,
): Promise<void> {
  await tx.client.query(
    `UPDATE application_registry SET grant_credential_id = $2, granted_by = $3, granted_at = $4, grant_error = NULL, grant_attempt = NULL
      WHERE application_id = $1`,
    [id, grant?.credentialId ?? null, grant?.userId ?? null, grant?.at ?? null],
  );
}

/** Keeps why these tokens of an account can no longer be renewed, while the connection uses them; null: they were renewed. */
export async function noteGrantError(
  tx: TenantTx,
  { id, grantCredentialId }: Pick<StoredConnection, 'id' | 'grantCredentialId'>,
  error: string | null,
): Promise<void> {
  await tx.client.query(
    `UPDATE application_registry SET grant_error = $3
      WHERE application_id = $1 AND grant_credential_id = $2 AND grant_error IS DISTINCT FROM $3`,
    [id, grantCredentialId, error?.slice(0, 500) ?? null],
  );
}

/** Keeps a sign-in that was started, in place of one before. */
export async function keepAttempt(tx: TenantTx, id: string, attempt: GrantAttempt): Promise<void> {
  await tx.client.query('UPDATE application_registry SET grant_attempt = $2 WHERE application_id = $1', [
    id,
    JSON.stringify(attempt),
  ]);
}

/** Takes the sign-in that an answer is for out of the row: of two answers, one finds it. Null: no such sign-in has begun. */
export async function takeAttempt(
  tx: TenantTx,
  stateHash: string,
): Promise<{ id: string; attempt: GrantAttempt } | null> {
  const result = await tx.client.query<{ id: string; attempt: GrantAttempt }>(
    `WITH found AS (SELECT application_id, grant_attempt FROM application_registry WHERE grant_attempt->>'stateHash' = $1 FOR UPDATE)
     UPDATE application_registry a SET grant_attempt = NULL FROM found f WHERE a.application_id = f.application_id
     RETURNING a.application_id AS id, f.grant_attempt AS attempt`,
    [stateHash],
  );
  return result.rows[0] ?? null;
}

/** The connections of a kind that go by this id or this exact name; without a name, all active ones of the kind: two at most. */
export async function selectNamed(
  tx: TenantTx,
  kind: ConnectionKind,
  name: string | null,
): Promise<{ id: string }[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT a.application_id AS id FROM application_registry a LEFT JOIN database_registry d ON d.database_id = a.application_id
      WHERE a.type = $1 AND CASE WHEN $2::text IS NULL THEN coalesce(d.is_active, a.is_active) ELSE $2 IN (a.application_id, a.name) END
      ORDER BY (a.application_id = $2) DESC, a.name LIMIT 2`,
    [kind, name],
  );
  return result.rows;
}

/** The language model that is chosen for the assistant, the first by name, with a mark of its settings; null: none is. */
export async function selectAssistant(tx: TenantTx): Promise<{ id: string; settings: string } | null> {
  const result = await tx.client.query<{ id: string; settings: string }>(
    `SELECT application_id AS id, revision || ' ' || updated_at AS settings FROM application_registry
      WHERE tenant_id = $1 AND type = 'llm' AND is_active AND config->>'assistant' = 'yes' ORDER BY name, application_id LIMIT 1`,
    [tx.tenantId],
  );
  return result.rows[0] ?? null;
}

/** The ids that begin like this one, to number a new one apart from them; who asks next waits until this one is stored. */
export async function selectConnectionIdsLike(tx: TenantTx, id: string): Promise<string[]> {
  await holdTurn(tx, 'names', `${tx.tenantId}/connections`);
  const result = await tx.client.query<{ id: string }>(
    `SELECT application_id AS id FROM application_registry WHERE application_id = $1 OR starts_with(application_id, $1 || '-')`,
    [id],
  );
  return result.rows.map((row) => row.id);
}

/** Throws CONFLICT if the workspace has a connection of that name. */
export async function insertConnection(tx: TenantTx, row: ConnectionRow): Promise<void> {
  await unlessNameTaken(
    row.name,
    tx.client.query(
      `INSERT INTO application_registry (tenant_id, application_id, name, description, type, provider, environment, base_url,
         auth_method, config, credential_id, created_by, updated_by, region, risk_level, data_classification, is_active)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16)`,
      [tx.tenantId, ...valuesOf(row)],
    ),
  );
  await registerDatabase(tx, row);
}

/** Replaces a connection and increments its revision. Throws CONFLICT if another one has the new name. */
export async function updateConnection(tx: TenantTx, row: ConnectionRow): Promise<void> {
  await unlessNameTaken(
    row.name,
    tx.client.query(
      `UPDATE application_registry SET name = $2, description = $3, type = $4, provider = $5, environment = $6, base_url = $7,
         auth_method = $8, config = $9, credential_id = $10, updated_by = $11, region = $12, risk_level = $13, data_classification = $14,
         is_active = $15, updated_at = now(), revision = revision + 1
        WHERE application_id = $1`,
      valuesOf(row),
    ),
  );
  await registerDatabase(tx, row);
}

/** Keeps the registry entry of a database; another kind of connection has none. */
async function registerDatabase(tx: TenantTx, row: ConnectionRow): Promise<void> {
  if (row.database === null) return;
  const { accessLevel, allowedOperations, backupPolicy, environment } = row.database;
  const { name, description, riskLevel, dataClassification, isActive } = row;
  const values = {
    ...{ name, description, accessLevel, backupPolicy, riskLevel, dataClassification, isActive },
    environment,
    allowedOperations: databaseOperations.filter((one) => allowedOperations.includes(one)),
    type: dialectOf(row.address),
  };
  await tx.db
    .insert(databaseRegistry)
    .values({ ...values, tenantId: tx.tenantId, databaseId: row.id })
    .onConflictDoUpdate({
      target: [databaseRegistry.tenantId, databaseRegistry.databaseId],
      set: { ...values, updatedAt: sql`now()` },
    });
}

/** Keeps what a test found in a database; null: nothing is known of it any more. */
export async function updateSchema(tx: TenantTx, id: string, schema: DatabaseSchema | null): Promise<void> {
  await tx.db.update(databaseRegistry).set({ schema }).where(isDatabase(tx, id));
}

/** What the last test found in a database, or null; `none` is not registered as a database. */
export async function selectSchema(tx: TenantTx, id: string): Promise<DatabaseSchema | null | 'none'> {
  const [row] = await tx.db
    .select({ schema: databaseRegistry.schema })
    .from(databaseRegistry)
    .where(isDatabase(tx, id));
  return row === undefined ? 'none' : row.schema;
}

function isDatabase(tx: TenantTx, id: string) {
  return and(eq(databaseRegistry.tenantId, tx.tenantId), eq(databaseRegistry.databaseId, id));
}

/** Takes a connection away; its secrets go with it. */
export async function deleteConnection(
  tx: TenantTx,
  row: Pick<StoredConnection, 'id' | 'credentialId' | 'nextCredentialId' | 'grantCredentialId'>,
): Promise<void> {
  await tx.client.query('DELETE FROM application_registry WHERE application_id = $1', [row.id]);
  await tx.client.query('DELETE FROM credentials_vault WHERE credential_id IN ($1, $2, $3)', [
    row.credentialId,
    row.nextCredentialId,
    row.grantCredentialId,
  ]);
}

function valuesOf(row: ConnectionRow): unknown[] {
  const { id, name, description, kind, provider, environment, address, authMethod, config, region } = row;
  return [
    id,
    name,
    description,
    kind,
    provider,
    environment,
    address,
    authMethod,
    JSON.stringify(config),
    row.credentialId,
    row.userId,
    region,
    row.riskLevel,
    row.dataClassification,
    row.isActive,
  ];
}

function unlessNameTaken(name: string, work: Promise<unknown>): Promise<void> {
  return unlessTaken(
    'application_registry_name',
    work,
    () => new ApiError('CONFLICT', `A connection called “${name}” already exists. Choose another name.`),
  );
}

/** The environment of a run, or null if it is gone. */
export async function selectRunEnvironment(tx: TenantTx, runId: string): Promise<string | null> {
  const result = await tx.client.query<{ environment: string }>(
    'SELECT environment FROM agent_executions WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, runId],
  );
  return result.rows[0]?.environment ?? null;
}
