import type { DeployedAgent } from '@attain/contract/deployments';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';

const pointer = (
  slot: string,
) => `(SELECT jsonb_build_object('version', b.version, 'hash', b.agent_version, 'since', ${isoMoment('b.moved_at')},
  'by', coalesce(u.display_name, 'A former member'), 'percent', b.percent)
  FROM agent_workflow_bindings b LEFT JOIN users u ON u.id = b.moved_by
 WHERE b.agent_id = a.agent_id AND b.environment = e.environment AND b.slot = '${slot}' AND b.is_active)`;

/** One page of agents by name with what of them runs where, one row more than asked. */
export async function selectMatrix(
  tx: TenantTx,
  filter: { readonly agent: string | null; readonly search: string | null },
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<DeployedAgent[]> {
  const result = await tx.client.query<DeployedAgent>(
    `WITH chosen AS (
       SELECT a.agent_id, a.name, a.risk_level, a.environment, a.workflow_id FROM agent_registry a
        WHERE a.workflow_id IS NOT NULL AND ($1::text IS NULL OR a.agent_id = $1) AND ($2::text IS NULL OR a.name ILIKE $2)
          AND ($3::text IS NULL OR (a.name, a.agent_id) > ($3, $4::text)) ORDER BY a.name, a.agent_id LIMIT $5),
     open AS (
       SELECT s.agent_id, r.environment, count(*)::int AS runs, count(*) FILTER (WHERE r.agent_version IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM agent_workflow_bindings b WHERE b.agent_id = s.agent_id AND b.environment = r.environment
                   AND b.is_active AND b.agent_version = r.agent_version))::int AS draining
         FROM chosen s JOIN agent_executions r ON r.workflow_id = s.workflow_id
        WHERE r.status NOT IN ('completed', 'failed', 'cancelled') AND NOT r.is_draft GROUP BY s.agent_id, r.environment)
     SELECT a.agent_id AS id, a.name, a.risk_level AS "riskLevel",
            (SELECT jsonb_build_object('version', v.version, 'hash', v.hash) FROM agent_versions v
              WHERE v.agent_id = a.agent_id AND v.branch = 'main' AND v.workflow_version IS NOT NULL AND v.status = 'active'
              ORDER BY v.number DESC LIMIT 1) AS newest,
            (SELECT b.environment FROM agent_workflow_bindings b WHERE b.agent_id = a.agent_id AND b.slot = 'stable' AND b.is_active
                AND b.workflow_id = a.workflow_id
              ORDER BY b.environment = a.environment DESC, array_position(ARRAY['prod', 'staging', 'dev'], b.environment) LIMIT 1) AS "runsIn",
            (SELECT jsonb_agg(jsonb_build_object('environment', e.environment, 'stable', ${pointer('stable')}, 'canary', ${pointer('canary')},
                      'preview', ${pointer('preview')}, 'openRuns', coalesce(o.runs, 0), 'draining', coalesce(o.draining, 0),
                      'deployment', (SELECT p.id FROM pipeline_executions p WHERE p.agent_id = a.agent_id AND p.environment = e.environment
                        AND p.status IN ('pending', 'running'))) ORDER BY e.place)
               FROM (VALUES (1, 'dev'), (2, 'staging'), (3, 'prod')) AS e(place, environment)
               LEFT JOIN open o ON o.agent_id = a.agent_id AND o.environment = e.environment) AS cells
       FROM chosen a ORDER BY a.name, a.agent_id`,
    [filter.agent, filter.search, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
  );
  return result.rows;
}
