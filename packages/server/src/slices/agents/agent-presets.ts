import type { AgentPreset } from '@attain/contract/agents/agents';
import { defaultParametersOf } from '@attain/domain/agents/parameters';
import { jcs } from '@attain/domain/proofs/canonical';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectAgent } from './agent-store.ts';

/** Most presets of a person for one agent, most characters of their values, and values that are kept of earlier saves. */
const maxPresets = 50;
const maxCharacters = 100_000;
const keptValues = 10;

type Presets = { rows: AgentPreset[] };

/** The actor’s own presets of an agent, by name. Throws NOT_FOUND. */
export function listPresets(ctx: AppContext, actor: Actor, agentId: string): Promise<Presets> {
  mustAllow(actor, 'run:agents');
  return ctx.read(actor, async (tx) => {
    found(await selectAgent(tx, agentId), 'agent');
    return presetsOf(tx, agentId, actor.userId);
  });
}

/**
 * Saves values as a preset of the actor; one of that name gets them, and keeps what it had (AGENT-14). Throws NOT_FOUND; CONFLICT for
 * an agent that can’t be customized, and beyond 50 presets; BAD_INPUT for values that are too long.
 */
export function savePreset(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; name: string; description: string; parameters: JsonObject },
): Promise<Presets> {
  mustAllow(actor, 'run:agents');
  const { id: agentId, name, description, parameters } = input;
  const { userId } = actor;
  if (JSON.stringify(parameters).length > maxCharacters)
    throw new ApiError('BAD_INPUT', 'The values have more than 100,000 characters. Shorten them.');
  return ctx.write(actor, async (tx) => {
    const agent = found(await selectAgent(tx, agentId, 'for share'), 'agent');
    if (!agent.isCustomizable)
      throw new ApiError('CONFLICT', `“${agent.name}” can’t be customized. Run it with its defaults.`);
    const { rows } = await presetsOf(tx, agentId, userId);
    if (rows.length >= maxPresets && !rows.some((one) => one.name === name))
      throw new ApiError('CONFLICT', `You have ${maxPresets} presets of “${agent.name}”. Delete one first.`);
    const defaults = { ...defaultParametersOf(agent.parameters), ...agent.defaultParameters };
    const isCustom = Object.entries(parameters).some(
      ([field, value]) => jcs(value) !== jcs(defaults[field] ?? null),
    );
    await tx.client.query(
      `INSERT INTO agent_configurations AS c (tenant_id, agent_id, user_id, name, description, parameters, is_custom, environment)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (tenant_id, agent_id, user_id, name) DO UPDATE SET description = excluded.description,
         parameters = excluded.parameters, is_custom = excluded.is_custom, updated_at = now(),
         saved_configurations = CASE WHEN c.parameters = excluded.parameters THEN c.saved_configurations
           ELSE jsonb_path_query_array(jsonb_build_array(c.parameters) || c.saved_configurations, '$[0 to ${keptValues - 1}]') END`,
      [
        tx.tenantId,
        agentId,
        userId,
        name,
        description,
        JSON.stringify(parameters),
        isCustom,
        agent.environment,
      ],
    );
    tx.record({
      action: 'agent-preset.saved',
      object: { type: 'agent-preset', id: agentId },
      evidence: [sha256Hex(jcs(parameters))],
    });
    return presetsOf(tx, agentId, userId);
  });
}

/** Deletes a preset of the actor. Throws NOT_FOUND. */
export function removePreset(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; name: string },
): Promise<Presets> {
  mustAllow(actor, 'run:agents');
  return ctx.write(actor, async (tx) => {
    const { rowCount } = await tx.client.query(
      'DELETE FROM agent_configurations WHERE agent_id = $1 AND user_id = $2 AND name = $3',
      [input.id, actor.userId, input.name],
    );
    found(rowCount === 0 ? null : rowCount, 'preset');
    tx.record({ action: 'agent-preset.removed', object: { type: 'agent-preset', id: input.id } });
    return presetsOf(tx, input.id, actor.userId);
  });
}

/** Notes that a run starts with a preset. Throws NOT_FOUND if the person has none of that name. */
export async function markPresetRun(
  tx: TenantTx,
  of: { readonly agentId: string; readonly userId: string; readonly name: string },
): Promise<void> {
  const { rowCount } = await tx.client.query(
    'UPDATE agent_configurations SET last_run = now() WHERE agent_id = $1 AND user_id = $2 AND name = $3',
    [of.agentId, of.userId, of.name],
  );
  found(rowCount === 0 ? null : rowCount, 'preset');
}

async function presetsOf(tx: TenantTx, agentId: string, userId: string): Promise<Presets> {
  const { rows } = await tx.client.query<AgentPreset>(
    `SELECT name, description, parameters, is_custom AS "isCustom", ${isoMoment('last_run')} AS "lastRun",
            ${isoMoment('updated_at')} AS "updatedAt"
       FROM agent_configurations WHERE agent_id = $1 AND user_id = $2 ORDER BY name`,
    [agentId, userId],
  );
  return { rows };
}
