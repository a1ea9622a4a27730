import type { Deployment } from '@attain/contract/deployments';
import type { DeploymentStatus, Environment, Strategy } from '@attain/domain/deployments/deployment';
import type { Evidence, Verdict } from '@attain/domain/deployments/evidence-test';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import type { StoredStage } from '../../db/schema/deployments.ts';

/** A deployment as its job works on it. */
export interface StoredDeployment {
  readonly id: string;
  readonly agentId: string;
  readonly environment: Environment;
  readonly strategy: Strategy;
  readonly status: DeploymentStatus;
  readonly agentVersion: string;
  readonly replaces: string | null;
  readonly stages: readonly StoredStage[];
  readonly current: number;
  readonly context: JsonObject;
  readonly params: JsonObject;
  readonly warnings: readonly string[];
  readonly reason: string;
  readonly startTime: string | null;
  readonly createdBy: string;
}

const stored = `id, agent_id AS "agentId", environment, strategy, status, agent_version AS "agentVersion", replaces, stages,
  current_stage_index AS current, global_context AS context, execution_params AS params, warnings, reason,
  ${isoMoment('start_time')} AS "startTime", created_by AS "createdBy"`;

/** A deployment, held until the transaction ends if asked; null: there is none. */
export async function selectDeployment(
  tx: TenantTx,
  id: string,
  held: 'FOR UPDATE' | '' = '',
): Promise<StoredDeployment | null> {
  const result = await tx.client.query<StoredDeployment>(
    `SELECT ${stored} FROM pipeline_executions WHERE id = $1 ${held}`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** The open deployment of an agent in an environment; null: there is none. */
export async function selectOpenDeployment(
  tx: TenantTx,
  agentId: string,
  environment: Environment,
): Promise<StoredDeployment | null> {
  const result = await tx.client.query<StoredDeployment>(
    `SELECT ${stored} FROM pipeline_executions
      WHERE agent_id = $1 AND environment = $2 AND status IN ('pending', 'running') FOR UPDATE`,
    [agentId, environment],
  );
  return result.rows[0] ?? null;
}

/** A deployment to be stored. */
export interface NewDeployment
  extends Pick<
    StoredDeployment,
    'id' | 'agentId' | 'environment' | 'strategy' | 'agentVersion' | 'replaces' | 'stages' | 'reason'
  > {
  readonly name: string;
  readonly params: JsonObject;
  readonly retryOf: string | null;
  readonly userId: string;
}

export async function insertDeployment(tx: TenantTx, row: NewDeployment): Promise<void> {
  await tx.client.query(
    `INSERT INTO pipeline_executions (tenant_id, id, name, agent_id, environment, strategy, agent_version, replaces, stages, stages_total,
       execution_params, reason, retry_of, created_by, estimated_duration, rollback_policy)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
            (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY p.actual_duration)::bigint FROM pipeline_executions p
              WHERE p.environment = $5 AND p.strategy = $6 AND p.status = 'completed'), $15`,
    [
      ...[tx.tenantId, row.id, row.name, row.agentId, row.environment, row.strategy, row.agentVersion],
      ...[
        row.replaces,
        JSON.stringify(row.stages),
        row.stages.length,
        JSON.stringify(row.params),
        row.reason,
      ],
      ...[row.retryOf, row.userId, JSON.stringify({ to: row.replaces })],
    ],
  );
}

/** What changes of a deployment; progress never falls. */
export interface DeploymentChange {
  readonly status?: DeploymentStatus;
  readonly stages?: readonly StoredStage[];
  readonly current?: number;
  readonly progress?: number;
  readonly context?: JsonObject;
  readonly warnings?: readonly string[];
  readonly errors?: readonly string[];
  readonly results?: JsonObject;
  readonly rollbackAvailable?: boolean;
  /** When it is looked at again; null: not by itself. */
  readonly wakeAt?: string | null;
}

export async function updateDeployment(tx: TenantTx, id: string, change: DeploymentChange): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const ended = change.status === 'completed' || change.status === 'failed';
  await tx.client.query(
    `UPDATE pipeline_executions SET status = coalesce($2, status), stages = coalesce($3, stages),
       current_stage_index = coalesce($4, current_stage_index), stages_completed = coalesce($4, stages_completed),
       progress = greatest(progress, coalesce($5, progress)), global_context = coalesce($6, global_context),
       warnings = coalesce($7, warnings), errors = coalesce($8, errors), final_results = coalesce($9, final_results),
       rollback_available = coalesce($10, rollback_available), wake_at = CASE WHEN $11 THEN $12::timestamptz ELSE wake_at END,
       start_time = coalesce(start_time, now()), end_time = CASE WHEN $13 THEN now() ELSE end_time END,
       actual_duration = CASE WHEN $13 THEN (extract(epoch FROM now() - coalesce(start_time, now())) * 1000)::bigint ELSE actual_duration END,
       updated_at = now() WHERE id = $1`,
    [
      ...[id, change.status ?? null, json(change.stages), change.current ?? null, change.progress ?? null],
      ...[json(change.context), json(change.warnings), json(change.errors), json(change.results)],
      ...[
        change.rollbackAvailable ?? null,
        change.wakeAt !== undefined || ended,
        change.wakeAt ?? null,
        ended,
      ],
    ],
  );
}

const shown = `p.id, p.agent_id AS "agentId", a.name AS agent, v.version, v.hash, b.version AS replaces, p.environment, p.strategy, p.status,
  p.progress::float8 AS progress, p.stages->p.current_stage_index->>'name' AS stage, ${isoMoment('p.start_time')} AS "startTime",
  p.actual_duration::float8 AS duration, coalesce(u.display_name, 'A former member') AS "deployedBy",
  ${isoMoment('p.created_at')} AS "orderedAt", p.reason, p.errors->>0 AS error, p.retry_of AS "retryOf",
  (SELECT r.id FROM attestation_records r WHERE r.kind = 'deployment' AND r.subject_id = p.id::text AND r.status = 'open'
    ORDER BY r.created_at DESC LIMIT 1) AS "approvalId",
  CASE WHEN v.parents[1] IS NOT DISTINCT FROM p.replaces OR p.replaces IS NULL THEN v.changes
    ELSE (SELECT coalesce(jsonb_agg(c.line ORDER BY n.number DESC), '[]') FROM agent_versions n
            CROSS JOIN LATERAL jsonb_array_elements_text(n.changes) AS c(line)
           WHERE n.agent_id = v.agent_id AND n.branch = v.branch AND n.number <= v.number AND n.number > coalesce(b.number, 0)) END AS changes`;
const source = `pipeline_executions p JOIN agent_registry a ON a.agent_id = p.agent_id
  JOIN agent_versions v ON v.agent_id = p.agent_id AND v.hash = p.agent_version
  LEFT JOIN agent_versions b ON b.agent_id = p.agent_id AND b.hash = p.replaces LEFT JOIN users u ON u.id = p.created_by`;

/** Filters of the list of deployments; null: no filter. */
export interface DeploymentFilter {
  readonly agent: string | null;
  readonly environment: string | null;
  readonly status: string | null;
}

/** One page of deployments, newest first, one row more than asked. */
export async function selectDeployments(
  tx: TenantTx,
  filter: DeploymentFilter,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<Deployment[]> {
  const result = await tx.client.query<Deployment>(
    `SELECT ${shown} FROM ${source}
      WHERE ($1::text IS NULL OR p.agent_id = $1) AND ($2::text IS NULL OR p.environment = $2) AND ($3::text IS NULL OR p.status = $3)
        AND ($4::timestamptz IS NULL OR (p.created_at, p.id) < ($4, $5::uuid))
      ORDER BY p.created_at DESC, p.id DESC LIMIT $6`,
    [
      ...[filter.agent, filter.environment, filter.status, page.after?.[0] ?? null, page.after?.[1] ?? null],
      page.limit + 1,
    ],
  );
  return result.rows;
}

/** A deployment as the API shows it, with its stages; null: there is none. */
export async function selectShown(tx: TenantTx, id: string) {
  const result = await tx.client.query<
    Deployment & {
      stages: StoredStage[];
      problems: string[];
      warnings: string[];
      params: { stickyBy?: string[] };
      context: { watch?: { verdict?: Verdict; evidence?: Evidence[] } };
    }
  >(
    `SELECT ${shown}, p.stages, p.errors AS problems, p.warnings, p.execution_params AS params, p.global_context AS context
       FROM ${source} WHERE p.id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}
