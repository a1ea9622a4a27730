import type { NoticeSubject } from '@attain/contract/agents/notices';
import { foreignKey, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId } from './columns.ts';
import { memberships } from './people.ts';
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
