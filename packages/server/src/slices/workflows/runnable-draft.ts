import { publishProblems } from '@attain/domain/workflows/publish-problems';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { contractProblems } from '../data-contracts/contract-problems.ts';
import { unknownPeople } from './named-people.ts';
import { readWorkflow } from './workflow-document.ts';
import { keepDraft, lockWorkflow } from './workflow-store.ts';

/**
 * Keeps the saved draft, or a part of it, for a run, and returns the number and hash it is kept under. It must meet the rules of
 * publishing, so that no task of it is open to everyone. Throws CONFLICT if the draft was saved again, and WORKFLOW_INVALID with
 * every reason why it can't run.
 */
export async function runnableDraft(
  tx: TenantTx,
  actor: Actor,
  wanted: {
    readonly workflowId: string;
    readonly revision: number;
    readonly part: (draft: Workflow) => Workflow;
  },
): Promise<{ readonly version: number; readonly documentHash: string }> {
  const { workflowId, revision, part } = wanted;
  const locked = found(await lockWorkflow(tx, workflowId), 'workflow');
  if (locked.revision !== revision)
    throw new ApiError('CONFLICT', 'The draft was saved again after you opened it. Review it, then run it.');
  const document = part(locked.document);
  const problems = [
    ...publishProblems(document),
    ...(await unknownPeople(tx, document)),
    ...(await contractProblems(tx, document, document)),
  ];
  if (problems.length > 0)
    throw new ApiError('WORKFLOW_INVALID', 'This draft has errors and can’t run.', { problems });
  const documentHash = document === locked.document ? locked.documentHash : readWorkflow(document).hash;
  const version = await keepDraft(tx, { id: workflowId, document, documentHash, userId: actor.userId });
  return { version, documentHash };
}
