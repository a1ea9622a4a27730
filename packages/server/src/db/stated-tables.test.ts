import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import {
  agentWorkflowBindings,
  pipelineExecutions,
  rollbackCheckpoints,
  rollbackOperations,
} from './schema/deployments.ts';
import { memberships } from './schema/people.ts';
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
    const { primaryKeys, foreignKeys } = getTableConfig(humanApprovalTasks);
    expect(primaryKeys.map(({ columns }) => columns.map(({ name }) => name))).toEqual([
      ['tenant_id', 'task_id'],
    ]);
    const toMembers = foreignKeys
      .map((key) => key.reference())
      .filter((key) => key.foreignTable === memberships)
      .map(({ columns }) => columns.map(({ name }) => name));
    expect(toMembers).toEqual([['tenant_id', 'assignee']]);
  });

  test.each([
    ['workflows', workflowDefinitions],
    ['runs', agentExecutions],
    ['tasks', humanApprovalTasks],
  ])('[DATA-ALL-08] [DATA-ALL-09] %s belong to one workspace and one environment', (_, table) => {
    const { tenantId, environment } = getTableColumns(table as PgTable);
    expect([tenantId?.notNull, environment?.notNull, environment?.default]).toEqual([true, true, 'dev']);
  });
});
