import { type PreparedWorkflow, prepareWorkflow } from '@attain/domain/workflows/prepare-workflow';
import type { TenantTx } from '../../db/database.ts';
import { selectVersion } from './run-store.ts';

/** Prepared versions kept in memory; they never change, so one of a hash is as good as the next. */
const MAX_KEPT = 200;

/** Keeps the workflows that runs are pinned to ready to run, the latest used ones. */
export function preparedVersions() {
  const kept = new Map<string, PreparedWorkflow>();
  return {
    /** The version of this hash, when it is in memory. */
    known: (documentHash: string) => kept.get(documentHash),
    /** The workflow a run is pinned to, ready to run. Throws when it no longer passes the check, which a new release must not cause. */
    async of(
      tx: TenantTx,
      run: { readonly workflowId: string; readonly version: number; readonly documentHash: string },
    ): Promise<PreparedWorkflow> {
      const known = kept.get(run.documentHash);
      if (known !== undefined) {
        kept.delete(run.documentHash);
        kept.set(run.documentHash, known);
        return known;
      }
      const prepared = prepareWorkflow(await selectVersion(tx, run.workflowId, run.version));
      if (!prepared.ok) {
        const [first] = prepared.problems;
        throw new Error(
          `Version ${run.version} of the workflow ${run.workflowId} can no longer run: ${first?.message ?? 'no reason given'}`,
        );
      }
      kept.set(run.documentHash, prepared.value);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return prepared.value;
    },
  };
}
