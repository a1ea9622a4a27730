import type { ContractStatus, ContractType } from '@attain/domain/data-contracts/contract';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { foreignKey, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';

/** Data contracts with their drafts. */
export const dataContracts = pgTable(
  'data_contracts',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    /** Kebab-case, from the first name; workflows refer to it with a version. */
    contractId: text('contract_id').notNull(),
    name: text('name').notNull(),
    type: text('type').$type<ContractType>().notNull(),
    format: text('format').notNull().default('json-schema'),
    status: text('status').$type<ContractStatus>().notNull().default('draft'),
    /** Newest published version; null when none is. */
    version: text('version'),
    /** What is being edited; null: nothing since the newest version. */
    draftSchema: jsonb('draft_schema').$type<JsonObject>(),
    /** In an object, because a sample may be null. */
    draftSample: jsonb('draft_sample').$type<{ readonly value: JsonValue }>(),
    draftBy: uuid('draft_by'),
    /** Counts saves, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.contractId] }),
    unique('data_contracts_name').on(table.tenantId, table.name),
  ],
);

/** Published versions of contracts: insert-only. */
export const dataContractVersions = pgTable(
  'data_contract_versions',
  {
    tenantId: tenantId(),
    contractId: text('contract_id').notNull(),
    version: text('version').notNull(),
    /** Counts the versions of the contract. */
    number: integer('number').notNull(),
    schema: jsonb('schema').$type<JsonObject>().notNull(),
    sample: jsonb('sample').$type<{ readonly value: JsonValue }>().notNull(),
    /** SHA-256 of the canonical JSON of the schema. */
    schemaHash: text('schema_hash').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.contractId, table.version] }),
    unique('data_contract_versions_number').on(table.tenantId, table.contractId, table.number),
    foreignKey({
      columns: [table.tenantId, table.contractId],
      foreignColumns: [dataContracts.tenantId, dataContracts.contractId],
    }).onDelete('cascade'),
  ],
);
