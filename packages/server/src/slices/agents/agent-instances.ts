import type { AgentInstance } from '@attain/contract/agents/agent-instances';
import type { Agent } from '@attain/domain/agents/agent';
import { defaultParametersOf, runInputOf } from '@attain/domain/agents/parameters';
import { jcs } from '@attain/domain/proofs/canonical';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { minuteInWords } from '../../base/clock.ts';
import { anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import { selectAgent } from './agent-store.ts';

/** Most instances of an agent, most characters of their values, and values that are kept of earlier saves. */
const maxInstances = 200;
const maxCharacters = 100_000;
const keptValues = 10;

/** Instances by name, of one agent or of all. */
export function listInstances(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined; agent?: string | undefined },
) {
  mustAllow(actor, 'read:agents');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [anyText, anId]);
    const { rows } = await tx.client.query<AgentInstance>(
      `${select} WHERE i.tenant_id = $1 AND ($2::text IS NULL OR i.agent_id = $2)
          AND ($3::text IS NULL OR (i.instance_name, i.id) > ($3, $4::uuid))
        ORDER BY i.instance_name, i.id LIMIT $5`,
      [tx.tenantId, input.agent ?? null, after?.[0] ?? null, after?.[1] ?? null, input.limit + 1],
    );
    return onePage(rows, input.limit, (row) => [row.name, row.id]);
  });
}

/** An instance as it is saved. */
interface SavedInstance {
  /** The one that changes, and the revision the actor edited; omitted: a new one. */
  readonly instance?: { readonly id: string; readonly revision: number } | undefined;
  readonly agent: string;
  readonly name: string;
  readonly description: string;
  readonly environment: Agent['environment'];
  readonly parameters: JsonObject;
}

/**
 * Creates or changes an instance of an agent (AGENT-15). Throws NOT_FOUND; BAD_INPUT for values that don’t fit the agent’s parameters
 * or are too long; CONFLICT for an agent that can’t be customized, a name in use, beyond 200 instances, and if another user saved it
 * since the actor read it; POLICY_DENIED.
 */
export function saveInstance(ctx: AppContext, actor: Actor, input: SavedInstance) {
  mustAllow(actor, 'edit:agents');
  return ctx.write(actor, async (tx) => {
    const agent = found(await selectAgent(tx, input.agent, 'for share'), 'agent');
    checkValues(agent, input.parameters);
    const { environment, parameters } = input;
    const id = input.instance?.id ?? newId();
    const before = input.instance === undefined ? null : await holdInstance(tx, id);
    // neither where it is nor where it goes may be denied
    for (const one of new Set([before?.environment ?? environment, environment]))
      await ctx.policies.guardEdit(tx, actor, { ...agent, environment: one });
    if (before !== null) mustBeRead(before, input);
    const defaults = { ...defaultParametersOf(agent.parameters), ...agent.defaultParameters };
    const isCustom = Object.entries(parameters).some(
      ([field, value]) => jcs(value) !== jcs(defaults[field] ?? null),
    );
    await unlessTaken(
      'agent_instances_name',
      before === null
        ? insertInstance(tx, actor, { ...input, id, isCustom, agentName: agent.name })
        : updateInstance(tx, actor, { ...input, id, isCustom }),
      () =>
        new ApiError(
          'CONFLICT',
          `“${agent.name}” has an instance named “${input.name}”. Choose another name.`,
        ),
    );
    const saved = found(await selectInstance(tx, id), 'instance');
    tx.record({
      action: before === null ? 'agent-instance.created' : 'agent-instance.saved',
      object: { type: 'agent-instance', id },
      ...(before === null ? {} : { before: instanceHash(before) }),
      after: instanceHash(saved),
    });
    return saved;
  });
}

/** SHA-256 over what a person says of it, for the audit log. */
function instanceHash({ agentId, name, description, environment, parameters }: AgentInstance): string {
  return sha256Hex(jcs({ agentId, name, description, environment, parameters }));
}

/** Throws NOT_FOUND for an instance of another agent, and CONFLICT if someone saved it since the actor read it. */
function mustBeRead(stored: AgentInstance, { agent, instance }: SavedInstance): void {
  found(stored.agentId === agent ? stored : null, 'instance');
  if (stored.revision !== instance?.revision)
    throw new ApiError(
      'CONFLICT',
      `${stored.updatedBy ?? 'Another user'} saved this instance after you opened it (${minuteInWords(stored.updatedAt)}). Nothing was saved. Close it, then edit it again.`,
    );
}

