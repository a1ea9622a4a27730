import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { count, createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';

/** Where records are fetched from: a query of a connected database, a call of a connected application, or files of the drop folder. */
export const dataSourceConnectors = pgTable(
  'data_source_connectors',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    environment: text('environment').notNull().default('dev'),
    name: text('name').notNull(),
    type: text('type').$type<'database' | 'application' | 'folder'>().notNull(),
    /** Of the connection, when the connector was saved. */
    provider: text('provider').notNull().default(''),
    status: text('status').$type<'disconnected' | 'connected' | 'error'>().notNull().default('disconnected'),
    /** The connection, and what is asked of it. */
    config: jsonb('config').notNull(),
    /** Columns that were found last: [{name, type}] */
    schema: jsonb('schema').notNull().default([]),
    capabilities: jsonb('capabilities').$type<string[]>().notNull().default([]),
    /** When it last brought records. */
    lastSync: moment('last_sync'),
    syncFrequency: text('sync_frequency').notNull().default('daily'),
    /** Bytes of the file it brought last. */
    dataVolume: count('data_volume').notNull().default(0),
    /** Since when it brings these records: its connection, source or kind changed last. */
    bringsSince: moment('brings_since').notNull().defaultNow(),
    /** Why it has the status `error`. */
    error: text('error'),
    revision: integer('revision').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('data_source_connectors_name').on(table.tenantId, table.name),
    check('data_source_connectors_status', sql`${table.status} IN ('disconnected', 'connected', 'error')`),
  ],
);

/** The import that a connector makes: of which kind, how it is read, and when. */
export const agentTasks = pgTable(
  'agent_tasks',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    environment: text('environment').notNull().default('dev'),
    connectorId: uuid('connector_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** {cron, timeZone, missed}; null: by hand only. */
    schedule: jsonb('schedule'),
    /** {kind, profileId} */
    dataFlow: jsonb('data_flow').notNull(),
    status: text('status').$type<'active' | 'paused'>().notNull().default('active'),
    lastRun: moment('last_run'),
    /** The instant it starts at next; null: paused, or by hand only. */
    nextRun: moment('next_run'),
    success: boolean('success').notNull().default(true),
    /** Result of the last time, as text. */
    outcome: text('outcome'),
    /** The user whose rights it has. */
    runsAs: uuid('runs_as').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('agent_tasks_connector').on(table.tenantId, table.connectorId),
    index('agent_tasks_due').on(table.nextRun).where(sql`${table.status} = 'active'`),
    check('agent_tasks_status', sql`${table.status} IN ('active', 'paused')`),
    foreignKey({
      name: 'agent_tasks_of_connector',
      columns: [table.tenantId, table.connectorId],
      foreignColumns: [dataSourceConnectors.tenantId, dataSourceConnectors.id],
    }).onDelete('cascade'),
  ],
);

/** One execution of a connector. Its import has the same id. */
export const syncOperations = pgTable(
  'sync_operations',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    environment: text('environment').notNull().default('dev'),
    connectorId: uuid('connector_id').notNull(),
    startTime: moment('start_time').notNull().defaultNow(),
    endTime: moment('end_time'),
    status: text('status').$type<'running' | 'completed' | 'failed' | 'held'>().notNull(),
    recordsProcessed: count('records_processed').notNull().default(0),
    recordsSuccessful: count('records_successful').notNull().default(0),
    recordsFailed: count('records_failed').notNull().default(0),
    /** Why it failed or is held, as texts. */
    errors: jsonb('errors').$type<string[]>().notNull().default([]),
    progress: numeric('progress', { precision: 5, scale: 2 }).notNull().default('0'),
    /** The import it made; null: none yet. */
    importId: uuid('import_id'),
    /** Who started it by hand; null: the schedule. */
    startedBy: uuid('started_by'),
    /** Totals of what it brought, by unit and currency; the next one is compared with them. */
    totals: jsonb('totals').notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('sync_operations_open')
      .on(table.tenantId, table.connectorId)
      .where(sql`${table.status} IN ('running', 'held')`),
    index('sync_operations_by_start').on(table.tenantId, table.connectorId, table.startTime, table.id),
    index('sync_operations_unsettled')
      .on(table.tenantId, table.importId)
      .where(sql`${table.status} IN ('running', 'held')`),
    check('sync_operations_status', sql`${table.status} IN ('running', 'completed', 'failed', 'held')`),
    check('sync_operations_progress', sql`${table.progress} BETWEEN 0 AND 100`),
    foreignKey({
      name: 'sync_operations_of_connector',
      columns: [table.tenantId, table.connectorId],
      foreignColumns: [dataSourceConnectors.tenantId, dataSourceConnectors.id],
    }).onDelete('cascade'),
  ],
);

/** Files of the drop folder that a connector took, so that it takes none twice. */
export const connectorFiles = pgTable(
  'connector_files',
  {
    tenantId: tenantId(),
    connectorId: uuid('connector_id').notNull(),
    /** Of the execution that took it, and of its import. */
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    contentHash: text('content_hash').notNull(),
    byteCount: count('byte_count').notNull(),
    /**
     * When it was last changed, in milliseconds since 1970: one with this size and moment is not read again. Of one that could not be opened
     * (blank hash), when its content or permissions last changed.
     */
    changedMs: count('changed_ms').notNull(),
    takenAt: moment('taken_at').notNull().defaultNow(),
    /** A person asked to take it again, so it is not known any more. */
    isWantedAgain: boolean('is_wanted_again').notNull().default(false),
    /** It was taken and rejected: it stays known without a record of it. */
    isUnreadable: boolean('is_unreadable').notNull().default(false),
    /** How often it was taken in a row because reading it took too long. */
    tries: integer('tries').notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.connectorId, table.id] }),
    index('connector_files_by_age').on(table.tenantId, table.connectorId, table.takenAt, table.id),
    foreignKey({
      name: 'connector_files_of_connector',
      columns: [table.tenantId, table.connectorId],
      foreignColumns: [dataSourceConnectors.tenantId, dataSourceConnectors.id],
    }).onDelete('cascade'),
  ],
);
