import type { AnalysisRun } from '@attain/contract/analyses';
import type { Suggestion } from '@attain/contract/suggestions';
import type { PlanChange } from '@attain/domain/plans/change-plan';
import type { Plan } from '@attain/domain/plans/plan';
import type { ChangeFigures, Claim, ReplayedPayee } from '@attain/domain/suggestions/claim';
import type { AssistantSettings } from '@attain/domain/suggestions/configurations/assistant-settings';
import type { Configuration } from '@attain/domain/suggestions/configurations/configuration';
import type { TouchedValue } from '@attain/domain/suggestions/touched-values';
import type { WhatIfParameter } from '@attain/domain/suggestions/what-if/what-if-target';
import { sql } from 'drizzle-orm';
import {
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
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantId, updatedAt } from './columns.ts';
import { memberships, tenants } from './people.ts';
import { plans } from './plans.ts';

/** Suggestions about plans with their decisions; what was suggested never changes. */
export const suggestions = pgTable(
  'suggestions',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    /** The visible ID: `add-cap-mbo`. */
    suggestionId: text('suggestion_id').notNull(),
    planId: uuid('plan_id').notNull(),
    componentId: text('component_id'),
    participantId: text('participant_id'),
    title: text('title').notNull(),
    reasoning: text('reasoning').notNull(),
    changes: jsonb('changes').$type<readonly PlanChange[]>().notNull(),
    evidence: jsonb('evidence').$type<Suggestion['evidence']>().notNull(),
    /** The values that the changes replace, and the document they were read from. */
    touched: jsonb('touched').$type<readonly TouchedValue[]>().notNull().default([]),
    documentHash: text('document_hash').notNull(),
    /** In the plan's currency; below zero it costs. */
    savings: numeric('savings'),
    /** 0 to 1, and the formula it came from; both or neither. */
    confidence: numeric('confidence'),
    confidenceFormula: text('confidence_formula'),
    /** 0 to 100. */
    riskScore: integer('risk_score'),
    currency: text('currency').notNull(),
    /** The analyser that found it, with its version; null: a person or an agent. */
    analyser: text('analyser'),
    analyserVersion: text('analyser_version'),
    analysisId: uuid('analysis_id'),
    /** Everything the analyser computed: figures, steps, risk factors, sentences, alternatives. */
    claim: jsonb('claim').$type<Claim>(),
    /** Equal inputs have equal hashes; a decision holds for its inputs. */
    inputHash: text('input_hash'),
    packId: uuid('pack_id'),
    supersededBy: uuid('superseded_by'),
    /** Moves are in `domain/suggestions/moves.ts`. */
    status: text('status').$type<Suggestion['status']>().notNull().default('open'),
    workflowRunId: uuid('workflow_run_id'),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    decisionReason: text('decision_reason'),
    /** Of an override, with the request for a second person. */
    decisionCode: text('decision_code'),
    attestationId: uuid('attestation_id'),
    /** Of an applied one: the version of the plan its changes were written into, and what that was before and after. */
    draftVersion: integer('draft_version'),
    applied: jsonb('applied').$type<{ readonly before: Plan; readonly after: Plan }>(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('suggestions_visible_id').on(table.tenantId, table.suggestionId),
    index('suggestions_by_age').on(table.tenantId, table.createdAt, table.id),
    index('suggestions_by_plan').on(table.tenantId, table.planId, table.status),
    check(
      'suggestions_status',
      sql`${table.status} IN ('open', 'applied', 'overridden', 'rejected', 'superseded')`,
    ),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.id],
    }).onDelete('cascade'),
  ],
);

/** Thumbs up or down, one for each person and suggestion. */
export const suggestionFeedback = pgTable(
  'suggestion_feedback',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    suggestionId: uuid('suggestion_id').notNull(),
    userId: uuid('user_id').notNull(),
    type: text('type').$type<'thumbs_up' | 'thumbs_down'>().notNull(),
    timestamp: moment('timestamp').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('suggestion_feedback_once').on(table.tenantId, table.suggestionId, table.userId),
    index('suggestion_feedback_by_age').on(table.tenantId, table.timestamp),
    check('suggestion_feedback_type', sql`${table.type} IN ('thumbs_up', 'thumbs_down')`),
    foreignKey({
      columns: [table.tenantId, table.suggestionId],
      foreignColumns: [suggestions.tenantId, suggestions.id],
    }).onDelete('cascade'),
  ],
);

