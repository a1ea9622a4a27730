import type { AgentTemplate } from '@attain/contract/agents/agent-templates';
import type { Agent } from '@attain/domain/agents/agent';
import { kebab } from '@attain/domain/base/kebab-id';
import { jcs } from '@attain/domain/proofs/canonical';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aCount, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing, isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import type { TemplateContent } from '../../db/schema/agents.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import type { WriteTx } from '../../db/write.ts';
import { selectEditedAgent } from '../versions/version-rows.ts';
import { addWorkflow } from '../workflows/create-workflow.ts';
import { workflowDetail } from '../workflows/workflow-document.ts';
import { selectAgent } from './agent-store.ts';

/** Recommended templates first, then the most used, then by name. */
export function listTemplates(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined; search?: string | undefined },
) {
  mustAllow(actor, 'read:agents');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aCount, aCount, anyText, anyText]);
    const { rows } = await tx.client.query<AgentTemplate>(
      `${select} WHERE t.tenant_id = $1 AND ($2::text IS NULL OR concat_ws(' ', t.name, t.description, t.category, t.industry, t.use_case,
              array_to_string(t.tags, ' ')) ILIKE $2)
          AND ($3::int IS NULL OR (CASE WHEN t.is_recommended THEN 0 ELSE 1 END, -t.popularity, t.name, t.template_id) > ($3, -$4::int, $5, $6))
        ORDER BY CASE WHEN t.is_recommended THEN 0 ELSE 1 END, -t.popularity, t.name, t.template_id LIMIT $7`,
      [tx.tenantId, containing(input.search), ...(after ?? [null, null, null, null]), input.limit + 1],
    );
    return onePage(rows, input.limit, (row) => [row.isRecommended ? 0 : 1, row.popularity, row.name, row.id]);
  });
}

/** A template as it is saved; its templateId is derived from the name. */
interface SavedTemplate {
  readonly agent: string;
  readonly name: string;
  readonly description: string;
  readonly industry: string;
  readonly useCase: string;
  readonly tags: readonly string[];
  readonly isRecommended: boolean;
  readonly replace: boolean;
}

/**
 * Saves an agent’s form and its workflow, as published last or else as drawn, as a template (AGENT-17). Throws NOT_FOUND; BAD_INPUT for
 * a name without letters or digits; CONFLICT if the templateId is in use and `replace` is not set.
 */
export function saveTemplate(ctx: AppContext, actor: Actor, input: SavedTemplate) {
  mustAllow(actor, 'edit:agents');
  return ctx.write(actor, async (tx) => {
    const id = await storeTemplate(tx, actor, input);
    return found(await selectTemplate(tx, id), 'template');
  });
}

/** Its templateId. */
async function storeTemplate(tx: WriteTx, actor: Actor, input: SavedTemplate): Promise<string> {
  const templateId = kebab(input.name);
  if (templateId === '')
    throw new ApiError('BAD_INPUT', 'A template’s name needs a letter from a to z or a digit.', {
      problems: [{ rule: 'AGENT-17', path: 'name', message: 'Use at least one letter or digit.' }],
    });
  const agent = found(await selectAgent(tx, input.agent, 'for share'), 'agent');
  const content: TemplateContent = { agent: formOf(agent), workflow: await workflowOf(tx, agent) };
  const before = input.replace ? await templateHash(tx, templateId) : null;
  await unlessTaken(
    'agent_templates_template_id',
    tx.client.query(
      `INSERT INTO agent_templates (tenant_id, template_id, name, description, environment, agent_id, category, industry, use_case,
         parameters, metadata, tags, is_recommended, updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       ${before === null ? '' : replaced}`,
      [
        tx.tenantId,
        templateId,
        input.name,
        input.description,
        agent.environment,
        agent.agentId,
        agent.category,
        input.industry,
        input.useCase,
        JSON.stringify(agent.parameters),
        JSON.stringify(content),
        input.tags,
        input.isRecommended,
        actor.userId,
      ],
    ),
    () =>
      new ApiError(
        'CONFLICT',
        `A template called “${input.name}” already exists. Choose another name, or replace it.`,
      ),
  );
  tx.record({
    action: 'agent-template.saved',
    object: { type: 'agent-template', id: templateId },
    ...(before === null ? {} : { before }),
    after: await templateHash(tx, templateId),
  });
  return templateId;
}

/** SHA-256 over what a template says, for the audit log; held until the transaction ends. Null: there is none. */
async function templateHash(tx: TenantTx, id: string): Promise<string | null> {
  const { rows } = await tx.client.query<JsonObject>(
    `SELECT name, description, environment, agent_id, category, industry, use_case, parameters, metadata, tags, is_recommended
       FROM agent_templates WHERE tenant_id = $1 AND template_id = $2 FOR UPDATE`,
    [tx.tenantId, id],
  );
  return rows[0] === undefined ? null : sha256Hex(jcs(rows[0]));
}

