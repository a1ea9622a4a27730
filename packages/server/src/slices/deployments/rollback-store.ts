import type { RestorePoint, Rollback } from '@attain/contract/rollbacks';
import type { Environment } from '@attain/domain/deployments/deployment';
import { hashOf } from '../../audit/canonical.ts';
import { newId } from '../../base/ids.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import type { MovedAgent, StoredPointer } from '../../db/schema/deployments.ts';

/** Where the stable slots of an environment point. */
export async function selectPointers(tx: TenantTx, environment: Environment): Promise<StoredPointer[]> {
  const { rows } = await tx.client.query<StoredPointer>(
    `SELECT agent_id AS "agentId", agent_version AS hash, version FROM agent_workflow_bindings
      WHERE environment = $1 AND slot = 'stable' AND is_active ORDER BY agent_id`,
    [environment],
  );
  return rows;
}

/** Keeps what runs in an environment now. Returns the id of the restore point. */
export async function keepPoint(
  tx: TenantTx,
  of: {
    readonly environment: Environment;
    readonly description: string;
    readonly type: 'switch' | 'rollback' | 'manual' | 'scheduled';
    readonly userId: string;
    readonly appVersion: string;
  },
): Promise<string> {
  const id = newId();
  const pointers = await selectPointers(tx, of.environment);
  await tx.client.query(
    `INSERT INTO rollback_checkpoints (tenant_id, id, description, type, user_id, module_state, system_state, hash, environment, parent_checkpoint_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,
       (SELECT c.id FROM rollback_checkpoints c WHERE c.environment = $9 ORDER BY c.created_at DESC, c.id DESC LIMIT 1))`,
    [
      ...[tx.tenantId, id, of.description, of.type, of.userId, JSON.stringify(pointers)],
      ...[
        JSON.stringify({ version: of.appVersion, agents: pointers.length }),
        hashOf(pointers),
        of.environment,
      ],
    ],
  );
  return id;
}

/** The latest restore point of an environment; null: there is none. */
export async function selectLatestPoint(
  tx: TenantTx,
  environment: Environment,
): Promise<{ id: string; hash: string } | null> {
  const { rows } = await tx.client.query<{ id: string; hash: string }>(
    `SELECT id, hash FROM rollback_checkpoints WHERE tenant_id = $1 AND environment = $2 ORDER BY created_at DESC, id DESC LIMIT 1`,
    [tx.tenantId, environment],
  );
  return rows[0] ?? null;
}

