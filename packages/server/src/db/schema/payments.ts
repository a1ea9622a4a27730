import type { PayrollLayout } from '@attain/contract/payroll-layouts';
import type { Problem } from '@attain/domain/base/result';
import type {
  AdjustmentKind,
  Balances,
  Payment,
  Recovery,
  References,
} from '@attain/domain/payments/payment';
import type { ReportingTotal } from '@attain/domain/payments/reporting-total';
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
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { calculationRuns } from './calculations.ts';
import { createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { tenants } from './people.ts';
import { participants } from './records.ts';

interface OutdatedPay {
  readonly reason: string;
  readonly calculations: readonly {
    readonly calculationId: string;
    readonly planName: string;
    readonly periodKey: string;
    readonly version: number;
    readonly changes: readonly string[];
  }[];
}

/**
 * The payments of one period for everyone; creating them again makes a new version, and once posted it never changes.
 */
export const paymentRuns = pgTable(
  'payment_runs',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    periodKey: text('period_key').notNull(),
    periodFrom: date('period_from', { mode: 'string' }).notNull(),
    periodTo: date('period_to', { mode: 'string' }).notNull(),
    /** 1, 2, 3 … per period; given when it is calculated, so a cancelled one uses none up. */
    version: integer('version'),
    /** queued → running → calculated | cancelled | failed; calculated → approved → posted → paid → finalized, or withdrawn. */
    status: text('status').notNull(),
    paymentCount: integer('payment_count'),
    /** Totals by payment currency: {"USD": "1234.50"}. */
    totals: jsonb('totals').$type<Record<string, string>>(),
    /** The workspace's reporting currency when these payments were ordered. */
    reportingCurrency: text('reporting_currency').notNull(),
    /** Out-of-date calculations when these payments were created, and the reason to pay them anyway. */
    outdated: jsonb('outdated').$type<OutdatedPay>(),
    /** The total in this currency with its exchange rates, as posted; null: use current rates. */
    reporting: jsonb('reporting').$type<ReportingTotal>(),
    /** SHA-256 over every payment, in order: what the audit log vouches for. */
    resultHash: text('result_hash'),
    /** Hash over draws, holds and limits as they were read, then `/` and one over the customer payments of waiting deals, if any. */
    adjustmentsHash: text('adjustments_hash'),
    problems: jsonb('problems').$type<Problem[]>(),
    error: text('error'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    approvedBy: uuid('approved_by'),
    approvedAt: moment('approved_at'),
    postedBy: uuid('posted_by'),
    postedAt: moment('posted_at'),
    paidAt: moment('paid_at'),
    finalizedAt: moment('finalized_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('payment_runs_version').on(table.tenantId, table.periodFrom, table.periodTo, table.version),
    index('payment_runs_by_age').on(table.tenantId, table.createdAt, table.id),
  ],
);

/** Which calculations a payment run paid: those of its own period, and newer versions of closed ones by their difference. */
export const paymentSources = pgTable(
  'payment_sources',
  {
    tenantId: tenantId(),
    paymentRunId: uuid('payment_run_id').notNull(),
    calculationId: uuid('calculation_id').notNull(),
    planId: uuid('plan_id').notNull(),
    periodKey: text('period_key').notNull(),
    /** The version that was paid before, when only the difference is; null: the whole calculation is paid. */
    originalId: uuid('original_id'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.paymentRunId, table.calculationId] }),
    index('payment_sources_by_plan').on(table.tenantId, table.planId, table.periodKey),
    foreignKey({
      columns: [table.tenantId, table.paymentRunId],
      foreignColumns: [paymentRuns.tenantId, paymentRuns.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.calculationId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }),
  ],
);

/** One payee's payment in one run, for earnings in one currency. */
export const payments = pgTable(
  'payments',
  {
    tenantId: tenantId(),
    paymentRunId: uuid('payment_run_id').notNull(),
    participantId: text('participant_id').notNull(),
    currency: text('currency').notNull(),
    /** As at the run; people change names. */
    participantName: text('participant_name').notNull(),
    earned: numeric('earned').notNull(),
    net: numeric('net').notNull(),
    opening: jsonb('opening').$type<Balances>().notNull(),
    closing: jsonb('closing').$type<Balances>().notNull(),
    paid: jsonb('paid').$type<Payment['paid']>().notNull(),
    /** How many closed lines were recalculated into it. */
    priorCount: integer('prior_count').notNull(),
    /** Over the payment with its ledger; the run's `result_hash` is the root over those of all its payments. */
    leafHash: text('leaf_hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.paymentRunId, table.participantId, table.currency] }),
    index('payments_by_payee').on(table.tenantId, table.participantId, table.currency),
    foreignKey({
      columns: [table.tenantId, table.paymentRunId],
      foreignColumns: [paymentRuns.tenantId, paymentRuns.id],
    }).onDelete('cascade'),
  ],
);

/** The ledger of a payment: every event in order; the amounts sum to its net. */
export const paymentLines = pgTable(
  'payment_lines',
  {
    tenantId: tenantId(),
    paymentRunId: uuid('payment_run_id').notNull(),
    participantId: text('participant_id').notNull(),
    currency: text('currency').notNull(),
    seq: integer('seq').notNull(),
    kind: text('kind').notNull(),
    amount: numeric('amount').notNull(),
    message: text('message').notNull(),
    formula: text('formula').notNull(),
    rule: text('rule').notNull(),
    references: jsonb('refers_to').$type<References>().notNull(),
    before: jsonb('before').$type<Balances>().notNull(),
    after: jsonb('after').$type<Balances>().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.tenantId, table.paymentRunId, table.participantId, table.currency, table.seq],
    }),
    index('payment_lines_by_kind').on(table.tenantId, table.paymentRunId, table.kind),
    foreignKey({
      name: 'payment_lines_payment',
      columns: [table.tenantId, table.paymentRunId, table.participantId, table.currency],
      foreignColumns: [payments.tenantId, payments.paymentRunId, payments.participantId, payments.currency],
    }).onDelete('cascade'),
  ],
);

