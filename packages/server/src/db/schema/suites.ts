import type { Permission } from '@attain/domain/access/permissions';
import type { Coverage } from '@attain/domain/suites/coverage';
import type { Mutation } from '@attain/domain/suites/mutation';
import type { CaseResult } from '@attain/domain/suites/run-case';
import type { SuiteStatus, TestCase, TestType } from '@attain/domain/suites/test-case';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import {
  boolean,
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
import { workflowDefinitions } from './workflows.ts';

/** A case as a suite keeps it. */
export interface StoredCase {
  readonly id: string;
  readonly test: TestCase;
  /** What a reader of a captured case has to be allowed to read (WF-46); null: it was written by hand. */
  readonly rights: readonly Permission[] | null;
  /** Who captured it, or wrote it. */
  readonly by: string;
  /** The run it was captured from. */
  readonly runId: string | null;
}

/** Which results let a version be published. */
export interface OutcomeCriteria extends JsonObject {
  /** A version of the workflow can be published only if all cases passed on exactly that document. */
  readonly required: boolean;
}

/** Test suites; the columns up to `is_active` are those the specification states. */
export const qualityAssuranceConfigs = pgTable(
  'quality_assurance_configs',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    configId: uuid('config_id').notNull(),
    name: text('name').notNull(),
    environment: text('environment').notNull().default('dev'),
    testingLevel: text('testing_level').notNull().default('integration'),
    validationRules: jsonb('validation_rules').$type<JsonObject>().notNull().default({}),
    testCases: jsonb('test_cases').$type<readonly StoredCase[]>().notNull().default([]),
    performanceThresholds: jsonb('performance_thresholds').$type<JsonObject>().notNull().default({}),
    qualityMetrics: jsonb('quality_metrics').$type<JsonObject>().notNull().default({}),
    outcomeCriteria: jsonb('outcome_criteria').$type<OutcomeCriteria>().notNull(),
    monitoringRules: jsonb('monitoring_rules').$type<JsonObject>().notNull().default({}),
    alertingConfig: jsonb('alerting_config').$type<JsonObject>().notNull().default({}),
    reportingFormat: text('reporting_format').notNull().default('pdf'),
    complianceRequirements: jsonb('compliance_requirements').$type<JsonObject>().notNull().default({}),
    isTemplate: boolean('is_template').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    description: text('description').notNull(),
    workflowId: text('workflow_id').notNull(),
    /** Counts edits, so that two editors never overwrite each other unseen. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    unique('quality_assurance_configs_key').on(table.tenantId, table.configId),
    unique('quality_assurance_configs_name').on(table.tenantId, table.name),
    index('quality_assurance_configs_workflow').on(table.tenantId, table.workflowId),
    foreignKey({
      columns: [table.tenantId, table.workflowId],
      foreignColumns: [workflowDefinitions.tenantId, workflowDefinitions.workflowId],
    }).onDelete('cascade'),
  ],
);

/** Runs of suites. */
export const testRuns = pgTable(
  'test_runs',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    configId: uuid('config_id').notNull(),
    workflowId: text('workflow_id').notNull(),
    /** The published version that was asked for; null: the draft. */
    wantedVersion: integer('wanted_version'),
    /** SHA-256 of the document that was tested; null until then. */
    documentHash: text('document_hash'),
    /** MD5 of the suite’s cases, so that a gate knows a result of other cases. */
    casesHash: text('cases_hash'),
    status: text('status').$type<SuiteStatus>().notNull().default('running'),
    /** Why no case could run; null if they did. */
    error: text('error'),
    passed: integer('passed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    total: integer('total').notNull().default(0),
    coverage: jsonb('coverage').$type<Coverage>(),
    /** Faults that were put into the document; null unless the suite passed. */
    mutation: jsonb('mutation').$type<Mutation>(),
    durationMs: count('duration_ms'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('test_runs_latest').on(table.tenantId, table.configId, table.createdAt),
    foreignKey({
      columns: [table.tenantId, table.configId],
      foreignColumns: [qualityAssuranceConfigs.tenantId, qualityAssuranceConfigs.configId],
    }).onDelete('cascade'),
  ],
);

/** What each case of a run came to: insert-only. */
export const testResults = pgTable(
  'test_results',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    caseId: uuid('case_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    type: text('type').$type<TestType>().notNull(),
    status: text('status').$type<'passed' | 'failed'>().notNull(),
    durationMs: count('duration_ms').notNull(),
    coverage: integer('coverage').notNull(),
    assertions: integer('assertions').notNull(),
    passedAssertions: integer('passed_assertions').notNull(),
    result: jsonb('result').$type<Omit<CaseResult, 'journal'>>().notNull(),
    rights: jsonb('rights').$type<readonly Permission[]>(),
    by: uuid('by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.caseId] }),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [testRuns.tenantId, testRuns.id],
    }).onDelete('cascade'),
  ],
);
