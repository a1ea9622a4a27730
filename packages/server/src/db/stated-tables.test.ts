import { api } from '@attain/contract/api';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { agentConfigurations, agentInstances, agentRegistry, agentTemplates } from './schema/agents.ts';
import { attestationRecords } from './schema/approvals.ts';
import {
  applicationRegistry,
  credentialBindings,
  credentialsVault,
  databaseRegistry,
} from './schema/connections.ts';
import { agentTasks, dataSourceConnectors, syncOperations } from './schema/connectors.ts';
import { budgets } from './schema/costs.ts';
import { dataContracts } from './schema/data-contracts.ts';
import {
  agentReleases,
  agentWorkflowBindings,
  pipelineExecutions,
  rollbackCheckpoints,
  rollbackOperations,
} from './schema/deployments.ts';
import { customRoles, memberships, roleSettings, tenants, users } from './schema/people.ts';
import { plans } from './schema/plans.ts';
import { authorizationPolicies, policyBindings } from './schema/policies.ts';
import { processExecutions, scheduledProcesses } from './schema/schedules.ts';
import { evidencePacks, suggestions, telemetryEvents } from './schema/suggestions.ts';
import { qualityAssuranceConfigs } from './schema/suites.ts';
import { alerts } from './schema/telemetry.ts';
import { agentBranches, agentVersions } from './schema/versions.ts';
import { agentExecutions, humanApprovalTasks } from './schema/workflow-runs.ts';
import { workflowDefinitions } from './schema/workflows.ts';

const columnsOf = (table: PgTable) => Object.keys(getTableColumns(table));
const defaultOf = (table: PgTable, column: string) => getTableColumns(table)[column]?.default;

