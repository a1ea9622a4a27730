import type { RiskLevel } from '@attain/domain/agents/agent';
import type { AuthMethod, ConnectionKind } from '@attain/domain/connections/connection-kinds';
import type {
  DatabaseOperation,
  DatabaseRules,
  DataClassification,
} from '@attain/domain/connections/database-rules';
import type { DataRegion } from '@attain/domain/policies/policy';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';

/** The key that wraps a workspace's secrets, itself sealed with the installation's; without it they stay closed for good. */
export const vaultKeys = pgTable(
  'vault_keys',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    keyVersion: integer('key_version').notNull(),
    iv: bytes('iv').notNull(),
    authTag: bytes('auth_tag').notNull(),
    cipherText: bytes('cipher_text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.keyVersion] })],
);

/** Secrets, sealed; the columns are those the specification states, `wrapped_key` and what follows `is_active` are ours. */
export const credentialsVault = pgTable(
  'credentials_vault',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    credentialId: uuid('credential_id').notNull(),
    name: text('name').notNull(),
    environment: text('environment').notNull().default('dev'),
    provider: text('provider').notNull().default(''),
    type: text('type').notNull(),
    /** For secrets an outside key service holds; those of our own vault are in `cipher_text`. */
    encryptedBlob: bytes('encrypted_blob'),
    kmsKeyId: text('kms_key_id'),
    /** Names this version of the secret. */
    secretId: uuid('secret_id').notNull(),
    /** Kind and destination of the secret. Authenticated with the secret. */
    purpose: text('purpose').notNull(),
    keyVersion: integer('key_version').notNull().default(1),
    algorithm: text('algorithm').notNull().default('AES-256-GCM'),
    iv: bytes('iv'),
    authTag: bytes('auth_tag'),
    cipherText: bytes('cipher_text'),
    rotationAt: moment('rotation_at'),
    metadata: jsonb('metadata').$type<JsonObject>().notNull().default({}),
    rotationStatus: text('rotation_status').notNull().default('active'),
    lastRotatedAt: moment('last_rotated_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    isActive: boolean('is_active').notNull().default(true),
    /** The key of this one secret, sealed with the workspace's: nonce, tag and ciphertext in a row. */
    wrappedKey: bytes('wrapped_key'),
    lastUsedAt: moment('last_used_at'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('credentials_vault_key').on(table.tenantId, table.credentialId),
    check('credentials_vault_one_way', sql`num_nonnulls(${table.encryptedBlob}, ${table.cipherText}) = 1`),
  ],
);

/** A sign-in that was started: who may finish it, with which answer, and until when. */
export interface GrantAttempt {
  readonly stateHash: string;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly userId: string;
  readonly expiresAt: number;
}

/** External systems of a workspace; some columns are prescribed by the specification. */
export const applicationRegistry = pgTable(
  'application_registry',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    /** Kebab-case, from the first name; workflows refer to it. */
    applicationId: text('application_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** The kind of connection. */
    type: text('type').$type<ConnectionKind>().notNull(),
    provider: text('provider').notNull().default(''),
    baseUrl: text('base_url').notNull(),
    authMethod: text('auth_method').$type<AuthMethod>().notNull(),
    capabilities: text('capabilities').array().notNull().default([]),
    riskLevel: text('risk_level').$type<RiskLevel>().notNull().default('medium'),
    /** Where it keeps data; blank: unknown. */
    region: text('region').$type<DataRegion | ''>().notNull().default(''),
    dataClassification: text('data_classification').notNull().default('internal'),
    isActive: boolean('is_active').notNull().default(true),
    environment: text('environment').notNull().default('dev'),
    config: jsonb('config').$type<JsonObject>().notNull(),
    credentialId: uuid('credential_id'),
    /** The staged secret, if any. */
    nextCredentialId: uuid('next_credential_id'),
    /** The tokens of a person's account, if one is connected: who did, when, and why they can no longer be renewed. */
    grantCredentialId: uuid('grant_credential_id'),
    grantedBy: uuid('granted_by'),
    grantedAt: moment('granted_at'),
    grantError: text('grant_error'),
    /** A sign-in under way. */
    grantAttempt: jsonb('grant_attempt').$type<GrantAttempt>(),
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('application_registry_key').on(table.tenantId, table.applicationId),
    unique('application_registry_name').on(table.tenantId, table.name),
    foreignKey({
      name: 'application_registry_credential',
      columns: [table.tenantId, table.credentialId],
      foreignColumns: [credentialsVault.tenantId, credentialsVault.credentialId],
    }),
    foreignKey({
      name: 'application_registry_grant_credential',
      columns: [table.tenantId, table.grantCredentialId],
      foreignColumns: [credentialsVault.tenantId, credentialsVault.credentialId],
    }),
    foreignKey({
      name: 'application_registry_next_credential',
      columns: [table.tenantId, table.nextCredentialId],
      foreignColumns: [credentialsVault.tenantId, credentialsVault.credentialId],
    }),
  ],
);

/** What a test found in a database, with the rights of its user. */
// no interface: it travels as JSON
export type DatabaseSchema = {
  readonly readAt: string;
  /** False: there was more. */
  readonly isComplete: boolean;
  readonly tables: readonly {
    /** With its schema, such as `public.orders`. */
    readonly name: string;
    readonly columns: readonly { readonly name: string; readonly type: string }[];
  }[];
};

/** What steps may do in a connected database, and what is known of it. How to reach it is in `application_registry`. */
export const databaseRegistry = pgTable(
  'database_registry',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    /** The connection that reaches it. */
    databaseId: text('database_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    type: text('type').notNull().default('postgresql'),
    schema: jsonb('schema').$type<DatabaseSchema>(),
    accessLevel: text('access_level').$type<DatabaseRules['accessLevel']>().notNull().default('read'),
    allowedOperations: text('allowed_operations')
      .array()
      .$type<DatabaseOperation[]>()
      .notNull()
      .default(['SELECT']),
    riskLevel: text('risk_level').$type<RiskLevel>().notNull().default('medium'),
    dataClassification: text('data_classification').$type<DataClassification>().notNull().default('internal'),
    backupPolicy: text('backup_policy').$type<DatabaseRules['backupPolicy']>().notNull().default('unknown'),
    isActive: boolean('is_active').notNull().default(true),
    /** The environment whose runs alone may use it; null: all. */
    environment: text('environment').$type<DatabaseRules['environment']>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('database_registry_database').on(table.tenantId, table.databaseId),
    foreignKey({
      name: 'database_registry_connection',
      columns: [table.tenantId, table.databaseId],
      foreignColumns: [applicationRegistry.tenantId, applicationRegistry.applicationId],
    }).onDelete('cascade'),
    // one that is read-only allows reading alone (CONN-20)
    check(
      'database_registry_access',
      sql`${table.accessLevel} = 'read-write' OR ${table.allowedOperations} <@ '{SELECT}'`,
    ),
  ],
);

/** Who may use the secret of a connection, one row each: workflows. A connection without a row may be used by all of them. */
export const credentialBindings = pgTable(
  'credential_bindings',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    subjectType: text('subject_type').notNull().default('workflow'),
    subjectId: text('subject_id').notNull(),
    resourceType: text('resource_type').notNull().default('connection'),
    resourceId: text('resource_id').notNull(),
    /** The secret in use; null: none yet. */
    credentialId: uuid('credential_id'),
    environment: text('environment').notNull().default('dev'),
    scopes: text('scopes').array().notNull().default(['use']),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('credential_bindings_key').on(
      table.tenantId,
      table.resourceType,
      table.resourceId,
      table.subjectType,
      table.subjectId,
    ),
    foreignKey({
      name: 'credential_bindings_connection',
      columns: [table.tenantId, table.resourceId],
      foreignColumns: [applicationRegistry.tenantId, applicationRegistry.applicationId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'credential_bindings_credential',
      columns: [table.tenantId, table.credentialId],
      foreignColumns: [credentialsVault.tenantId, credentialsVault.credentialId],
    }),
  ],
);
