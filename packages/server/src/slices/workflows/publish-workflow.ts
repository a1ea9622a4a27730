import { publishProblems } from '@attain/domain/workflows/publish-problems';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { contractProblems } from '../data-contracts/contract-problems.ts';
import { unknownPeople } from './named-people.ts';
import { stopOthersTriggers } from './stop-triggers.ts';
import { workflowDetail } from './workflow-document.ts';
import { insertVersion, lockWorkflow, selectVersionDocument, selectVersions } from './workflow-store.ts';

/** Throws if a document of a workflow may not be published yet. */
export type Gate = (tx: TenantTx, workflowId: string, documentHash: string) => Promise<void>;

/**
 * Publishes the draft as a version that never changes; only published versions can run. Throws CONFLICT if the draft is
 * not the one the actor opened or is already published, and WORKFLOW_INVALID with every reason why it can't run.
 * Triggers that would run it with rights the actor lacks are disabled. Throws what the gate throws.
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
    const published = (await selectVersions(tx, locked.id)).find(
      (version) => version.documentHash === locked.documentHash,
    );
    if (published) {
      throw new ApiError('CONFLICT', `There are no changes since version ${published.version}.`);
    }
    const before = locked.version === 0 ? null : await selectVersionDocument(tx, locked.id, locked.version);
    const problems = [
      ...publishProblems(locked.document),
      ...(await unknownPeople(tx, locked.document)),
      ...(await contractProblems(tx, locked.document, before?.document ?? null)),
    ];
    if (problems.length > 0) {
      throw new ApiError('WORKFLOW_INVALID', 'This workflow has errors and can’t be published.', {
        problems,
      });
    }
    await mustPass(tx, locked.id, locked.documentHash);
    const version = locked.version + 1;
    const { id, document, documentHash } = locked;
    await insertVersion(tx, { id, version, document, documentHash, note: input.note, userId: actor.userId });
    await stopOthersTriggers(tx, actor, { id, version });
    tx.record({
      action: 'workflow.published',
      object: { type: 'workflow', id, version: String(version) },
      before: documentHash,
      after: documentHash,
    });
    return workflowDetail(tx, id);
  });
}
