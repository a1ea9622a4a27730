import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { count, createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';
import { participants } from './records.ts';

/** One uploaded file and what became of it. */
export const imports = pgTable(
  'imports',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    /** Plan that receives the rows of a `plan-components` import. */
    planId: uuid('plan_id'),
    fileName: text('file_name').notNull(),
    contentHash: text('content_hash').notNull(),
    byteCount: count('byte_count').notNull(),
    /** uploaded → checking → checked → committing → committed; cancelled and failed end it early. */
    status: text('status').notNull(),
    /** Format, encoding, delimiter, headers and the first rows. */
    preview: jsonb('preview'),
    mapping: jsonb('mapping'),
    /** Result of the dry run: counts, totals by currency, dates, sample. */
    summary: jsonb('summary'),
    problemCount: integer('problem_count').notNull().default(0),
    error: text('error'),
    /** Order in which imports took effect in this workspace; null until committed. */
    commitSeq: count('commit_seq'),
    /** A person chose to store the rows without errors and to skip the others. */
    skipBadRows: boolean('skip_bad_rows').notNull().default(false),
    /** Business dates the commit touched; runs over these dates became stale. */
    touchedFrom: date('touched_from', { mode: 'string' }),
    touchedTo: date('touched_to', { mode: 'string' }),
    /** Plans with a payee whose pay it can change (`record_reach`); null: not worked out, every plan that reads the days. */
    reachedPlans: uuid('reached_plans').array(),
    /** Of exchange rates: the pairs it changed, `EUR/USD`, in alphabetical order. */
    ratePairs: text('rate_pairs').array(),
    /** True: the rows it changed are kept as they were (`import_images`), so that it can be undone. */
    hasImages: boolean('has_images').notNull().default(false),
    /** The import that this one takes back; its commit is the undoing. */
    undoes: uuid('undoes'),
    /** What a person stated as control totals, and why they differ. */
    control: jsonb('control'),
    createdBy: uuid('created_by').notNull(),
    /** Who last chose how it is read. */
    checkedBy: uuid('checked_by'),
    /** Everyone who chose how it is read, named its people or added a file. */
    editors: uuid('editors').array().notNull().default([]),
    /** Accounts of people whose pay it can change; null: not worked out. */
    benefits: uuid('benefits').array(),
    /** The request to approve it; null: none was needed, or it changed since. */
    approvalId: uuid('approval_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    committedAt: moment('committed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('imports_commit_seq').on(table.tenantId, table.commitSeq),
    index('imports_by_hash').on(table.tenantId, table.kind, table.contentHash),
    index('imports_by_age').on(table.tenantId, table.createdAt, table.id),
  ],
);

/** Second files of an import, whose columns are added to its rows. */
export const importLookups = pgTable(
  'import_lookups',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    importId: uuid('import_id').notNull(),
    position: integer('position').notNull(),
    fileName: text('file_name').notNull(),
    contentHash: text('content_hash').notNull(),
    byteCount: count('byte_count').notNull(),
    /** Header, delimiter and sheet. */
    shape: jsonb('shape').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.importId, table.position] }),
    foreignKey({
      columns: [table.tenantId, table.importId],
      foreignColumns: [imports.tenantId, imports.id],
    }).onDelete('cascade'),
  ],
);

/** Stored rows as they were before an import changed or replaced them. */
export const importImages = pgTable(
  'import_images',
  {
    tenantId: tenantId(),
    importId: uuid('import_id').notNull(),
    of: text('of').notNull(),
    before: jsonb('before').notNull(),
  },
  (table) => [
    index('import_images_by_import').on(table.tenantId, table.importId, table.of),
    foreignKey({
      columns: [table.tenantId, table.importId],
      foreignColumns: [imports.tenantId, imports.id],
    }).onDelete('cascade'),
  ],
);

/** Everything the dry run found wrong, by line. */
export const importProblems = pgTable(
  'import_problems',
  {
    tenantId: tenantId(),
    importId: uuid('import_id').notNull(),
    seq: integer('seq').notNull(),
    line: integer('line').notNull(),
    column: text('column'),
    field: text('field'),
    value: text('value'),
    severity: text('severity').notNull().default('error'),
    reason: text('reason').notNull(),
    fix: text('fix').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.importId, table.seq] }),
    foreignKey({
      columns: [table.tenantId, table.importId],
      foreignColumns: [imports.tenantId, imports.id],
    }).onDelete('cascade'),
  ],
);

/** Rows that are not imported, on purpose or because of errors, by line; the first 100,000 of either. */
export const importSkips = pgTable(
  'import_skips',
  {
    tenantId: tenantId(),
    importId: uuid('import_id').notNull(),
    line: integer('line').notNull(),
    reason: text('reason').notNull(),
    source: text('source').notNull(),
    isError: boolean('is_error').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.importId, table.line] }),
    foreignKey({
      columns: [table.tenantId, table.importId],
      foreignColumns: [imports.tenantId, imports.id],
    }).onDelete('cascade'),
  ],
);

/** Names in files that belong to no participant by themselves, as someone answered once; no participant: nobody. */
export const participantAliases = pgTable(
  'participant_aliases',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** Without case, spaces and punctuation (QUOTA-20). */
    foldedName: text('folded_name').notNull(),
    name: text('name').notNull(),
    participantId: text('participant_id'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.foldedName] }),
    unique('participant_aliases_id').on(table.tenantId, table.id),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);

/** Changes that a commit would make to stored rows, field by field, found by the check. */
export const importChanges = pgTable(
  'import_changes',
  {
    tenantId: tenantId(),
    importId: uuid('import_id').notNull(),
    line: integer('line').notNull(),
    key: text('key').notNull(),
    /** [{field, before, after}] */
    changes: jsonb('changes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.importId, table.line] }),
    foreignKey({
      columns: [table.tenantId, table.importId],
      foreignColumns: [imports.tenantId, imports.id],
    }).onDelete('cascade'),
  ],
);

/** How one kind of file is read, by name: each stored mapping that differs is a new version. */
export const importProfiles = pgTable(
  'import_profiles',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    version: integer('version').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** Of the headers of the first file. */
    fingerprint: text('fingerprint').notNull(),
    mapping: jsonb('mapping').notNull(),
    /** SHA-256 of the mapping without delimiter and sheet. */
    mappingHash: text('mapping_hash').notNull(),
    /** The import it was stored with. */
    importId: uuid('import_id').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id, table.version] }),
    unique('import_profiles_name').on(table.tenantId, table.kind, table.name, table.version),
    index('import_profiles_by_headers').on(table.tenantId, table.kind, table.fingerprint),
  ],
);
