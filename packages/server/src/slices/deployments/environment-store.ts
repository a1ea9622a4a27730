import type { Environment } from '@attain/contract/deployments';
import {
  type EnvironmentRules,
  type Environment as Id,
  standardRules,
} from '@attain/domain/deployments/deployment';
import type pg from 'pg';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';

export type StoredRules = EnvironmentRules & { readonly freezeReason: string; readonly revision: number };

/** How an environment is deployed to; the standard rules where nobody has changed them. */
export async function selectRules(
  tx: TenantTx,
  environment: Id,
  held: 'FOR UPDATE' | '' = '',
): Promise<StoredRules> {
  const result = await tx.client.query<StoredRules>(
    `SELECT auto_deploy AS "autoDeploy", needs_approval AS "needsApproval", ${isoMoment('frozen_from')} AS "frozenFrom",
            ${isoMoment('frozen_until')} AS "frozenUntil", freeze_reason AS "freezeReason", target::float8 AS target, revision
       FROM environments WHERE environment = $1 ${held}`,
    [environment],
  );
  return result.rows[0] ?? { ...standardRules(environment), freezeReason: '', revision: 0 };
}

export async function saveRules(
  tx: TenantTx,
  environment: Id,
  rules: Omit<StoredRules, 'revision'> & { readonly userId: string },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO environments (tenant_id, environment, auto_deploy, needs_approval, frozen_from, frozen_until, freeze_reason, updated_by, target)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (tenant_id, environment) DO UPDATE SET auto_deploy = excluded.auto_deploy, needs_approval = excluded.needs_approval,
       frozen_from = excluded.frozen_from, frozen_until = excluded.frozen_until, freeze_reason = excluded.freeze_reason,
       target = excluded.target, updated_by = excluded.updated_by, updated_at = now(), revision = environments.revision + 1`,
    [
      ...[
        tx.tenantId,
        environment,
        rules.autoDeploy,
        rules.needsApproval,
        rules.frozenFrom,
        rules.frozenUntil,
      ],
      ...[rules.freezeReason, rules.userId, rules.target],
    ],
  );
}

type Standing = Pick<Environment, 'status' | 'version' | 'agents' | 'lastDeploy'>;

/** What is deployed in an environment, and how its latest deployments went. */
export async function selectStanding(tx: TenantTx, environment: Id, agent: string | null): Promise<Standing> {
  const result = await tx.client.query<Standing>(
    `WITH ours AS (SELECT p.*, p.agent_id AS agent FROM pipeline_executions p
                    WHERE p.environment = $1 AND ($2::text IS NULL OR p.agent_id = $2)),
     latest AS (SELECT DISTINCT ON (agent) agent, status FROM ours WHERE status IN ('completed', 'failed')
                 ORDER BY agent, end_time DESC, id DESC),
     last AS (SELECT o.end_time, o.agent_id, o.agent_version, o.created_by FROM ours o WHERE o.status = 'completed'
               ORDER BY o.end_time DESC, o.id DESC LIMIT 1)
     SELECT CASE WHEN EXISTS (SELECT 1 FROM ours WHERE status = 'running' OR status = 'pending' AND wake_at IS NULL) THEN 'deploying'
                 WHEN EXISTS (SELECT 1 FROM latest WHERE status = 'failed') THEN 'failed' ELSE 'healthy' END AS status,
            (SELECT v.version FROM last JOIN agent_versions v ON v.agent_id = last.agent_id AND v.hash = last.agent_version) AS version,
            (SELECT count(*)::int FROM agent_workflow_bindings b WHERE b.environment = $1 AND b.slot = 'stable' AND b.is_active
               AND ($2::text IS NULL OR b.agent_id = $2)) AS agents,
            (SELECT jsonb_build_object('at', ${isoMoment('last.end_time')}, 'by', coalesce(u.display_name, 'A former member'), 'agent', a.name)
               FROM last JOIN agent_registry a ON a.agent_id = last.agent_id LEFT JOIN users u ON u.id = last.created_by) AS "lastDeploy"`,
    [environment, agent],
  );
  const [row] = result.rows;
  if (row === undefined) throw new Error('an environment stands as one row');
  return row;
}

/** Figures of the runs of agents in an environment. */
export async function selectTraffic(
  tx: TenantTx,
  environment: Id,
  { agent, now }: { readonly agent: string | null; readonly now: Date },
): Promise<{ uptime: number | null; traffic: number; latency: number | null }> {
  const result = await tx.client.query<{ uptime: number | null; traffic: number; latency: number | null }>(
    `WITH ours AS MATERIALIZED (
       SELECT r.status, r.created_at, r.end_time, r.duration FROM agent_executions r JOIN agent_registry a ON a.workflow_id = r.workflow_id
        WHERE r.environment = $1 AND NOT r.is_draft AND ($2::text IS NULL OR a.agent_id = $2) AND r.created_at > $3::timestamptz - interval '30 days'),
     minutes AS (SELECT bool_and(status = 'failed') AS down FROM ours WHERE status IN ('completed', 'failed')
                  GROUP BY date_trunc('minute', end_time))
     SELECT (SELECT avg(CASE WHEN down THEN 0.0 ELSE 1.0 END)::float8 FROM minutes) AS uptime,
            (SELECT count(*)::float8 / 60 FROM ours WHERE created_at > $3::timestamptz - interval '1 hour') AS traffic,
            (SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY duration)::float8 FROM ours
              WHERE status = 'completed' AND created_at > $3::timestamptz - interval '24 hours') AS latency`,
    [environment, agent, now],
  );
  return result.rows[0] ?? { uptime: null, traffic: 0, latency: null };
}

/** The processes that are alive, and what they use on average. */
export async function selectProcesses(
  owner: pg.Pool,
): Promise<{ instances: number; cpu: number | null; memory: number | null }> {
  const result = await owner.query<{ instances: number; cpu: number | null; memory: number | null }>(
    `SELECT count(*)::int AS instances, avg(cpu)::float8 AS cpu, avg(memory_bytes)::float8 AS memory
       FROM worker_beats WHERE beat_at > now() - interval '30 seconds'`,
  );
  return result.rows[0] ?? { instances: 0, cpu: null, memory: null };
}

/** Says that a process lives; those that have been silent for a day are forgotten. */
export async function beat(
  owner: pg.Pool,
  process: { readonly id: string; readonly host: string; readonly cpu: number; readonly memory: number },
): Promise<void> {
  await owner.query(
    `WITH gone AS (DELETE FROM worker_beats WHERE beat_at < now() - interval '1 day')
     INSERT INTO worker_beats (process_id, host, started_at, beat_at, cpu, memory_bytes) VALUES ($1, $2, now(), now(), $3, $4)
     ON CONFLICT (process_id) DO UPDATE SET beat_at = now(), cpu = excluded.cpu, memory_bytes = excluded.memory_bytes`,
    [process.id, process.host, process.cpu, process.memory],
  );
}
