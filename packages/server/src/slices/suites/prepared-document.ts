import type { Prepare } from '@attain/domain/suites/run-case';
import { contractOf, prepareWorkflow } from '@attain/domain/workflows/prepare-workflow';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { contractChecks } from '../../runs/engine/contract-checks.ts';
import { selectContractSchemas } from '../../runs/engine/run-store.ts';
import { workflowDetail } from '../workflows/workflow-document.ts';

/** The draft (`version` null) or a version of a workflow, ready to run. Throws NOT_FOUND, and WORKFLOW_INVALID if it can’t run. */
export async function preparedDocument(
  tx: TenantTx,
  { workflowId, version }: { readonly workflowId: string; readonly version: number | null },
) {
  const { document, documentHash } = await workflowDetail(tx, workflowId, version ?? undefined);
  const contracts = [...new Set(document.nodes.flatMap((node) => contractOf(node) ?? []))];
  const schemas = contracts.length === 0 ? {} : await selectContractSchemas(tx, contracts);
  const checks = contractChecks(schemas);
  /** Another document that names the same contracts; null if it can’t run. */
  const prepare: Prepare = (changed, isDraft) => {
    const again = prepareWorkflow(changed, checks, isDraft);
    return again.ok ? again.value : null;
  };
  const prepared = prepareWorkflow(document, checks);
  if (prepared.ok) return { prepared: prepared.value, documentHash, prepare };
  const [first] = prepared.problems;
  throw new ApiError('WORKFLOW_INVALID', `The workflow has errors and can’t run: ${first?.message ?? ''}`);
}