function checkValues(agent: Omit<Agent, 'workflowId'>, parameters: JsonObject): void {
  if (JSON.stringify(parameters).length > maxCharacters)
    throw new ApiError('BAD_INPUT', 'The values have more than 100,000 characters. Shorten them.');
  if (!agent.isCustomizable)
    throw new ApiError('CONFLICT', `“${agent.name}” can’t be customized, so it has no instances.`);
  must(runInputOf(agent, parameters), 'BAD_INPUT', `The parameters of “${agent.name}” have errors.`);
}

type Stored = SavedInstance & { readonly id: string; readonly isCustom: boolean };

async function insertInstance(tx: TenantTx, actor: Actor, of: Stored & { agentName: string }): Promise<void> {
  const { rowCount } = await tx.client.query(
    `INSERT INTO agent_instances (tenant_id, id, agent_id, user_id, updated_by, instance_name, description, environment, parameters, is_custom_instance)
     SELECT $1, $2, $3, $4, $4, $5, $6, $7, $8, $9
      WHERE (SELECT count(*) FROM agent_instances WHERE tenant_id = $1 AND agent_id = $3) < ${maxInstances}`,
    [
      tx.tenantId,
      of.id,
      of.agent,
      actor.userId,
      of.name,
      of.description,
      of.environment,
      JSON.stringify(of.parameters),
      of.isCustom,
    ],
  );
  if (rowCount === 0)
    throw new ApiError('CONFLICT', `“${of.agentName}” has ${maxInstances} instances. Delete one first.`);
}

async function updateInstance(tx: TenantTx, actor: Actor, of: Stored): Promise<void> {
  await tx.client.query(
    `UPDATE agent_instances SET instance_name = $3, description = $4, environment = $5, parameters = $6, is_custom_instance = $7,
       updated_by = $8, revision = revision + 1, updated_at = now(),
       saved_configurations = CASE WHEN parameters = $6::jsonb THEN saved_configurations
         ELSE jsonb_path_query_array(jsonb_build_array(parameters) || saved_configurations, '$[0 to ${keptValues - 1}]') END
      WHERE tenant_id = $1 AND id = $2`,
    [
      tx.tenantId,
      of.id,
      of.name,
      of.description,
      of.environment,
      JSON.stringify(of.parameters),
      of.isCustom,
      actor.userId,
    ],
  );
}

/** Deletes an instance; its runs stay. Throws NOT_FOUND; CONFLICT while it runs; POLICY_DENIED. */
export function removeInstance(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:agents');
  return ctx.write(actor, async (tx) => {
    const instance = await holdInstance(tx, id);
    const agent = found(await selectAgent(tx, instance.agentId), 'agent');
    await ctx.policies.guardEdit(tx, actor, { ...agent, environment: instance.environment });
    const open = await tx.client.query(
      'SELECT 1 FROM agent_executions WHERE tenant_id = $1 AND instance_id = $2 AND end_time IS NULL LIMIT 1',
      [tx.tenantId, id],
    );
    if (open.rowCount !== 0)
      throw new ApiError('CONFLICT', `“${instance.name}” has a run that has not ended. Cancel it, or wait.`);
    await tx.client.query('DELETE FROM agent_instances WHERE tenant_id = $1 AND id = $2', [tx.tenantId, id]);
    tx.record({
      action: 'agent-instance.removed',
      object: { type: 'agent-instance', id },
      before: instanceHash(instance),
      after: null,
    });
    return { removed: true as const };
  });
}

/** An instance, which no one else changes or starts until the transaction ends. Throws NOT_FOUND. */
export async function holdInstance(tx: TenantTx, id: string): Promise<AgentInstance> {
  const held = await tx.client.query(
    'SELECT 1 FROM agent_instances WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [tx.tenantId, id],
  );
  found(held.rows[0], 'instance');
  return found(await selectInstance(tx, id), 'instance');
}

async function selectInstance(tx: TenantTx, id: string): Promise<AgentInstance | null> {
  const { rows } = await tx.client.query<AgentInstance>(`${select} WHERE i.tenant_id = $1 AND i.id = $2`, [
    tx.tenantId,
    id,
  ]);
  return rows[0] ?? null;
}

const select = `SELECT i.id, i.agent_id AS "agentId", a.name AS "agentName", i.instance_name AS name, i.description, i.environment,
    i.parameters, i.saved_configurations AS earlier, i.is_custom_instance AS "isCustom", i.status, ${isoMoment('i.last_run')} AS "lastRun",
    i.execution_count AS ended, i.success_count AS completed, round(i.average_confidence, 4)::text AS confidence,
    u.display_name AS owner, i.revision, ${isoMoment('i.updated_at')} AS "updatedAt", b.display_name AS "updatedBy"
  FROM agent_instances i JOIN agent_registry a ON a.tenant_id = i.tenant_id AND a.agent_id = i.agent_id JOIN users u ON u.id = i.user_id
  LEFT JOIN users b ON b.id = i.updated_by`;
