import type { NoticeSubject } from '@attain/contract/agents/notices';
import { sql } from 'drizzle-orm';
import {
  check,
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
import { createdAt, moment, tenantId } from './columns.ts';
import { invitations, memberships, tenants } from './people.ts';
import { agentExecutions } from './workflow-runs.ts';

/** Notices from workflows, approvals and statements; kept until they are read, and a while longer. */
export const notices = pgTable(
  'notices',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    /** The recipient. */
    userId: uuid('user_id').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    severity: text('severity').notNull(),
    /** The workflow run that sent it; null: it is about something else. */
    runId: uuid('run_id'),
    about: jsonb('about').$type<NoticeSubject>(),
    /** The task the reader is asked to open; tasks go with their run, and so do notices. */
    taskId: uuid('task_id'),
    /** The effect that sent it: a step sends it only once. */
    effectKey: text('effect_key').notNull(),
    readAt: moment('read_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('notices_effect').on(table.tenantId, table.effectKey, table.userId),
    index('notices_by_run').on(table.tenantId, table.runId),
    index('notices_by_person').on(table.tenantId, table.userId, table.createdAt, table.id),
    foreignKey({
      name: 'notices_person',
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'notices_run',
      columns: [table.tenantId, table.runId],
      foreignColumns: [agentExecutions.tenantId, agentExecutions.id],
    }).onDelete('cascade'),
  ],
);

/** Mails of the workspace itself, on their way to its mail server. A mail holds no one-time link: it is computed when it is sent. */
export const mails = pgTable(
  'mails',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    /** The member it is for; null: someone who was invited. */
    userId: uuid('user_id'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** The page it links to, after the address of the installation; null: the link of the invitation. */
    path: text('path'),
    invitationId: uuid('invitation_id'),
    /** The link of another revision is not sent any more. */
    invitationRevision: integer('invitation_revision'),
    effectKey: text('effect_key').notNull(),
    state: text('state').$type<'pending' | 'sent' | 'failed' | 'dropped'>().notNull().default('pending'),
    tries: integer('tries').notNull().default(0),
    /** Null once it is over. */
    nextAttemptAt: moment('next_attempt_at').defaultNow(),
    /** Why the last attempt failed, or why it was not sent. */
    error: text('error'),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('mails_effect').on(table.tenantId, table.effectKey, table.recipient),
    index('mails_due').on(table.nextAttemptAt).where(sql`${table.state} = 'pending'`),
    index('mails_by_end').on(table.tenantId, table.endedAt),
    check('mails_state', sql`${table.state} IN ('pending', 'sent', 'failed', 'dropped')`),
    check('mails_link', sql`num_nonnulls(${table.path}, ${table.invitationId}) = 1`),
    foreignKey({
      name: 'mails_member',
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'mails_invitation',
      columns: [table.tenantId, table.invitationId],
      foreignColumns: [invitations.tenantId, invitations.id],
    }).onDelete('cascade'),
  ],
);
