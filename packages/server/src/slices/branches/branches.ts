import { checkAgent } from '@attain/domain/agents/check-agent';
import { readAgent } from '@attain/domain/agents/read-agent';
import { type VersionForm, versionForm } from '@attain/domain/versions/content';
import { aheadBehind, branchStatus, MAIN } from '@attain/domain/versions/history';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { versionDetail } from '../versions/read-versions.ts';
import { recordVersion } from '../versions/record-version.ts';
import {
  contentOfVersion,
  moveBranch,
  type StoredBranch,
  type StoredVersion,
  selectBranch,
  selectEditedAgent,
  selectGraph,
  selectVersion,
} from '../versions/version-rows.ts';
import { copyWorkflow, draftOf } from '../workflows/publish-changes.ts';
import { type BranchRow, selectBranches, updateBranch } from './branch-store.ts';

/** The branches of an agent, main first, with how far each is from main. Throws NOT_FOUND. */
export function listBranches(ctx: AppContext, actor: Actor, agentId: string) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    found(await selectEditedAgent(tx, agentId), 'agent');
    const branches = await selectBranches(tx, agentId);
    const graph = await selectGraph(tx, agentId);
    const main = branches.find(({ name }) => name === MAIN)?.head ?? '';
    return {
      rows: branches.map((row) => branchOf(row, aheadBehind(graph, row.head, main), ctx.clock.now())),
    };
  });
}

function branchOf(row: BranchRow, distance: { ahead: number; behind: number }, now: Date) {
  const { name, head, headBranch, version, message, author, lastCommit, workflowId, isDraft, revision } = row;
  const hasOwn = headBranch === name;
  const status = branchStatus({ name, ahead: distance.ahead, hasOwn, lastCommit }, now);
  return {
    id: name,
    name,
    author,
    lastCommit: { id: head, version, message, at: lastCommit },
    ahead: distance.ahead,
    behind: distance.behind,
    status,
    workflowId,
    isDraft,
    revision,
  };
}

/**
 * Creates a branch at a version, with a copy of its workflow to draw on. Throws NOT_FOUND, and CONFLICT if the name is in
 * use.
 */
export function createBranch(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; name: string; from?: string | undefined },
) {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const { id: agentId, name } = input;
    found(await selectEditedAgent(tx, agentId, 'FOR UPDATE OF a'), 'agent');
    const main = await selectBranch(tx, agentId, MAIN);
    if (main === null) throw new ApiError('CONFLICT', 'The agent has no version yet. Create one first.');
    if ((await selectBranch(tx, agentId, name)) !== null)
      throw new ApiError('CONFLICT', `A branch called “${name}” exists already. Choose another name.`);
    const head = found(await selectVersion(tx, agentId, input.from ?? main.head), 'version');
    await moveBranch(tx, { agentId, name, head: head.hash, userId: actor.userId });
    if (head.document !== null)
      await updateBranch(
        tx,
        { agentId, name },
        { workflow: await copyWorkflow(tx, actor, { document: head.document, suffix: name }) },
      );
    tx.record({
      action: 'agent-branch.created',
      object: { type: 'agent-branch', id: `${agentId}/${name}` },
      evidence: [head.hash],
    });
    return branchDetail(ctx, tx, { agentId, name });
  });
}

/** A branch with its form. Throws NOT_FOUND. */
export function readBranch(ctx: AppContext, actor: Actor, input: { id: string; branch: string }) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, (tx) => branchDetail(ctx, tx, { agentId: input.id, name: input.branch }));
}

async function branchDetail(ctx: AppContext, tx: TenantTx, of: { agentId: string; name: string }) {
  const branch = found(await selectBranch(tx, of.agentId, of.name), 'branch');
  const main = found(await selectBranch(tx, of.agentId, MAIN), 'branch');
  const row = found(
    (await selectBranches(tx, of.agentId)).find(({ name }) => name === of.name),
    'branch',
  );
  const distance = aheadBehind(await selectGraph(tx, of.agentId), branch.head, main.head);
  const head = found(await selectVersion(tx, of.agentId, branch.head), 'version');
  const { ...form } = formOf(branch, head);
  return { ...branchOf(row, distance, ctx.clock.now()), form };
}

const formOf = (branch: StoredBranch, head: StoredVersion): VersionForm =>
  branch.draftForm ?? contentOfVersion(head).agent;

/**
 * Saves the form of a branch; agents run by main's. Throws BAD_INPUT with all its problems, NOT_FOUND, and CONFLICT if
 * someone saved it since.
 */
export function saveBranchForm(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; branch: string; form: object; revision: number },
) {
  mustAllow(actor, 'edit:agents');
  return ctx.write(actor, async (tx) => {
    const { id: agentId, branch: name } = input;
    found(await selectEditedAgent(tx, agentId, 'FOR UPDATE OF a'), 'agent');
    const branch = await ownBranch(tx, agentId, name);
    if (branch.revision !== input.revision)
      throw new ApiError('CONFLICT', 'Another user saved this branch after you opened it. Open it again.');
    const read = must(readAgent(input.form), 'BAD_INPUT', 'The form has errors and was not saved.');
    const form = must(
      checkAgent({ ...read, agentId }),
      'BAD_INPUT',
      'The form has errors and was not saved.',
    );
    await updateBranch(tx, { agentId, name }, { form: versionForm(form) });
    tx.record({ action: 'agent-branch.saved', object: { type: 'agent-branch', id: `${agentId}/${name}` } });
    return branchDetail(ctx, tx, { agentId, name });
  });
}

async function ownBranch(tx: TenantTx, agentId: string, name: string): Promise<StoredBranch> {
  if (name === MAIN)
    throw new ApiError(
      'CONFLICT',
      'Main is edited in the agent’s form and on its canvas. Use “Create Version”.',
    );
  return found(await selectBranch(tx, agentId, name), 'branch');
}

/** Makes the branch's form and workflow its next version. Throws NOT_FOUND, and CONFLICT if nothing changed. */
export function commitBranch(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; branch: string; message: string },
) {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const { id: agentId, branch: name, message } = input;
    found(await selectEditedAgent(tx, agentId, 'FOR UPDATE OF a'), 'agent');
    const branch = await ownBranch(tx, agentId, name);
    const head = found(await selectVersion(tx, agentId, branch.head), 'version');
    const copy = branch.workflowId === null ? null : await draftOf(tx, branch.workflowId);
    // the copy has a name of its own
    const document = copy && head.document && { ...copy.document, name: head.document.name };
    const { clock } = ctx;
    const hash = await recordVersion(
      tx,
      { actor, clock },
      {
        agentId,
        branch: name,
        content: { agent: formOf(branch, head), workflow: document ?? head.document },
        workflow: head.manifest.workflow && { id: head.manifest.workflow.id, version: null },
        parents: [head],
        message,
        label: null,
      },
    );
    if (copy && branch.workflowId !== null)
      await updateBranch(
        tx,
        { agentId, name },
        { workflow: { id: branch.workflowId, revision: copy.revision } },
      );
    const { version } = found(await selectVersion(tx, agentId, hash), 'version');
    tx.record({
      action: 'agent-version.committed',
      object: { type: 'agent-version', id: agentId, version },
      evidence: [hash],
    });
    return versionDetail(ctx, tx, { id: agentId, hash });
  });
}