/** Pay in advance of earnings, from a day to a day. */
export const draws = pgTable(
  'draws',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    participantId: text('participant_id').notNull(),
    currency: text('currency').notNull(),
    kind: text('kind').notNull(),
    amount: numeric('amount').notNull(),
    per: text('per').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }),
    componentIds: text('component_ids').array(),
    recovery: jsonb('recovery').$type<Recovery>(),
    reason: text('reason').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('draws_by_payee').on(table.tenantId, table.participantId, table.fromDate),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }),
  ],
);

/** Earnings kept back until they are released; what is null matches everything. */
export const holds = pgTable(
  'holds',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    participantId: text('participant_id'),
    planId: uuid('plan_id'),
    componentId: text('component_id'),
    dealId: text('deal_id'),
    periodKey: text('period_key'),
    percent: numeric('percent').notNull(),
    reason: text('reason').notNull(),
    /** The event that releases it: decision, cash-received, go-live, day. */
    releaseEvent: text('release_event').notNull().default('decision'),
    /** With `day`: the day it is released automatically. */
    releaseOn: date('release_on', { mode: 'string' }),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('holds_by_age').on(table.tenantId, table.createdAt, table.id),
  ],
);

/** Releases of a hold; each is paid by the next payment run. */
export const holdReleases = pgTable(
  'hold_releases',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    holdId: uuid('hold_id').notNull(),
    percent: numeric('percent').notNull(),
    reason: text('reason').notNull(),
    /** The event that occurred. */
    event: text('event').notNull().default('decision'),
    /** The run that takes it in; null: none yet. */
    paymentRunId: uuid('payment_run_id'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('hold_releases_by_hold').on(table.tenantId, table.holdId),
    foreignKey({
      columns: [table.tenantId, table.holdId],
      foreignColumns: [holds.tenantId, holds.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.paymentRunId],
      foreignColumns: [paymentRuns.tenantId, paymentRuns.id],
    }),
  ],
);

/** Payments and deductions outside the plan; the next payment run takes in those that are approved. */
export const adjustments = pgTable(
  'adjustments',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    participantId: text('participant_id').notNull(),
    currency: text('currency').notNull(),
    amount: numeric('amount').notNull(),
    kind: text('kind').$type<AdjustmentKind>().notNull(),
    countsAs: text('counts_as').$type<'earnings' | 'payment'>().notNull(),
    dealId: text('deal_id'),
    payFrom: date('pay_from', { mode: 'string' }),
    reason: text('reason').notNull(),
    /** The line it overrides, and what that paid until then; null: it overrides none. */
    calculationId: uuid('calculation_id'),
    componentId: text('component_id'),
    linePays: numeric('line_pays'),
    status: text('status').$type<'submitted' | 'approved' | 'rejected' | 'withdrawn' | 'void'>().notNull(),
    approvalId: uuid('approval_id').notNull(),
    /** The file it came with, and its line there; null: it was entered by hand. */
    importId: uuid('import_id'),
    importLine: integer('import_line'),
    paymentRunId: uuid('payment_run_id'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('adjustments_by_participant').on(table.tenantId, table.participantId, table.currency),
    index('adjustments_by_import').on(table.tenantId, table.importId),
    foreignKey({
      columns: [table.tenantId, table.calculationId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }),
    foreignKey({
      columns: [table.tenantId, table.participantId],
      foreignColumns: [participants.tenantId, participants.id],
    }),
    foreignKey({
      columns: [table.tenantId, table.paymentRunId],
      foreignColumns: [paymentRuns.tenantId, paymentRuns.id],
    }),
  ],
);

/** Amounts clawed back from paid lines; the next payment run deducts them. */
export const clawbacks = pgTable(
  'clawbacks',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    participantId: text('participant_id').notNull(),
    currency: text('currency').notNull(),
    /** The line, and the deal in it; null: the whole line. */
    calculationId: uuid('calculation_id').notNull(),
    componentId: text('component_id').notNull(),
    dealId: text('deal_id'),
    earned: numeric('earned').notNull(),
    amount: numeric('amount').notNull(),
    formula: text('formula').notNull(),
    floor: text('floor').notNull(),
    reason: text('reason').notNull(),
    decidedOn: date('decided_on', { mode: 'string' }).notNull(),
    paymentRunId: uuid('payment_run_id'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('clawbacks_by_line').on(
      table.tenantId,
      table.calculationId,
      table.participantId,
      table.componentId,
    ),
    foreignKey({
      columns: [table.tenantId, table.calculationId],
      foreignColumns: [calculationRuns.tenantId, calculationRuns.id],
    }),
    foreignKey({
      columns: [table.tenantId, table.paymentRunId],
      foreignColumns: [paymentRuns.tenantId, paymentRuns.id],
    }),
  ],
);

/** How payroll systems want their files. */
export const payrollLayouts = pgTable(
  'payroll_layouts',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    layout: jsonb('layout').$type<PayrollLayout>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('payroll_layouts_name').on(table.tenantId, sql`(${table.layout} ->> 'name')`),
  ],
);
