import type { AgentDetail, AgentSummary } from '@attain/contract/agents/agents';
import type { Agent } from '@attain/domain/agents/agent';
import { agentStatusOf } from '@attain/domain/agents/agent-status';
import { triggerDefinitions } from '@attain/domain/agents/trigger';
import type { RunStatus } from '@attain/domain/workflows/run-moves';
import { ApiError } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import type { StoredCost } from '../records/cost-conversions.ts';

/** Filters of the agent list; null: no filter. `search` is an ILIKE pattern over names, descriptions and categories. */
export interface AgentFilter {
  readonly search: string | null;
  readonly isActive: boolean | null;
}

const matches = `($1::text IS NULL OR a.name ILIKE $1 OR a.description ILIKE $1 OR a.category ILIKE $1)
  AND ($2::boolean IS NULL OR a.is_active = $2)`;

/** The latest run of an agent's workflow, and the latest that came to its end: what it gave out, where it has that shape. */
const runs = `LEFT JOIN LATERAL (
    SELECT r.id, r.status, r.progress, r.started_by, r.waiting_for, r.error_details->>'message' AS error,
           ${isoMoment('coalesce(r.end_time, r.start_time, r.created_at)')} AS at
      FROM agent_executions r WHERE r.workflow_id = a.workflow_id AND NOT r.is_draft ORDER BY r.created_at DESC, r.id DESC LIMIT 1) latest ON true
  LEFT JOIN LATERAL (
    SELECT CASE WHEN ${decimalText('savings')} THEN r.result->>'savings' END AS savings,
           CASE WHEN ${decimalText('accuracy')} THEN r.result->>'accuracy' END AS accuracy,
           CASE WHEN r.result->>'processed' ~ '^[0-9]{1,15}$' THEN (r.result->>'processed')::float8 END AS processed,
           left(r.result->>'summary', 2000) AS summary
      FROM agent_executions r WHERE r.workflow_id = a.workflow_id AND r.status = 'completed' AND NOT r.is_draft
     ORDER BY r.created_at DESC, r.id DESC LIMIT 1) brought ON true`;

function decimalText(field: string): string {
  return `r.result->>'${field}' ~ '^-?[0-9]{1,20}(\\.[0-9]{1,20})?$'`;
}

/** A stored agent with the results of its runs. */
type StoredSummary = Omit<AgentSummary, 'needs' | 'published' | 'sendsTo'>;

interface SummaryRow extends Omit<StoredSummary, 'status' | 'progress' | 'lastRun'> {
  readonly run: NonNullable<AgentSummary['lastRun']> | null;
  readonly runProgress: number | null;
}

/** One page of agents by name, one row more than asked; `userId` is who asks. */
export async function selectAgents(
  tx: TenantTx,
  filter: AgentFilter,
  page: { readonly after: readonly string[] | null; readonly limit: number; readonly userId: string },
): Promise<StoredSummary[]> {
  const result = await tx.client.query<SummaryRow>(
    `SELECT a.agent_id AS id, a.name, a.description, a.category, a.type, a.environment, a.risk_level AS "riskLevel", a.version,
            a.is_active AS "isActive", a.is_template AS "isTemplate", a.workflow_id AS "workflowId",
            coalesce(w.is_active AND w.version > 0, false) AS runnable, ${isoMoment('a.updated_at')} AS "updatedAt",
            CASE WHEN latest.id IS NOT NULL THEN jsonb_build_object('id', latest.id, 'status', latest.status, 'at', latest.at,
              'waitingFor', latest.waiting_for, 'error', latest.error, 'mine', latest.started_by = $6) END AS run, latest.progress AS "runProgress",
            brought.savings, brought.accuracy, brought.processed AS "processedDeals", brought.summary
       FROM agent_registry a LEFT JOIN workflow_definitions w ON w.workflow_id = a.workflow_id ${runs}
      WHERE ${matches} AND ($3::text IS NULL OR (a.name, a.agent_id) > ($3, $4::text))
      ORDER BY a.name, a.agent_id LIMIT $5`,
    [
      filter.search,
      filter.isActive,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.limit + 1,
      page.userId,
    ],
  );
  return result.rows.map(({ run, runProgress, ...row }) => {
    const status = agentStatusOf(run?.status ?? null);
    return { ...row, status, progress: status === 'running' ? runProgress : null, lastRun: run };
  });
}

