import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, count, createdAt, moment, tenantId } from './columns.ts';
import { memberships, tenants } from './people.ts';

/**
 * Entries that were committed but have no place in the log yet. They are inserted last in the transaction of the act, and moved to
 * `audit_entries` in the order of `seq` (docs/decisions/0058).
 */
export const auditStaged = pgTable(
  'audit_staged',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    /** Given by the database at the insert: an act that waited for another has the higher number. */
    seq: count('seq').notNull().generatedAlwaysAsIdentity(),
    body: text('body').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.seq] }),
    index('audit_staged_order').on(table.seq),
  ],
);

/** Entries of acts that one person asked for and decided: a condition in the very words of its index. */
export const decidedAlone = sql.raw(`body LIKE '%"reason":{"code":"single-person"%'`);

/** One act, as the exact canonical bytes that were hashed into the log. Only ever inserted. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    leafIndex: count('leaf_index').notNull(),
    leafHash: bytes('leaf_hash').notNull(),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.leafIndex] }),
    // entries are looked up by the first characters of their hash
    index('audit_entries_anchor').on(table.tenantId, table.leafHash),
    index('audit_entries_alone').on(table.tenantId, table.leafIndex).where(decidedAlone),
  ],
);

/** The log's size and root; only the sequencer changes them. */
export const auditHeads = pgTable('audit_heads', {
  tenantId: tenantId()
    .primaryKey()
    .references(() => tenants.id, { onDelete: 'cascade' }),
  size: count('size').notNull(),
  frontier: bytes('frontier').notNull(),
  root: bytes('root').notNull(),
});

/** Hashes of complete subtrees, for proofs in logarithmic time. Only ever inserted. */
export const auditNodes = pgTable(
  'audit_nodes',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    level: integer('level').notNull(),
    idx: count('idx').notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.level, table.idx] })],
);

/** Signed statements "the log had this root at this size". */
export const auditCheckpoints = pgTable(
  'audit_checkpoints',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    size: count('size').notNull(),
    root: bytes('root').notNull(),
    note: text('note').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.size] })],
);

/** Denied requests, downloads and failed sign-ins of a member in the current hour; decides what the log lists. */
export const accessCounts = pgTable(
  'access_counts',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    /** The counted event: `access.refused payments.approve`. */
    subject: text('subject').notNull(),
    windowStartedAt: moment('window_started_at').notNull(),
    times: integer('times').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.subject] }),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** The answer given to a state change, so that a retry with the same key gets the same answer and does nothing twice. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    route: text('route').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    response: jsonb('response'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.route, table.key] })],
);