/** Analyses of plans; status and progress are in `jobs`. */
export const analysisRuns = pgTable(
  'analysis_runs',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    planId: uuid('plan_id').notNull(),
    documentHash: text('document_hash'),
    /** What ordered it: a person, or a calculation, an import or a draft that changed. */
    trigger: text('trigger').notNull(),
    spanFrom: text('span_from'),
    spanTo: text('span_to'),
    inputHash: text('input_hash'),
    /** The plan whose payees it was computed on. */
    peopleOf: uuid('people_of'),
    /** How much was read. */
    read: jsonb('read').$type<AnalysisRun['read']>(),
    /** What was looked at, by analyser: found, silent and why. */
    looked: jsonb('looked').$type<AnalysisRun['looked']>().notNull().default([]),
    /** The payees of each suggestion's replay, for its evidence; never shown. */
    replayed: jsonb('replayed').$type<Readonly<Record<string, readonly ReplayedPayee[]>>>(),
    found: integer('found').notNull().default(0),
    durationMs: integer('duration_ms'),
    /** In words, when it could not be made. */
    problem: text('problem'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('analysis_runs_by_plan').on(table.tenantId, table.planId, table.createdAt),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.id],
    }).onDelete('cascade'),
  ],
);

/** Values of plans that users tried, with what came of them; never changed. */
export const whatIfRuns = pgTable(
  'what_if_runs',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    planId: uuid('plan_id').notNull(),
    /** The newest version when it was tried. */
    documentHash: text('document_hash').notNull(),
    parameter: text('parameter').$type<WhatIfParameter>().notNull(),
    /** Null: the weights of all components. */
    componentId: text('component_id'),
    componentName: text('component_name'),
    originalValue: text('original_value').notNull(),
    newValue: text('new_value').notNull(),
    figures: jsonb('figures').$type<ChangeFigures>().notNull(),
    /** SHA-256 over document, span, engine and every record that was read. */
    inputHash: text('input_hash').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('what_if_runs_by_age').on(table.tenantId, table.createdBy, table.createdAt),
    check(
      'what_if_runs_parameter',
      sql`${table.parameter} IN ('weights', 'cap', 'accelerator', 'threshold')`,
    ),
    foreignKey({
      columns: [table.tenantId, table.planId],
      foreignColumns: [plans.tenantId, plans.id],
    }).onDelete('cascade'),
  ],
);

/** Details of log entries about suggestions, kept outside the log so that they can be erased. */
export const suggestionTrail = pgTable(
  'suggestion_trail',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    suggestionId: uuid('suggestion_id').notNull(),
    action: text('action').notNull(),
    userId: uuid('user_id').notNull(),
    /** The request of the log entry. */
    requestId: text('request_id').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    /** Fixed when written: 7 years in agentic mode, otherwise 5. */
    keptUntil: moment('kept_until').notNull(),
    timestamp: moment('timestamp').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('suggestion_trail_by_suggestion').on(table.tenantId, table.suggestionId, table.timestamp),
    foreignKey({
      columns: [table.tenantId, table.suggestionId],
      foreignColumns: [suggestions.tenantId, suggestions.id],
    }).onDelete('cascade'),
  ],
);

/** What people do in the assistant, for 13 months; no names in the metadata. */
export const telemetryEvents = pgTable(
  'telemetry_events',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    type: text('type').notNull(),
    /** The visible ID, as the browser had it. */
    suggestionId: text('suggestion_id'),
    userId: uuid('user_id').notNull(),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
    timestamp: moment('timestamp').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('telemetry_events_by_age').on(table.tenantId, table.timestamp),
    index('telemetry_events_by_suggestion').on(table.tenantId, table.suggestionId),
  ],
);

/** The evidence of a suggestion, as it was packed. */
export const evidencePacks = pgTable(
  'evidence_packs',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    suggestionId: uuid('suggestion_id').notNull(),
    artifacts: jsonb('artifacts').$type<Suggestion['artifacts']>().notNull(),
    complianceOverlays: jsonb('compliance_overlays').$type<Suggestion['complianceOverlays']>().notNull(),
    evidenceHash: text('evidence_hash').notNull(),
    regulatorHash: text('regulator_hash').notNull(),
    verificationStatus: text('verification_status')
      .$type<'pending' | 'verified' | 'failed'>()
      .notNull()
      .default('pending'),
    /** The first 8 characters of the log entry's leaf hash. */
    auditAnchor: text('audit_anchor'),
    /** The canonical text that was hashed, and the salts of its redacted fields. */
    manifest: text('manifest').notNull(),
    salts: jsonb('salts').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('evidence_packs_by_suggestion').on(table.tenantId, table.suggestionId),
    index('evidence_packs_by_hash').on(table.tenantId, table.evidenceHash),
    check('evidence_packs_status', sql`${table.verificationStatus} IN ('pending', 'verified', 'failed')`),
    foreignKey({
      columns: [table.tenantId, table.suggestionId],
      foreignColumns: [suggestions.tenantId, suggestions.id],
    }).onDelete('cascade'),
  ],
);

/** The workspace's own words and overlays of a persona, an industry or an autonomy policy; every version is kept. */
export const assistantConfigurations = pgTable(
  'assistant_configurations',
  {
    tenantId: tenantId(),
    kind: text('kind').$type<'personas' | 'industries' | 'settings'>().notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    configuration: jsonb('configuration').$type<Configuration | AssistantSettings>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.kind, table.name, table.version] }),
    foreignKey({
      columns: [table.tenantId, table.createdBy],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);