describe('tables of workflows, runs and tasks have what the specification states; the rest is ours', () => {
  test('[DATA-workflow_definitions-01] [DATA-workflow_definitions-02] a workflow', () => {
    expect(columnsOf(workflowDefinitions)).toEqual(
      expect.arrayContaining([
        ...['tenantId', 'workflowId', 'name', 'description', 'version', 'environment', 'nodes', 'edges'],
        ...['startNodeId', 'endNodeIds', 'variables', 'metadata', 'complexity', 'estimatedDuration'],
        ...['errorHandling', 'rollbackStrategy', 'isTemplate', 'isActive'],
      ]),
    );
    expect(defaultOf(workflowDefinitions, 'complexity')).toBe('simple');
  });

  test('[DATA-agent_executions-01] [DATA-agent_executions-02] a run', () => {
    expect(columnsOf(agentExecutions)).toEqual(
      expect.arrayContaining([
        ...['tenantId', 'instanceId', 'jobId', 'environment', 'executionType', 'parameters', 'context'],
        ...['status', 'startTime', 'endTime', 'duration', 'confidence', 'result', 'outcome'],
        ...['errorDetails', 'metrics', 'auditTrail'],
      ]),
    );
    expect(defaultOf(agentExecutions, 'status')).toBe('pending');
  });

  test('[DATA-agent_workflow_bindings-01] which version of an agent runs where', () => {
    expect(columnsOf(agentWorkflowBindings)).toEqual(
      expect.arrayContaining(['tenantId', 'agentId', 'workflowId', 'environment', 'version', 'isActive']),
    );
  });

  test('[DATA-pipeline_executions-01] [DATA-pipeline_executions-02] a deployment', () => {
    expect(columnsOf(pipelineExecutions)).toEqual(
      expect.arrayContaining([
        ...['name', 'type', 'status', 'priority', 'stages', 'currentStageIndex', 'globalContext'],
        ...['executionParams', 'startTime', 'endTime', 'estimatedDuration', 'actualDuration', 'progress'],
        ...['stagesCompleted', 'stagesTotal', 'finalResults', 'errors', 'warnings', 'performanceMetrics'],
        ...['resourceUsage', 'rollbackPolicy', 'rollbackAvailable'],
      ]),
    );
    expect(defaultOf(pipelineExecutions, 'priority')).toBe('medium');
  });

  test('[DATA-rollback_checkpoints-01] [DATA-rollback_operations-01] restore points and rollbacks', () => {
    expect(columnsOf(rollbackCheckpoints)).toEqual(
      expect.arrayContaining([
        ...[
          'description',
          'type',
          'userId',
          'moduleState',
          'systemState',
          'hash',
          'parentCheckpointId',
          'tags',
        ],
      ]),
    );
    expect(columnsOf(rollbackOperations)).toEqual(
      expect.arrayContaining([
        ...['checkpointId', 'initiatedBy', 'status', 'affectedModules', 'backupCheckpointId'],
        ...['progressPercent', 'estimatedDuration', 'errors', 'completedAt'],
      ]),
    );
  });

  test('[DATA-scheduled_processes-01] [DATA-scheduled_processes-02] [DATA-scheduled_processes-03] [DATA-scheduled_processes-04] [DATA-scheduled_processes-05] a scheduled process', () => {
    expect(columnsOf(scheduledProcesses)).toEqual(
      expect.arrayContaining([
        ...['name', 'description', 'type', 'schedule', 'dependencies', 'status', 'priority', 'agentConfig'],
        ...['inputParams', 'outputTargets', 'notifications', 'rollbackPolicy', 'nextRunTime', 'lastRunTime'],
        ...['successRate', 'avgDuration'],
      ]),
    );
    expect(
      ['status', 'priority', 'successRate', 'avgDuration'].map((name) => defaultOf(scheduledProcesses, name)),
    ).toEqual(['active', 'medium', 100, 0]);
  });

  test('[DATA-process_executions-01] [DATA-process_executions-02] an execution of a process', () => {
    expect(columnsOf(processExecutions)).toEqual(
      expect.arrayContaining([
        ...['processId', 'startTime', 'endTime', 'status', 'duration', 'output', 'errors', 'warnings'],
        ...['resourceUsage', 'performanceMetrics', 'rollbackAvailable', 'rollbackPoint'],
      ]),
    );
    expect(defaultOf(processExecutions, 'rollbackAvailable')).toBe(false);
  });

  test('[DATA-human_approval_tasks-01] [DATA-human_approval_tasks-03] [DATA-human_approval_tasks-05] [DATA-human_approval_tasks-06] a task for a person', () => {
    expect(columnsOf(humanApprovalTasks)).toEqual(
      expect.arrayContaining([
        ...['tenantId', 'taskId', 'workflowId', 'nodeId', 'environment', 'name', 'description', 'taskType'],
        ...['priority', 'queue', 'assignee', 'slaMinutes', 'escalationPolicy', 'inputSchema', 'status'],
        ...['auditTrail', 'result', 'completedAt'],
      ]),
    );
    expect(['priority', 'slaMinutes', 'status'].map((name) => defaultOf(humanApprovalTasks, name))).toEqual([
      'medium',
      60,
      'pending',
    ]);
  });

  test('[DATA-human_approval_tasks-02] [DATA-human_approval_tasks-04] its id is unique in its workspace, its assignee is a user of it', () => {
    const { uniqueConstraints, foreignKeys } = getTableConfig(humanApprovalTasks);
    expect(uniqueConstraints.map(({ columns }) => columns.map(({ name }) => name))).toContainEqual([
      ...['tenant_id', 'task_id'],
    ]);
    const toMembers = foreignKeys
      .map((key) => key.reference())
      .filter((key) => key.foreignTable === memberships)
      .map(({ columns }) => columns.map(({ name }) => name));
    expect(toMembers).toEqual([['tenant_id', 'assignee']]);
  });

  test('[DATA-credential_bindings-01] who may use which secret', () => {
    expect(columnsOf(credentialBindings)).toEqual(
      expect.arrayContaining([
        ...['tenantId', 'subjectType', 'subjectId', 'resourceType', 'resourceId', 'credentialId'],
        ...['environment', 'scopes', 'isActive'],
      ]),
    );
  });

  test('[DATA-database_registry-01] a registered database, which can be read only', () => {
    expect(columnsOf(databaseRegistry)).toEqual(
      expect.arrayContaining([
        ...['tenantId', 'databaseId', 'name', 'description', 'type', 'schema', 'accessLevel'],
        ...['allowedOperations', 'riskLevel', 'dataClassification', 'backupPolicy', 'isActive'],
        'environment',
      ]),
    );
    const named = ['accessLevel', 'allowedOperations', 'riskLevel', 'dataClassification', 'isActive'];
    expect(named.map((name) => defaultOf(databaseRegistry, name))).toEqual([
      ...['read', ['SELECT'], 'medium', 'internal', true],
    ]);
  });

  test('[DATA-data_source_connectors-01] [DATA-data_source_connectors-02] [DATA-data_source_connectors-03] where records are fetched', () => {
    expect(columnsOf(dataSourceConnectors)).toEqual(
      expect.arrayContaining([
        ...['name', 'type', 'provider', 'status', 'config', 'schema', 'capabilities'],
        ...['lastSync', 'syncFrequency', 'dataVolume'],
      ]),
    );
    expect(defaultOf(dataSourceConnectors, 'status')).toBe('disconnected');
    expect(defaultOf(dataSourceConnectors, 'syncFrequency')).toBe('daily');
  });

  test('[DATA-agent_tasks-01] [DATA-agent_tasks-03] [DATA-agent_tasks-04] the import of a connector', () => {
    expect(columnsOf(agentTasks)).toEqual(
      expect.arrayContaining([
        ...['connectorId', 'name', 'description', 'schedule', 'dataFlow', 'status'],
        ...['lastRun', 'nextRun', 'success'],
      ]),
    );
    expect(defaultOf(agentTasks, 'status')).toBe('active');
    expect(defaultOf(agentTasks, 'success')).toBe(true);
  });

  test('[DATA-sync_operations-01] [DATA-sync_operations-02] [DATA-sync_operations-03] [DATA-sync_operations-04] [DATA-sync_operations-05] an execution of a connector', () => {
    expect(columnsOf(syncOperations)).toEqual(
      expect.arrayContaining([
        ...['connectorId', 'startTime', 'endTime', 'status', 'recordsProcessed', 'recordsSuccessful'],
        ...['recordsFailed', 'errors', 'progress'],
      ]),
    );
    const counts = ['recordsProcessed', 'recordsSuccessful', 'recordsFailed', 'progress'];
    expect(counts.map((name) => Number(defaultOf(syncOperations, name)))).toEqual([0, 0, 0, 0]);
  });

  test('[DATA-users-01] [DATA-users-02] a user: no two share a name, and the password is a hash', () => {
    const { username, passwordHash } = getTableColumns(users);
    expect([username.name, username.isUnique, passwordHash.name]).toEqual(['username', true, 'password']);
    expect(getTableConfig(users).checks.map(({ name }) => name)).toEqual(['users_password']);
  });

  test('[DATA-ALL-13] approvals and policies name their approvers, tasks who does them', () => {
    expect(getTableColumns(attestationRecords).approvers.name).toBe('approvers');
    expect(getTableColumns(authorizationPolicies).approvers.name).toBe('approvers');
    expect(getTableColumns(humanApprovalTasks).assignee.name).toBe('assignee');
  });

  test.each([
    ['workflows', workflowDefinitions],
    ['runs', agentExecutions],
    ['tasks', humanApprovalTasks],
  ])('[DATA-ALL-08] [DATA-ALL-09] %s belong to one workspace and one environment', (_, table) => {
    const { tenantId, environment } = getTableColumns(table as PgTable);
    expect([tenantId?.notNull, environment?.notNull, environment?.default]).toEqual([true, true, 'dev']);
  });

  test('[DATA-authorization_policies-01] a governance policy', () => {
    expect(columnsOf(authorizationPolicies)).toEqual(
      expect.arrayContaining([
        ...['tenantId', 'policyId', 'name', 'description', 'environment', 'policyType', 'resourceType'],
        ...['resourceId', 'permissions', 'conditions', 'timeRestrictions', 'ipRestrictions'],
        ...['approvalRequired', 'approvers', 'auditLevel', 'expiresAt', 'isActive'],
      ]),
    );
  });

  test('[DATA-authorization_policies-02] [DATA-policy_bindings-01] [DATA-policy_bindings-02] [CONF-BUILD-26] a governance policy has a status as well as the stated switch, and its bindings the priority', () => {
    const { isActive, status } = getTableColumns(authorizationPolicies);
    expect(isActive.generated?.type).toBe('always');
    expect(status.default).toBe('draft');
    expect(defaultOf(authorizationPolicies, 'auditLevel')).toBe('standard');
    expect(columnsOf(policyBindings)).toEqual(
      expect.arrayContaining([
        'tenantId',
        'policyId',
        'targetType',
        'targetId',
        'environment',
        'priority',
        'isActive',
      ]),
    );
    expect(defaultOf(policyBindings, 'priority')).toBe(0);
  });

  test('[DATA-telemetry_events-01] [DATA-evidence_packs-02] telemetry and evidence packs', () => {
    expect(columnsOf(telemetryEvents)).toEqual(
      expect.arrayContaining(['type', 'suggestionId', 'userId', 'metadata', 'timestamp']),
    );
    expect(defaultOf(evidencePacks, 'verificationStatus')).toBe('pending');
  });

  test('[CONF-DATA-05] [CONF-BUILD-09] defaults are those of the table: agents are of low risk and customizable, applications of medium', () => {
    expect(defaultOf(agentRegistry, 'riskLevel')).toBe('low');
    expect(defaultOf(applicationRegistry, 'riskLevel')).toBe('medium');
    expect(defaultOf(agentRegistry, 'isCustomizable')).toBe(true);
    expect(defaultOf(agentRegistry, 'isTemplate')).toBe(false);
  });

  test('[DATA-agent_configurations-01] presets of a person for an agent', () => {
    expect(columnsOf(agentConfigurations)).toEqual(
      expect.arrayContaining([
        ...['agentId', 'userId', 'name', 'description', 'parameters', 'savedConfigurations'],
        ...['lastRun', 'isCustom'],
      ]),
    );
  });

  test('[DATA-agent_instances-01] [DATA-agent_instances-04] a runnable copy of an agent', () => {
    expect(columnsOf(agentInstances)).toEqual(
      expect.arrayContaining([
        ...['tenantId', 'agentId', 'userId', 'environment', 'instanceName', 'description', 'parameters'],
        ...['savedConfigurations', 'status', 'isCustomInstance', 'lastRun', 'executionCount', 'successCount'],
        'averageConfidence',
      ]),
    );
    expect(defaultOf(agentInstances, 'status')).toBe('idle');
  });

  test('[DATA-agent_templates-01] a template of agents', () => {
    expect(columnsOf(agentTemplates)).toEqual(
      expect.arrayContaining([
        ...['tenantId', 'templateId', 'name', 'description', 'environment', 'agentId', 'category'],
        ...['industry', 'useCase', 'parameters', 'metadata', 'tags', 'popularity', 'isRecommended'],
      ]),
    );
  });

  test('[CONF-DATA-10] what belongs to an agent refers to its readable id in its workspace', () => {
    const targets = [agentWorkflowBindings, agentVersions, agentInstances].map((table) =>
      getTableConfig(table)
        .foreignKeys.map((key) => key.reference())
        .filter((key) => key.foreignTable === agentRegistry)
        .map(({ foreignColumns }) => foreignColumns.map(({ name }) => name)),
    );
    expect(targets).toEqual(Array(3).fill([['tenant_id', 'agent_id']]));
    expect(getTableColumns(agentRegistry).agentId.getSQLType()).toBe('text');
  });

  test('[CONF-DATA-02] [CONF-DATA-11] records that screens manage outside the stated tables have their own tables', () => {
    const names = [
      ...[tenants, memberships, plans, suggestions, roleSettings, customRoles],
      ...[agentVersions, agentBranches, agentReleases, budgets, alerts, dataContracts],
    ].map((table) => getTableName(table));
    expect(names).toEqual([
      ...['tenants', 'memberships', 'plans', 'suggestions', 'role_settings', 'custom_roles'],
      ...['agent_versions', 'agent_branches', 'agent_releases', 'budgets', 'alerts', 'data_contracts'],
    ]);
    const toTenants = getTableConfig(memberships)
      .foreignKeys.map((key) => getTableName(key.reference().foreignTable))
      .sort();
    expect(toTenants).toEqual(expect.arrayContaining(['tenants', 'users']));
  });

  test.each([
    ['attestation_records', attestationRecords],
    ['data_source_connectors', dataSourceConnectors],
    ['agent_tasks', agentTasks],
    ['sync_operations', syncOperations],
    ['pipeline_executions', pipelineExecutions],
    ['rollback_checkpoints', rollbackCheckpoints],
    ['rollback_operations', rollbackOperations],
    ['scheduled_processes', scheduledProcesses],
    ['process_executions', processExecutions],
  ])('[CONF-DATA-09] %s belong to a workspace and an environment', (_, table) => {
    const { tenantId, environment } = getTableColumns(table as PgTable);
    expect([tenantId?.notNull, environment?.notNull]).toEqual([true, true]);
  });

  test.each([
    ['pipeline_executions', pipelineExecutions, 'progress'],
    ['sync_operations', syncOperations, 'progress'],
    ['rollback_operations', rollbackOperations, 'progressPercent'],
  ])('[DATA-ALL-12] the progress of %s has five digits, two of them decimals', (_, table, column) => {
    expect(getTableColumns(table as PgTable)[column]?.getSQLType()).toBe('numeric(5, 2)');
  });

  test('[DATA-ALL-13] requests name their approvers, tasks their assignee', () => {
    expect(columnsOf(attestationRecords)).toEqual(
      expect.arrayContaining(['approvers', 'requiredApprovals', 'currentApprovals']),
    );
    expect(columnsOf(humanApprovalTasks)).toContain('assignee');
  });
});