/** Number of agents that match the filter, by status, and their total savings. */
export async function countAgents(
  tx: TenantTx,
  filter: AgentFilter,
): Promise<{ agents: number; running: number; completed: number; savings: string | null }> {
  const result = await tx.client.query<{ status: RunStatus | null; agents: number; savings: string | null }>(
    `SELECT latest.status, count(*)::int AS agents, (sum(sum(brought.savings::numeric)) OVER ())::text AS savings
       FROM agent_registry a ${runs} WHERE ${matches} GROUP BY latest.status`,
    [filter.search, filter.isActive],
  );
  const standing = (status: string | null) =>
    result.rows
      .filter((row) => status === null || agentStatusOf(row.status) === status)
      .reduce((sum, row) => sum + row.agents, 0);
  return {
    agents: standing(null),
    running: standing('running'),
    completed: standing('completed'),
    savings: result.rows[0]?.savings ?? null,
  };
}

type StoredAgent = Omit<AgentDetail, 'published'>;

/** One agent with everything its form holds, or null; held, for oneself or with others, until the transaction ends. */
export async function selectAgent(
  tx: TenantTx,
  id: string,
  held: 'for update' | 'for share' | '' = '',
): Promise<StoredAgent | null> {
  const result = await tx.client.query<StoredAgent>(
    `SELECT a.agent_id AS "agentId", a.name, a.description, a.environment, a.type, a.category, a.module, a.submodule,
            a.capabilities, a.default_parameters AS "defaultParameters", a.parameter_schema AS "parameterSchema",
            a.is_template AS "isTemplate", a.is_customizable AS "isCustomizable", a.risk_level AS "riskLevel",
            a.trust_threshold::float8 AS "trustThreshold", a.version, a.is_active AS "isActive", a.parameters,
            jsonb_path_query_array(a.trigger_conditions, '$[*].condition') AS "triggerConditions",
            a.workflow_id AS "workflowId", a.revision, ${isoMoment('a.created_at')} AS "createdAt",
            ${isoMoment('a.updated_at')} AS "updatedAt", u.display_name AS "updatedBy"
       FROM agent_registry a LEFT JOIN users u ON u.id = a.updated_by
      WHERE a.agent_id = $1 ${held && `${held} OF a`}`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** Name of a workflow; null if it does not exist. */
export async function selectWorkflowName(tx: TenantTx, workflowId: string): Promise<string | null> {
  const result = await tx.client.query<{ name: string }>(
    'SELECT name FROM workflow_definitions WHERE workflow_id = $1',
    [workflowId],
  );
  return result.rows[0]?.name ?? null;
}

/** Throws CONFLICT if the ID is in use or another agent runs its workflow. */
export function insertAgent(tx: TenantTx, agent: Agent, userId: string): Promise<void> {
  const idTaken = `The agent ID “${agent.agentId}” is already in use. Choose another ID or name.`;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const inserted = tx.client.query(
    `INSERT INTO agent_registry (tenant_id, agent_id, created_by, updated_by, ${names.join(', ')})
     VALUES ($1, $2, $3, $3, ${names.map((_, at) => `$${at + 4}`).join(', ')})`,
    [tx.tenantId, agent.agentId, userId, ...names.map((name) => columns[name](agent))],
  );
  return unlessTaken(
    'agent_registry_key',
    unlessWorkflowTaken(agent, inserted),
    () => new ApiError('CONFLICT', idTaken),
  );
}

/** Replaces an agent and increments its revision. Throws CONFLICT if another agent runs its workflow. */
export function updateAgentRow(tx: TenantTx, agent: Agent, userId: string): Promise<void> {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const updated = tx.client.query(
    `UPDATE agent_registry SET ${names.map((name, at) => `${name} = $${at + 3}`).join(', ')},
            updated_by = $2, updated_at = now(), revision = revision + 1 WHERE agent_id = $1`,
    [agent.agentId, userId, ...names.map((name) => columns[name](agent))],
  );
  return unlessWorkflowTaken(agent, updated);
}

const columns = {
  name: (agent: Agent) => agent.name,
  description: (agent: Agent) => agent.description,
  environment: (agent: Agent) => agent.environment,
  type: (agent: Agent) => agent.type,
  category: (agent: Agent) => agent.category,
  module: (agent: Agent) => agent.module,
  submodule: (agent: Agent) => agent.submodule,
  capabilities: (agent: Agent) => JSON.stringify(agent.capabilities),
  default_parameters: (agent: Agent) => JSON.stringify(agent.defaultParameters),
  parameter_schema: (agent: Agent) => JSON.stringify(agent.parameterSchema),
  is_template: (agent: Agent) => agent.isTemplate,
  is_customizable: (agent: Agent) => agent.isCustomizable,
  risk_level: (agent: Agent) => agent.riskLevel,
  trust_threshold: (agent: Agent) => agent.trustThreshold,
  version: (agent: Agent) => agent.version,
  is_active: (agent: Agent) => agent.isActive,
  parameters: (agent: Agent) => JSON.stringify(agent.parameters),
  trigger_conditions: (agent: Agent) => JSON.stringify(triggerDefinitions(agent.triggerConditions)),
  workflow_id: (agent: Agent) => agent.workflowId,
};

function unlessWorkflowTaken(agent: Agent, work: Promise<unknown>): Promise<void> {
  const message = `Another agent already runs the workflow “${agent.workflowId}”. Choose another workflow or copy this one.`;
  return unlessTaken('agent_registry_workflow', work, () => new ApiError('CONFLICT', message));
}

/** How many runs of a workflow have not ended. */
export async function selectOpenRuns(tx: TenantTx, workflowId: string | null): Promise<number> {
  const { rows } = await tx.client.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM agent_executions
      WHERE workflow_id = $1 AND status NOT IN ('completed', 'failed', 'cancelled')`,
    [workflowId],
  );
  return rows[0]?.open ?? 0;
}

/** The environments that a deployed version of an agent runs in, besides development. */
export async function selectDeployedTo(tx: TenantTx, id: string): Promise<string[]> {
  const { rows } = await tx.client.query<{ environment: string }>(
    `SELECT DISTINCT environment FROM agent_workflow_bindings
      WHERE agent_id = $1 AND is_active AND environment <> 'dev' ORDER BY environment`,
    [id],
  );
  return rows.map(({ environment }) => environment);
}

/** Deletes an agent; its versions and branches go with it. */
export async function deleteAgent(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('DELETE FROM agent_registry WHERE agent_id = $1', [id]);
}

/** Costs of calls of each agent since then, by currency and day; calls without a price have no currency. */
export async function sumAgentCosts(tx: TenantTx, since: Date) {
  const { rows } = await tx.client.query<StoredCost & { agentId: string; calls: number }>(
    `SELECT agent_id AS "agentId", currency, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(cost)::text AS cost,
            count(*)::int AS calls
       FROM usage_records WHERE at >= $1 AND agent_id IS NOT NULL GROUP BY 1, 2, 3`,
    [since.toISOString()],
  );
  return rows;
}

/** Ended runs of each agent since then; agents without any have zeros. */
export async function selectAgentFigures(tx: TenantTx, since: Date) {
  const tenant = await tx.client.query<{ currency: string }>('SELECT currency FROM tenants WHERE id = $1', [
    tx.tenantId,
  ]);
  const currency = tenant.rows[0]?.currency ?? '';
  const { rows } = await tx.client.query<{
    id: string;
    ended: number;
    completed: number;
    environments: string[];
  }>(
    `WITH ran AS (
       SELECT workflow_id, count(*)::int AS ended, count(*) FILTER (WHERE status = 'completed')::int AS completed
         FROM agent_executions
        WHERE created_at >= $1 AND status IN ('completed', 'failed') AND NOT is_draft GROUP BY workflow_id
     )
     SELECT a.agent_id AS id, coalesce(ran.ended, 0) AS ended, coalesce(ran.completed, 0) AS completed,
            ARRAY(SELECT b.environment FROM agent_workflow_bindings b WHERE b.agent_id = a.agent_id AND b.is_active
              AND b.slot = 'stable' ORDER BY b.environment) AS environments
       FROM agent_registry a LEFT JOIN ran ON ran.workflow_id = a.workflow_id
      ORDER BY a.agent_id`,
    [since.toISOString()],
  );
  return { currency, rows };
}
