import { boolean, date, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { count, createdAt, tenantId } from './columns.ts';
import { tenants } from './people.ts';

/** Every change of a record that no import made, in the order in which they took effect: what a run has not read makes it stale. */
export const recordChanges = pgTable(
  'record_changes',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    /** Of a changed record that was tried and accepted: that recalculation’s own. */
    id: uuid('id').notNull(),
    /** 1, 2, 3 … in the workspace; a run remembers up to which it has read. */
    seq: count('seq').notNull(),
    /** deal, quota, exchange-rate or assignment. */
    of: text('of').notNull(),
    name: text('name').notNull(),
    /** The plan whose assignments changed; null: every plan reads the record. */
    planId: uuid('plan_id'),
    dealId: text('deal_id'),
    /** Participants of the record before and after; for a deal, everyone it credits. */
    participantIds: text('participant_ids').array().notNull(),
    /** Of a rate: the two currencies. */
    currencies: text('currencies').array().notNull(),
    /** Days the record was or is about; `to` null: open. */
    touchedFrom: date('touched_from', { mode: 'string' }).notNull(),
    touchedTo: date('touched_to', { mode: 'string' }),
    /** As of imports; null for assignments, which name their plan. */
    reachedPlans: uuid('reached_plans').array(),
    ratePairs: text('rate_pairs').array(),
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
    /** The calculation that took it in; null: nothing was calculated with it. */
    runId: uuid('run_id'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('record_changes_seq').on(table.tenantId, table.seq),
  ],
);

/** People and days whose pay an import or a changed record can affect; decides which calculations are out of date. */
export const recordReach = pgTable(
  'record_reach',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    /** An import or a record change. */
    sourceId: uuid('source_id').notNull(),
    participantId: text('participant_id').notNull(),
    /** The component a quota is for; empty: every component. */
    componentId: text('component_id').notNull(),
    /** Through the hierarchy: only plans that credit the deals of a team. */
    ofTeam: boolean('of_team').notNull(),
    /** By deals: only where the payee takes part in the plan on these days. */
    ofDeals: boolean('of_deals').notNull(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    /** `infinity`: no end. */
    toDate: date('to_date', { mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.tenantId,
        table.sourceId,
        table.participantId,
        table.componentId,
        table.ofTeam,
        table.fromDate,
        table.toDate,
      ],
    }),
  ],
);
