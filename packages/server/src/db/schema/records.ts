import type { Split } from '@attain/domain/crediting/deal';
import { sql } from 'drizzle-orm';
import {
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, provenance, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';

/** People who are credited and paid, by the source system's id. */
export const participants = pgTable(
  'participants',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    title: text('title'),
    hiredOn: date('hired_on', { mode: 'string' }),
    leftOn: date('left_on', { mode: 'string' }),
    currency: text('currency'),
    targetVariableAnnual: numeric('target_variable_annual'),
    commissionRatePercent: numeric('commission_rate_percent'),
    ...provenance(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** Managers of participants, with dates (inclusive; no end: null). */
export const reportingLines = pgTable(
  'reporting_lines',
  {
    tenantId: tenantId(),
    participantId: text('participant_id').notNull(),
    managerId: text('manager_id').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }),
    ...provenance(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.participantId, table.fromDate] }),
    index('reporting_lines_manager').on(table.tenantId, table.managerId),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.managerId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);

/** Territories of participants, with dates. */
export const territoryAssignments = pgTable(
  'territory_assignments',
  {
    tenantId: tenantId(),
    participantId: text('participant_id').notNull(),
    territory: text('territory').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }),
    ...provenance(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.participantId, table.territory, table.fromDate] }),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);

/** Targets of participants; `componentId` '' means every component measured in this unit, no currency the plan's. */
export const quotas = pgTable(
  'quotas',
  {
    tenantId: tenantId(),
    participantId: text('participant_id').notNull(),
    componentId: text('component_id').notNull().default(''),
    unit: text('unit').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }).notNull(),
    amount: numeric('amount').notNull(),
    currency: text('currency'),
    ...provenance(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.tenantId,
        table.participantId,
        table.componentId,
        table.unit,
        table.fromDate,
        table.toDate,
      ],
    }),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);

/** Transactions that credit participants, by the source system's ID. */
export const deals = pgTable(
  'deals',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    amount: numeric('amount').notNull(),
    unit: text('unit').notNull().default('$'),
    currency: text('currency'),
    participantId: text('participant_id').notNull(),
    /** [{participantId, sharePercent}]; null when the whole deal is the participant's. */
    splits: jsonb('splits').$type<Split[]>(),
    kind: text('kind').notNull().default('sale'),
    product: text('product'),
    territory: text('territory'),
    customer: text('customer'),
    /** Credits on top of the splits, [{participantId, sharePercent}]; null: none. */
    overlays: jsonb('overlays').$type<Split[]>(),
    /** Date on which the result was approved; null: not approved. */
    approvedOn: date('approved_on', { mode: 'string' }),
    termMonths: integer('term_months'),
    /** The deal this one reverses. */
    reversesId: text('reverses_id'),
    /** The customer's own columns by name, without empty ones. */
    ownFields: jsonb('own_fields').$type<Record<string, string>>().notNull().default({}),
    ...provenance(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('deals_by_date').on(table.tenantId, table.date, table.id),
    index('deals_by_participant').on(table.tenantId, table.participantId, table.date, table.id),
    // Splits are rare: this finds a participant's shares without reading every deal.
    index('deals_with_splits').on(table.tenantId, table.date, table.id).where(sql`splits IS NOT NULL`),
    index('deals_with_overlays').on(table.tenantId, table.date, table.id).where(sql`overlays IS NOT NULL`),
    index('deals_with_own_fields').on(table.tenantId, table.date, table.id).where(sql`own_fields <> '{}'`),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }),
  ],
);

/** Days on which a participant was off the plan (both included): they do not count where a plan prorates. */
export const leaves = pgTable(
  'leaves',
  {
    tenantId: tenantId(),
    participantId: text('participant_id').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }).notNull(),
    ...provenance(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.participantId, table.fromDate] }),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);

/** Days on which only a percent of a participant's quota and target counts (both included). */
export const ramps = pgTable(
  'ramps',
  {
    tenantId: tenantId(),
    participantId: text('participant_id').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }).notNull(),
    quotaPercent: numeric('quota_percent').notNull(),
    targetPercent: numeric('target_percent').notNull(),
    ...provenance(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.participantId, table.fromDate] }),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);

/** What is agreed with participants, with dates (both included); no last day: until the next term. */
export const payTerms = pgTable(
  'pay_terms',
  {
    tenantId: tenantId(),
    participantId: text('participant_id').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }),
    title: text('title'),
    baseAnnual: numeric('base_annual'),
    targetVariableAnnual: numeric('target_variable_annual'),
    commissionRatePercent: numeric('commission_rate_percent'),
    /** What base and target are stated in; null: the plan's. */
    currency: text('currency'),
    ...provenance(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.participantId, table.fromDate] }),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);

/** Pay as another system or a spreadsheet states it, for a parallel run. No calculation reads it. */
export const parallelPay = pgTable(
  'parallel_pay',
  {
    tenantId: tenantId(),
    participantId: text('participant_id').notNull(),
    /** Name of the plan; '': every plan of the period together. */
    plan: text('plan').notNull(),
    /** ID or name of the component; '': every component together. */
    component: text('component').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }).notNull(),
    amount: numeric('amount').notNull(),
    /** Null: the plan's. */
    currency: text('currency'),
    ...provenance(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.tenantId,
        table.participantId,
        table.plan,
        table.component,
        table.fromDate,
        table.toDate,
      ],
    }),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);

/** What may become a deal, by the source system's id. Nothing is paid on it. */
export const opportunities = pgTable(
  'opportunities',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    name: text('name'),
    /** Who would be credited. */
    participantId: text('participant_id').notNull(),
    stage: text('stage').notNull(),
    status: text('status', { enum: ['open', 'won', 'lost'] }).notNull(),
    amount: numeric('amount'),
    /** Null: the workspace's. */
    currency: text('currency'),
    expectedOn: date('expected_on', { mode: 'string' }),
    chancePercent: numeric('chance_percent'),
    product: text('product'),
    territory: text('territory'),
    customer: text('customer'),
    ...provenance(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index().on(table.tenantId, table.status, table.expectedOn),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }).onDelete('cascade'),
  ],
);

/** What customers paid for deals, by the source system's id of the payment; below zero: a refund. */
export const cashReceipts = pgTable(
  'cash_receipts',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    dealId: text('deal_id').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    amount: numeric('amount').notNull(),
    currency: text('currency').notNull(),
    ...provenance(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('cash_receipts_by_deal').on(table.tenantId, table.dealId, table.date),
    index('cash_receipts_by_date').on(table.tenantId, table.date, table.id),
  ],
);

/** Values of a deal before a later import changed it, so that an old payout line can still show its source row. */
export const dealHistory = pgTable(
  'deal_history',
  {
    tenantId: tenantId(),
    dealId: text('deal_id').notNull(),
    replacedBy: uuid('replaced_by').notNull(),
    before: jsonb('before').notNull(),
    importId: uuid('import_id'),
    replacedAt: moment('replaced_at').notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.dealId, table.replacedBy] })],
);

/** How many `to` one `from` bought, from a day on. */
export const exchangeRates = pgTable(
  'exchange_rates',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    fromCurrency: text('from_currency').notNull(),
    toCurrency: text('to_currency').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    rate: numeric('rate').notNull(),
    source: text('source').notNull(),
    ...provenance(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.fromCurrency, table.toCurrency, table.date] })],
);