/** The stated tables, each with endpoints that read or write it. */
const platformTables: readonly (readonly [string, PgTable, string])[] = [
  ['users', users, 'people.list'],
  ['data_source_connectors', dataSourceConnectors, 'connectors.list'],
  ['agent_tasks', agentTasks, 'connectors.save'],
  ['sync_operations', syncOperations, 'connectors.executions'],
  ['scheduled_processes', scheduledProcesses, 'schedules.list'],
  ['process_executions', processExecutions, 'schedules.executions'],
  ['rollback_checkpoints', rollbackCheckpoints, 'restorePoints.list'],
  ['rollback_operations', rollbackOperations, 'rollbacks.list'],
  ['pipeline_executions', pipelineExecutions, 'deployments.list'],
  ['attestation_records', attestationRecords, 'approvals.list'],
  ['agent_configurations', agentConfigurations, 'agentPresets.list'],
  ['telemetry_events', telemetryEvents, 'assistantEvents.store'],
  ['evidence_packs', evidencePacks, 'evidence.get'],
  ['agent_registry', agentRegistry, 'agents.list'],
  ['agent_instances', agentInstances, 'agentInstances.list'],
  ['agent_executions', agentExecutions, 'workflowRuns.list'],
  ['agent_templates', agentTemplates, 'agentTemplates.list'],
  ['application_registry', applicationRegistry, 'connections.list'],
  ['database_registry', databaseRegistry, 'connections.tables'],
  ['workflow_definitions', workflowDefinitions, 'workflows.list'],
  ['authorization_policies', authorizationPolicies, 'policies.list'],
  ['quality_assurance_configs', qualityAssuranceConfigs, 'suites.list'],
  ['credentials_vault', credentialsVault, 'connections.stageSecret'],
  ['agent_workflow_bindings', agentWorkflowBindings, 'deployments.matrix'],
  ['credential_bindings', credentialBindings, 'connections.save'],
  ['policy_bindings', policyBindings, 'policies.save'],
  ['human_approval_tasks', humanApprovalTasks, 'tasks.list'],
];

