import { GALLERY } from '@attain/domain/agents/gallery/gallery';
import type { GalleryAgent } from '@attain/domain/agents/gallery/gallery-agent';
import { galleryForm } from '@attain/domain/agents/gallery/gallery-form';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { mustPassSuites } from '../suites/required-suites.ts';
import { createWorkflow } from '../workflows/create-workflow.ts';
import { publishWorkflow } from '../workflows/publish-workflow.ts';
import { createAgent } from './create-agent.ts';

/**
 * Installs the gallery agents in a workspace, each with its own published workflow. Agents of an earlier, interrupted
 * attempt are kept. Throws CONFLICT if the workspace has another workflow of that name.
 */
export async function installGallery(ctx: AppContext, actor: Actor): Promise<void> {
  const there = await ctx.read(actor, async (tx) => {
    const agents = await tx.client.query<{ id: string }>('SELECT agent_id AS id FROM agent_registry');
    const flows = await tx.client.query<{ name: string; id: string; version: number; hash: string }>(
      'SELECT name, workflow_id AS id, version, document_hash AS hash FROM workflow_definitions',
    );
    return { agents: new Set(agents.rows.map(({ id }) => id)), flows: flows.rows };
  });
  for (const agent of GALLERY) {
    if (there.agents.has(agent.agentId)) continue;
    const known = there.flows.find(({ name }) => name === agent.workflow.name);
    const workflowId = await publishedWorkflow(ctx, actor, { agent, known });
    await createAgent(ctx, actor, galleryForm(agent, workflowId));
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
