import { GALLERY } from '@attain/domain/agents/gallery/gallery';
import type { GalleryAgent } from '@attain/domain/agents/gallery/gallery-agent';
import { galleryForm } from '@attain/domain/agents/gallery/gallery-form';
import { kebab } from '@attain/domain/base/kebab-id';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { mustPassSuites } from '../suites/required-suites.ts';
import { createWorkflow } from '../workflows/create-workflow.ts';
import { publishWorkflow } from '../workflows/publish-workflow.ts';
import { saveTemplate } from './agent-templates.ts';
import { createAgent } from './create-agent.ts';

/**
 * Installs the gallery agents in a workspace, each with its own published workflow and as a template. Agents of an earlier, interrupted
 * attempt are kept. Throws CONFLICT if the workspace has another workflow of that name.
 */
export async function installGallery(ctx: AppContext, actor: Actor): Promise<void> {
  const there = await ctx.read(actor, async (tx) => {
    const agents = await tx.client.query<{ id: string }>('SELECT agent_id AS id FROM agent_registry');
    const flows = await tx.client.query<{ name: string; id: string; version: number; hash: string }>(
      'SELECT name, workflow_id AS id, version, document_hash AS hash FROM workflow_definitions',
    );
    const templates = await tx.client.query<{ id: string }>('SELECT template_id AS id FROM agent_templates');
    return {
      agents: new Set(agents.rows.map(({ id }) => id)),
      templates: new Set(templates.rows.map(({ id }) => id)),
      flows: flows.rows,
    };
  });
  for (const agent of GALLERY) {
    if (!there.agents.has(agent.agentId)) {
      const known = there.flows.find(({ name }) => name === agent.workflow.name);
      const workflowId = await publishedWorkflow(ctx, actor, { agent, known });
      await createAgent(ctx, actor, galleryForm(agent, workflowId));
    }
    if (there.templates.has(kebab(agent.name))) continue;
    await saveTemplate(ctx, actor, {
      agent: agent.agentId,
      name: agent.name,
      description: agent.description,
      industry: '',
      useCase: 'Compensation',
      tags: ['Included with Attain'],
      isRecommended: true,
      replace: false,
    });
  }
}

async function publishedWorkflow(
  ctx: AppContext,
  actor: Actor,
  of: { agent: GalleryAgent; known: { id: string; version: number; hash: string } | undefined },
): Promise<string> {
  const { workflow } = of.agent;
  let drafted = of.known;
  if (drafted === undefined) {
    const made = await createWorkflow(ctx, actor, { name: workflow.name, document: workflow });
    drafted = { id: made.id, version: 0, hash: made.documentHash };
  }
  const { id, version, hash } = drafted;
  if (version === 0) {
    await publishWorkflow(
      ctx,
      actor,
      { id, documentHash: hash, note: 'Included with Attain.' },
      mustPassSuites,
    );
  }
  return id;
}