/** A stored restore point; null: there is none. */
export async function selectPoint(
  tx: TenantTx,
  id: string,
): Promise<{
  environment: Environment;
  description: string;
  pointers: StoredPointer[];
  hash: string;
} | null> {
  const { rows } = await tx.client.query<{
    environment: Environment;
    description: string;
    pointers: StoredPointer[];
    hash: string;
  }>(
    'SELECT environment, description, module_state AS pointers, hash FROM rollback_checkpoints WHERE id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** Where each agent was before what it runs now, by its latest deployment there: the agents named, or those moved in the last day. */
export async function selectWaysBack(
  tx: TenantTx,
  of: { readonly environment: Environment; readonly agents: readonly string[] | null; readonly now: Date },
): Promise<{ agentId: string; name: string; from: string; to: string | null }[]> {
  const { rows } = await tx.client.query<{ agentId: string; name: string; from: string; to: string | null }>(
    `SELECT b.agent_id AS "agentId", a.name, b.agent_version AS "from", p.replaces AS "to"
       FROM agent_workflow_bindings b JOIN agent_registry a ON a.agent_id = b.agent_id
       LEFT JOIN LATERAL (SELECT p.replaces FROM pipeline_executions p
         WHERE p.agent_id = b.agent_id AND p.environment = b.environment AND p.agent_version = b.agent_version
           AND p.rollback_available ORDER BY p.start_time DESC, p.id DESC LIMIT 1) p ON true
      WHERE b.environment = $1 AND b.slot = 'stable' AND b.is_active
        AND CASE WHEN $2::text[] IS NULL THEN b.moved_at > $3::timestamptz - interval '1 day' ELSE b.agent_id = ANY($2) END
      ORDER BY b.agent_id`,
    [of.environment, of.agents, of.now],
  );
  return rows;
}

/** Moves the stable slots of many agents in one statement, empties their canaries and ends their open deployments. */
export async function movePointers(
  tx: TenantTx,
  of: {
    readonly environment: Environment;
    readonly moves: readonly MovedAgent[];
    readonly userId: string;
    readonly reason: string;
  },
): Promise<void> {
  const { environment, moves, userId, reason } = of;
  const agents = moves.map(({ agentId }) => agentId);
  // starts hold their agent: none mixes the pointer before with the one after
  await tx.client.query(
    'SELECT 1 FROM agent_registry WHERE agent_id = ANY($1) ORDER BY agent_id FOR UPDATE',
    [agents],
  );
  await tx.client.query(
    `UPDATE agent_workflow_bindings b SET workflow_id = v.manifest->'workflow'->>'id', version = v.version, agent_version = v.hash,
            workflow_version = v.workflow_version, document_hash = v.manifest->'workflow'->>'hash', deployment_id = NULL, moved_by = $4,
            moved_at = now(), updated_at = now(), revision = b.revision + 1, is_active = true
       FROM unnest($2::text[], $3::text[]) AS m(agent_id, hash) JOIN agent_versions v ON v.agent_id = m.agent_id AND v.hash = m.hash
      WHERE b.environment = $1 AND b.slot = 'stable' AND b.agent_id = m.agent_id`,
    [environment, agents, moves.map(({ to }) => to), userId],
  );
  await tx.client.query(
    `UPDATE agent_workflow_bindings SET is_active = false, revision = revision + 1, moved_by = $4, moved_at = now(), updated_at = now()
      WHERE environment = $1 AND is_active AND agent_id = ANY($2) AND (slot <> 'stable' OR agent_id = ANY($3))`,
    [environment, agents, moves.filter(({ to }) => to === null).map(({ agentId }) => agentId), userId],
  );
  await tx.client.query(
    `UPDATE pipeline_executions SET status = 'failed', errors = $3, end_time = now(), wake_at = NULL, updated_at = now(),
            actual_duration = (extract(epoch FROM now() - coalesce(start_time, now())) * 1000)::bigint
      WHERE environment = $1 AND agent_id = ANY($2) AND status IN ('pending', 'running')`,
    [environment, agents, JSON.stringify([`Ended by a rollback: ${reason}`])],
  );
}

/** Notes a rollback that was done. */
export async function insertRollback(
  tx: TenantTx,
  row: {
    readonly id: string;
    readonly checkpointId: string | null;
    readonly backupId: string;
    readonly userId: string;
    readonly environment: Environment;
    readonly moves: readonly MovedAgent[];
    readonly reason: string;
    readonly durationMs: number;
  },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO rollback_operations (tenant_id, id, checkpoint_id, initiated_by, status, affected_modules, backup_checkpoint_id,
       progress_percent, estimated_duration, completed_at, environment, reason)
     VALUES ($1, $2, $3, $4, 'completed', $5, $6, 100, $7, now(), $8, $9)`,
    [
      ...[tx.tenantId, row.id, row.checkpointId, row.userId, JSON.stringify(row.moves), row.backupId],
      ...[row.durationMs, row.environment, row.reason],
    ],
  );
}

const moved = `(SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', m->>'agentId', 'agent', a.name, 'from', f.version, 'to', t.version)
    ORDER BY a.name), '[]') FROM jsonb_array_elements(o.affected_modules) m
    JOIN agent_registry a ON a.agent_id = m->>'agentId'
    LEFT JOIN agent_versions f ON f.agent_id = m->>'agentId' AND f.hash = m->>'from'
    LEFT JOIN agent_versions t ON t.agent_id = m->>'agentId' AND t.hash = m->>'to')`;

/** One page of rollbacks, newest first, one row more than asked. */
export async function selectRollbacks(
  tx: TenantTx,
  page: { readonly after: readonly string[] | null; readonly limit: number; readonly id?: string },
): Promise<Rollback[]> {
  const { rows } = await tx.client.query<Rollback>(
    `SELECT o.id, o.environment, o.status, o.reason, o.progress_percent::float8 AS progress, o.checkpoint_id AS "restorePoint",
            o.backup_checkpoint_id AS "backupPoint", coalesce(u.display_name, 'A former member') AS "by",
            ${isoMoment('o.created_at')} AS at, o.estimated_duration::float8 AS "durationMs", ${moved} AS agents
       FROM rollback_operations o LEFT JOIN users u ON u.id = o.initiated_by
      WHERE ($1::timestamptz IS NULL OR (o.created_at, o.id) < ($1, $2::uuid)) AND ($4::uuid IS NULL OR o.id = $4)
      ORDER BY o.created_at DESC, o.id DESC LIMIT $3`,
    [page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1, page.id ?? null],
  );
  return rows;
}

/** One page of restore points, newest first, one row more than asked. */
export async function selectPoints(
  tx: TenantTx,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<RestorePoint[]> {
  const { rows } = await tx.client.query<RestorePoint>(
    `SELECT c.id, c.description, c.type, c.environment, c.hash, jsonb_array_length(c.module_state) AS agents,
            coalesce(u.display_name, 'A former member') AS "by", ${isoMoment('c.created_at')} AS at
       FROM rollback_checkpoints c LEFT JOIN users u ON u.id = c.user_id
      WHERE ($1::timestamptz IS NULL OR (c.created_at, c.id) < ($1, $2::uuid))
      ORDER BY c.created_at DESC, c.id DESC LIMIT $3`,
    [page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
  );
  return rows;
}

/** Names and labels of the agents and versions in some moves. */
export async function selectNames(tx: TenantTx, moves: readonly MovedAgent[]) {
  const { rows } = await tx.client.query<{
    agentId: string;
    agent: string;
    from: string | null;
    to: string | null;
  }>(
    `SELECT m.id AS "agentId", a.name AS agent, f.version AS "from", t.version AS "to"
       FROM unnest($1::text[], $2::text[], $3::text[]) AS m(id, was, will) JOIN agent_registry a ON a.agent_id = m.id
       LEFT JOIN agent_versions f ON f.agent_id = m.id AND f.hash = m.was
       LEFT JOIN agent_versions t ON t.agent_id = m.id AND t.hash = m.will ORDER BY a.name`,
    [moves.map(({ agentId }) => agentId), moves.map(({ from }) => from), moves.map(({ to }) => to)],
  );
  return rows;
}
