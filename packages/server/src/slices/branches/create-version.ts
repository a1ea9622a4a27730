import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { WriteTx } from '../../db/write.ts';
import { agentWorkflow, restoreForm } from '../agents/restore-form.ts';
import { mustPassSuites } from '../suites/required-suites.ts';
import { versionDetail } from '../versions/read-versions.ts';
import { headOfMain, mainContent, proposalOf, recordMain } from '../versions/record-version.ts';
import { selectEditedAgent, selectVersion } from '../versions/version-rows.ts';
import { draftOf, publishChanges } from '../workflows/publish-changes.ts';

/**
 * Makes the agent's form and its workflow's draft the next version of main; a draft that differs is published. Throws
 * NOT_FOUND, CONFLICT if nothing changed or the label is in use, and WORKFLOW_INVALID with every reason.
 */
export function createVersion(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; version?: string | undefined; message: string },
) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const { id, message } = input;
    const workflowId = await agentWorkflow(tx, id);
    if (workflowId === null)
      throw new ApiError('CONFLICT', 'The agent has no workflow. Choose one in its form.');
    await publishChanges(tx, actor, { id: workflowId, note: message, mustPass: mustPassSuites });
    return recordAct(ctx, tx, actor, { id, message, label: input.version ?? null });
  });
}

/**
 * Makes an older version's form and workflow the newest version of main. The versions between stay. Throws NOT_FOUND, and
 * CONFLICT if main has the same content.
 */
export function revertVersion(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; hash: string; message: string },
) {
  mustAllow(actor, 'publish:workflows');
  mustAllow(actor, 'edit:agents');
  return ctx.write(actor, async (tx) => {
    const { id, hash } = input;
    const old = found(await selectVersion(tx, id, hash), 'version');
    const { workflow } = old.manifest;
    const message = input.message || `Reverts to ${old.version}`;
    if (workflow !== null && old.document !== null) {
      if (workflow.id !== (await agentWorkflow(tx, id)))
        throw new ApiError(
          'CONFLICT',
          `Version ${old.version} runs the workflow “${workflow.id}”. Choose that workflow in the agent’s form first.`,
        );
      await publishChanges(tx, actor, {
        id: workflow.id,
        document: old.document,
        note: message,
        mustPass: mustPassSuites,
      });
    }
    await restoreForm(tx, actor, { agentId: id, form: old.manifest.agent });
    return recordAct(ctx, tx, actor, { id, message, label: null });
  });
}

async function recordAct(
  ctx: AppContext,
  tx: WriteTx,
  actor: Actor,
  of: { id: string; message: string; label: string | null },
) {
  const { clock } = ctx;
  const made = await recordMain(
    tx,
    { actor, clock },
    { agentId: of.id, message: of.message, label: of.label },
  );
  const hash = found(made, 'agent');
  const { version } = found(await selectVersion(tx, of.id, hash), 'version');
  tx.record({
    action: 'agent-version.created',
    object: { type: 'agent-version', id: of.id, version },
    evidence: [hash],
  });
  return versionDetail(ctx, tx, { id: of.id, hash });
}

/** What the next version would be: its label, what changes, and why it can't be created. */
export function proposeVersion(ctx: AppContext, actor: Actor, agentId: string) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const edited = found(await selectEditedAgent(tx, agentId), 'agent');
    const head = await headOfMain(tx, agentId);
    const workflowId = await agentWorkflow(tx, agentId);
    const draft = workflowId === null ? null : await draftOf(tx, workflowId);
    const content = { ...mainContent(edited), workflow: draft?.document ?? null };
    const proposal = proposalOf(content, head ?? undefined);
    return {
      version: proposal.label ?? edited.label,
      bump: proposal.bump,
      changes: [...proposal.changes],
      hasWorkflow: workflowId !== null,
      head: head && { hash: head.hash, version: head.version },
    };
  });
}