/** Rows of these are written once and stay as they are. */
const insertOnly = ['telemetry_events', 'rollback_checkpoints', 'rollback_operations'];

/** Has no rows of one workspace: a person can be a member of several. */
const ofTheInstallation = ['users'];

describe('all 27 platform tables', () => {
  test('[DATA-ALL-01] exist under the listed names', () => {
    expect(platformTables).toHaveLength(27);
    expect(platformTables.map(([, table]) => getTableName(table))).toEqual(
      platformTables.map(([name]) => name),
    );
  });

  test.each(platformTables)(
    '[DATA-ALL-02] [DATA-ALL-03] %s has a uuid as key that the database makes',
    (name, table) => {
      const { id } = getTableColumns(table);
      expect([id?.getSQLType(), id?.hasDefault, id?.notNull]).toEqual(['uuid', true, true]);
      const { columns, primaryKeys } = getTableConfig(table);
      const keys = [
        ...columns.filter(({ primary }) => primary).map((column) => [column.name]),
        ...primaryKeys.map((key) => key.columns.map((column) => column.name)),
      ];
      // the workspace leads every key; readable ids are unique in it
      expect(keys).toEqual(ofTheInstallation.includes(name) ? [['id']] : [['tenant_id', 'id']]);
    },
  );

  test.each(platformTables)(
    '[DATA-ALL-04] [DATA-ALL-05] %s says when a row was made and, unless rows stay as they are, changed',
    (name, table) => {
      const { createdAt, updatedAt } = getTableColumns(table);
      const times = [createdAt, updatedAt].map((column) => column?.getSQLType());
      const stamp = 'timestamp with time zone';
      expect(times).toEqual([stamp, insertOnly.includes(name) ? undefined : stamp]);
      for (const column of [createdAt, updatedAt])
        if (column) expect([column.notNull, column.hasDefault]).toEqual([true, true]);
    },
  );

  test.each(platformTables)(
    '[DATA-ALL-06] [DATA-ALL-07] in %s a status is a text, lists and documents are jsonb or arrays, durations are milliseconds as bigint',
    (_, table) => {
      for (const column of Object.values(getTableColumns(table))) {
        const type = column.getSQLType();
        if (/(^|_)status$/.test(column.name))
          expect([column.name, type, column.notNull]).toEqual([column.name, 'text', true]);
        if (/duration/.test(column.name)) expect([column.name, type]).toEqual([column.name, 'bigint']);
        if (
          /^(config|schema|parameters|metadata|nodes|edges|variables|stages|errors|warnings|audit_trail|input_schema|conditions|test_cases)$/.test(
            column.name,
          )
        )
          expect([column.name, type]).toEqual([column.name, expect.stringMatching(/^jsonb$|\[\]$/)]);
      }
    },
  );

  test.each(platformTables)(
    '[DATA-ALL-14] %s is reached by an endpoint with a summary and a permission',
    (_, _table, name) => {
      const [noun = '', verb = ''] = name.split('.');
      const nouns = api as unknown as Record<string, Record<string, Endpoint> | undefined>;
      const { route, meta } = nouns[noun]?.[verb]?.['~orpc'] ?? {};
      expect([name, Boolean(route?.summary), Boolean(meta?.access)]).toEqual([name, true, true]);
    },
  );
});

interface Endpoint {
  readonly '~orpc': {
    readonly route: { readonly summary?: string };
    readonly meta: { readonly access?: unknown };
  };
}
