import { publishProblems } from '@attain/domain/workflows/publish-problems';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { contractProblems } from '../data-contracts/contract-problems.ts';
import { recordPublished } from '../versions/record-version.ts';
import { unknownPeople } from './named-people.ts';
import { stopOthersTriggers } from './stop-triggers.ts';
import { workflowDetail } from './workflow-document.ts';
import { insertVersion, type LockedWorkflow, lockWorkflow, selectVersionDocument } from './workflow-store.ts';

/** Throws if a document of a workflow may not be published yet. */
export type Gate = (tx: TenantTx, workflowId: string, documentHash: string) => Promise<void>;

/**
 * Publishes the draft as a version that never changes; only published versions can run. Throws CONFLICT if the draft is
 * not the one the actor opened or is already published, and WORKFLOW_INVALID with every reason why it can't run.
 * Triggers that would run it with rights the actor lacks are disabled. The agent that runs it gets a version too (VC-1).
 * Throws what the gate throws.
 */
export function publishWorkflow(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; documentHash: string; note: string },
  mustPass: Gate,
) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const locked = found(await lockWorkflow(tx, input.id), 'workflow');
    if (locked.documentHash !== input.documentHash) {
      throw new ApiError(
        'CONFLICT',
        'The draft was saved again after you opened it. Review it, then publish.',
      );
    }
    const version = await publishDraft(tx, actor, { locked, note: input.note, mustPass });
    const { id, documentHash } = locked;
    const clock = ctx.clock;
    tx.record({
      action: 'workflow.published',
      object: { type: 'workflow', id, version: String(version) },
      before: documentHash,
      after: documentHash,
      evidence: await recordPublished(tx, { actor, clock }, { workflowId: id, note: input.note }),
    });
    return workflowDetail(tx, id);
  });
}

/**
 * Stores the draft of a locked workflow as its next version, and returns its number. Throws CONFLICT if the draft is the
 * newest version, WORKFLOW_INVALID, and what the gate throws.
 */
export async function publishDraft(
  tx: TenantTx,
  actor: Actor,
  {
    locked,
    note,
    mustPass,
  }: { readonly locked: LockedWorkflow; readonly note: string; readonly mustPass: Gate },
): Promise<number> {
  const { id, document, documentHash } = locked;
  const before = locked.version === 0 ? null : await selectVersionDocument(tx, id, locked.version);
  if (before?.documentHash === documentHash) {
    throw new ApiError('CONFLICT', `There are no changes since version ${locked.version}.`);
  }
  const problems = [
    ...publishProblems(document),
    ...(await unknownPeople(tx, document)),
    ...(await contractProblems(tx, document, before?.document ?? null)),
  ];
  if (problems.length > 0) {
    throw new ApiError('WORKFLOW_INVALID', 'This workflow has errors and can’t be published.', {
      problems,
    });
  }
  await mustPass(tx, id, documentHash);
  const version = locked.version + 1;
  await insertVersion(tx, { id, version, document, documentHash, note, userId: actor.userId });
  await stopOthersTriggers(tx, actor, { id, version });
  return version;
}
