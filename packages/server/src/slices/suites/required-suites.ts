import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectUnpassed } from './suite-store.ts';

/**
 * Throws GATE_FAILED if a required suite of the workflow has not passed on exactly this document, with the suites' names.
 * Reads stored results and runs nothing (WT-9).
 */
export async function mustPassSuites(tx: TenantTx, workflowId: string, documentHash: string): Promise<void> {
  const unpassed = await selectUnpassed(tx, workflowId, documentHash);
  if (unpassed.length === 0) return;
  const problems = unpassed.map(({ name }) => ({
    rule: 'WT-9',
    path: '',
    message: `The suite “${name}” has not passed on this version. Run it, and fix what fails.`,
  }));
  throw new ApiError('GATE_FAILED', 'Required test suites have not passed on this version.', { problems });
}
