import type { WorkflowDetail } from '@attain/contract/workflows';
import { NotCanonical } from '@attain/domain/proofs/canonical';
import { canonicalWorkflow, parseWorkflow } from '@attain/domain/workflows/parse-workflow';
import { publishProblems } from '@attain/domain/workflows/publish-problems';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { hashOf } from '../../audit/canonical.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { deliveriesOfVersion, publishedRuns } from '../../runs/rights-of.ts';
import { contractProblems } from '../data-contracts/contract-problems.ts';
import { selectDraft, selectVersionDocument, selectVersions, selectWorkflow } from './workflow-store.ts';

/** A document as it will be stored, with its content hash. Throws BAD_INPUT with every problem of its shape. */
export function readWorkflow(json: unknown): { readonly workflow: Workflow; readonly hash: string } {
  const read = must(
    parseWorkflow(json),
    'BAD_INPUT',
    'This is not a workflow document. The schema is at /api/workflows/schema.',
  );
  const workflow = { ...read, name: read.name.trim() };
  try {
    return { workflow, hash: hashOf(canonicalWorkflow(workflow)) };
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    throw new ApiError('BAD_INPUT', error.message, {
      problems: [{ rule: 'WF-1', path: error.path, message: error.message }],
    });
  }
}

/** A workflow in its wire format: its draft, or a given version. Throws NOT_FOUND. */
export async function workflowDetail(
  tx: TenantTx,
  id: string,
  version?: number | undefined,
): Promise<WorkflowDetail> {
  const summary = found(await selectWorkflow(tx, id), 'workflow');
  const shown = found(
    version === undefined ? await selectDraft(tx, id) : await selectVersionDocument(tx, id, version),
    `version of the workflow “${summary.name}”`,
  );
  const run = (await publishedRuns(tx, [id])).get(id);
  return {
    ...summary,
    document: shown.document,
    documentHash: shown.documentHash,
    shownVersion: version ?? null,
    problems: [...publishProblems(shown.document), ...(await contractProblems(tx, shown.document, null))],
    versions: await selectVersions(tx, id),
    needs: [...(run?.needs ?? [])],
    sendsTo:
      version === undefined ? [...(run?.sendsTo ?? [])] : await deliveriesOfVersion(tx, shown.document),
  };
}