const replaced = `ON CONFLICT (tenant_id, template_id) DO UPDATE SET ${[
  ...['name', 'description', 'environment', 'agent_id', 'category', 'industry', 'use_case', 'parameters'],
  ...['metadata', 'tags', 'is_recommended', 'updated_by'],
]
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}, updated_at = now()`;

function formOf({ parameters: _, ...agent }: Omit<Agent, 'workflowId'>): TemplateContent['agent'] {
  const { name, description, environment, type, category, module, submodule, capabilities } = agent;
  const { defaultParameters, parameterSchema, isCustomizable, riskLevel, trustThreshold } = agent;
  const { triggerConditions } = agent;
  return {
    ...{ name, description, environment, type, category, module, submodule, capabilities },
    ...{ defaultParameters, parameterSchema, isCustomizable, riskLevel, trustThreshold, triggerConditions },
    // an agent of its own: not the version and the label of this one
    ...{ version: '1.0.0', isActive: true, isTemplate: false },
  };
}

async function workflowOf(
  tx: TenantTx,
  agent: Pick<Agent, 'agentId' | 'workflowId'>,
): Promise<Workflow | null> {
  if (agent.workflowId === null) return null;
  const published = (await selectEditedAgent(tx, agent.agentId))?.workflow?.document;
  return published ?? (await workflowDetail(tx, agent.workflowId)).document;
}

/**
 * Counts an agent that is created from a template, and copies the template’s workflow for one that has none: a draft that its editor
 * publishes. The agent as it is to be stored, and the hash of the copy as evidence. Throws NOT_FOUND, NOT_ALLOWED.
 */
export async function beginFromTemplate(
  tx: TenantTx,
  actor: Actor,
  given: { readonly agent: Agent; readonly template: string },
): Promise<{ readonly agent: Agent; readonly copied: readonly string[] }> {
  const { agent } = given;
  const { rows } = await tx.client.query<{ workflow: Workflow | null }>(
    `UPDATE agent_templates SET popularity = popularity + 1 WHERE tenant_id = $1 AND template_id = $2
     RETURNING metadata->'workflow' AS workflow`,
    [tx.tenantId, given.template],
  );
  const { workflow } = found(rows[0], 'template');
  if (workflow === null || agent.workflowId !== null) return { agent, copied: [] };
  mustAllow(actor, 'edit:workflows');
  const name = await freeName(tx, agent.name);
  const { id, hash } = await addWorkflow(tx, actor.userId, { name, document: workflow });
  return { agent: { ...agent, workflowId: id }, copied: [hash] };
}

/** The name, or the first with a number behind it that no workflow has. */
async function freeName(tx: TenantTx, name: string): Promise<string> {
  const { rows } = await tx.client.query<{ name: string }>(
    'SELECT name FROM workflow_definitions WHERE tenant_id = $1 AND starts_with(name, $2)',
    [tx.tenantId, name],
  );
  const used = new Set(rows.map((row) => row.name));
  let free = name;
  for (let number = 2; used.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

/** Deletes a template; agents created from it stay. Throws NOT_FOUND. */
export function removeTemplate(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:agents');
  return ctx.write(actor, async (tx) => {
    const before = found(await templateHash(tx, id), 'template');
    await tx.client.query('DELETE FROM agent_templates WHERE tenant_id = $1 AND template_id = $2', [
      tx.tenantId,
      id,
    ]);
    tx.record({
      action: 'agent-template.removed',
      object: { type: 'agent-template', id },
      before,
      after: null,
    });
    return { removed: true as const };
  });
}

async function selectTemplate(tx: TenantTx, id: string): Promise<AgentTemplate | null> {
  const { rows } = await tx.client.query<AgentTemplate>(
    `${select} WHERE t.tenant_id = $1 AND t.template_id = $2`,
    [tx.tenantId, id],
  );
  return rows[0] ?? null;
}

const select = `SELECT t.template_id AS id, t.name, t.description, t.category, t.industry, t.use_case AS "useCase", t.tags,
    t.is_recommended AS "isRecommended", t.popularity, t.agent_id AS "savedFrom",
    t.metadata->'agent' || jsonb_build_object('agentId', '', 'workflowId', NULL, 'parameters', t.parameters) AS agent,
    t.metadata->'workflow'->>'name' AS workflow, ${isoMoment('t.updated_at')} AS "updatedAt", u.display_name AS "updatedBy"
  FROM agent_templates t LEFT JOIN users u ON u.id = t.updated_by`;
