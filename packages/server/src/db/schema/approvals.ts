import type { ApprovalFacts } from '@attain/contract/approvals';
import type { CustomGrant } from '@attain/domain/access/custom-roles';
import type { DutyConflict } from '@attain/domain/access/duty-conflicts';
import type { Role } from '@attain/domain/access/permissions';
import type { RoleGrant } from '@attain/domain/access/role-grants';
import type { ApprovalKind } from '@attain/domain/approvals/approval-kinds';
import type { ApprovalStatus } from '@attain/domain/approvals/approval-moves';
import type { PolicyValues } from '@attain/domain/policies/policy';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { memberships } from './people.ts';

/** What an approval carries out, where the subject itself does not hold it yet. */
export interface ApprovalContent {
  /** The roles a member is to have in place of the present ones. */
  readonly roles?: readonly RoleGrant[];
  readonly customRoles?: readonly CustomGrant[];
  /** Which of them conflict, and the last day on which they may be held together. */
  readonly exception?: { readonly until: string; readonly conflicts: readonly DutyConflict[] };
  /** What an active policy is to become. */
  readonly policy?: PolicyValues;
}

/** Requests to approve, bound to the hash of what is approved. The columns down to `complianceLevel` are the stated ones. */
export const attestationRecords = pgTable(
  'attestation_records',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    suggestionId: uuid('suggestion_id'),
    /** Who asked. */
    userId: uuid('user_id').notNull(),
    /** What an approval does: `payment.approve`. */
    action: text('action').notNull(),
    reasonCode: text('reason_code'),
    reasonText: text('reason_text'),
    attestationType: text('attestation_type').notNull().default('approval'),
    requiredApprovals: integer('required_approvals').notNull().default(1),
    /** Counted in the transaction of the vote. */
    currentApprovals: integer('current_approvals').notNull().default(0),
    /** The people who approved, in order. */
    approvers: uuid('approvers').array().notNull().default([]),
    /** SHA-256 of the content. */
    hash: text('hash').notNull(),
    /** `expired` is not stored; it follows from `expires_at`. */
    status: text('status').$type<ApprovalStatus>().notNull().default('open'),
    expiresAt: moment('expires_at').notNull(),
    complianceLevel: text('compliance_level').notNull().default('standard'),
    environment: text('environment').notNull().default('dev'),
    kind: text('kind').$type<ApprovalKind>().notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    summary: text('summary').notNull(),
    amount: numeric('amount'),
    currency: text('currency'),
    facts: jsonb('facts').$type<ApprovalFacts>().notNull(),
    content: jsonb('content').$type<ApprovalContent>(),
    /** People who can't decide: who asked, edited or benefits, under every account. */
    excluded: uuid('excluded').array().notNull().default([]),
    /** The roles that decide; none: all that may decide the kind. */
    approverRoles: text('approver_roles').array().$type<Role[]>().notNull().default([]),
    /** From when on it is overdue; null: never. */
    dueAt: moment('due_at'),
    /** The role it goes to once it is overdue. */
    escalateTo: text('escalate_to').$type<Role>(),
    /** When people were notified that it is overdue or, from `expires_at` on, when its expiry was noted. */
    escalatedAt: moment('escalated_at'),
    /** The reviewer whose question is not answered. */
    questionBy: uuid('question_by'),
    decidedAt: moment('decided_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('attestation_records_open')
      .on(table.tenantId, table.kind, table.subjectId)
      .where(sql`${table.status} = 'open'`),
    index('attestation_records_by_age').on(table.tenantId, table.createdAt, table.id),
    index('attestation_records_due')
      .on(table.dueAt)
      .where(sql`${table.status} = 'open' AND ${table.escalatedAt} IS NULL`),
    index('attestation_records_by_subject').on(table.tenantId, table.kind, table.subjectId),
    check(
      'attestation_records_status',
      sql`${table.status} IN ('open', 'approved', 'rejected', 'withdrawn', 'void')`,
    ),
    check(
      'attestation_records_count',
      sql`${table.currentApprovals} BETWEEN 0 AND ${table.requiredApprovals} AND ${table.requiredApprovals} >= 1`,
    ),
  ],
);

/** Votes on requests; insert-only, one per person and request. */
export const approvalVotes = pgTable(
  'approval_votes',
  {
    tenantId: tenantId(),
    requestId: uuid('request_id').notNull(),
    userId: uuid('user_id').notNull(),
    decision: text('decision').$type<'approve' | 'reject'>().notNull(),
    /** Of the content the voter read. */
    hash: text('hash').notNull(),
    reason: text('reason'),
    /** The person the voter decided for, as their delegate. */
    onBehalfOf: uuid('on_behalf_of'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.requestId, table.userId] }),
    foreignKey({
      name: 'approval_votes_request',
      columns: [table.tenantId, table.requestId],
      foreignColumns: [attestationRecords.tenantId, attestationRecords.id],
    }).onDelete('cascade'),
  ],
);

/** What reviewers asked about a request, and what the requester answered; insert-only. */
export const approvalMessages = pgTable(
  'approval_messages',
  {
    tenantId: tenantId(),
    requestId: uuid('request_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    message: text('message').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.requestId, table.id] }),
    foreignKey({
      name: 'approval_messages_request',
      columns: [table.tenantId, table.requestId],
      foreignColumns: [attestationRecords.tenantId, attestationRecords.id],
    }).onDelete('cascade'),
  ],
);

/** How many approvals a workspace requires for a kind, from an amount of its currency on. Kinds without a row require one. */
export const approvalRequirements = pgTable(
  'approval_requirements',
  {
    tenantId: tenantId(),
    kind: text('kind').$type<ApprovalKind>().notNull(),
    fromAmount: numeric('from_amount').notNull(),
    required: integer('required').notNull(),
    /** The roles that decide; none: all that may decide the kind. */
    roles: text('roles').array().$type<Role[]>().notNull().default([]),
    /** After how many days a request is overdue, and the role that it then goes to as well. */
    dueDays: integer('due_days').notNull().default(2),
    escalateTo: text('escalate_to').$type<Role>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.kind, table.fromAmount] }),
    check('approval_requirements_required', sql`${table.required} BETWEEN 1 AND 5`),
    check('approval_requirements_due', sql`${table.dueDays} BETWEEN 1 AND 30`),
  ],
);

/** Who decides for whom between two days, both included. */
export const approvalDelegations = pgTable(
  'approval_delegations',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    delegateId: uuid('delegate_id').notNull(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    toDay: date('to_day', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      name: 'approval_delegations_user',
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'approval_delegations_delegate',
      columns: [table.tenantId, table.delegateId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
    index('approval_delegations_by_delegate').on(table.tenantId, table.delegateId),
    index('approval_delegations_by_user').on(table.tenantId, table.userId),
  ],
);
