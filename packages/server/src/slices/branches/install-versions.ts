import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { readAgent } from '../agents/read-agents.ts';
import { updateAgent } from '../agents/update-agent.ts';
import { commitBranch, createBranch, listBranches, readBranch, saveBranchForm } from './branches.ts';
import { createVersion } from './create-version.ts';
import { listMergeRequests, openMergeRequest } from './merge-requests.ts';

const agentId = 'territory-plan-optimizer';
const branch = 'tune-threshold';

/**
 * Gives the sample an agent with a second version and an open merge request with two conflicts. What an earlier,
 * interrupted attempt made is kept.
 */
export async function installVersions(ctx: AppContext, actor: Actor): Promise<void> {
  const { rows: branches } = await listBranches(ctx, actor, agentId);
  if (!branches.some(({ name }) => name === branch))
    await createBranch(ctx, actor, { id: agentId, name: branch });
  await commitOnBranch(ctx, actor);
  await versionMain(ctx, actor);
  const { rows: requests } = await listMergeRequests(ctx, actor, { id: agentId, limit: 1 });
  if (requests.length === 0)
    await openMergeRequest(ctx, actor, { id: agentId, branch, title: 'Lower the trust threshold to 70%' });
}

async function commitOnBranch(ctx: AppContext, actor: Actor): Promise<void> {
  const { form, revision, ahead, isDraft } = await readBranch(ctx, actor, { id: agentId, branch });
  if (ahead > 0) return;
  const changed = {
    ...form,
    trustThreshold: 0.7,
    riskLevel: 'medium',
    description: 'Suggests moving quota between territories.',
  };
  if (!isDraft) await saveBranchForm(ctx, actor, { id: agentId, branch, form: changed, revision });
  await commitBranch(ctx, actor, { id: agentId, branch, message: 'Lower the trust threshold to 70%' });
}

async function versionMain(ctx: AppContext, actor: Actor): Promise<void> {
  const { rows } = await listBranches(ctx, actor, agentId);
  if (rows.some(({ name, lastCommit }) => name === 'main' && lastCommit.version !== '1.0.0')) return;
  const {
    published: _p,
    sendsTo: _s,
    createdAt: _c,
    updatedAt: _u,
    updatedBy: _b,
    agentId: _a,
    ...form
  } = await readAgent(ctx, actor, agentId);
  const description = 'Finds the least balanced territories and suggests moving quota.';
  await updateAgent(ctx, actor, { ...form, id: agentId, trustThreshold: 0.8, description });
  await createVersion(ctx, actor, {
    id: agentId,
    version: '1.1.0',
    message: 'Lower the trust threshold to 80%',
  });
}
