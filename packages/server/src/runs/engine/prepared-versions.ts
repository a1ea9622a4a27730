import {
  contractOf,
  type PreparedWorkflow,
  prepareWorkflow,
} from '@attain/domain/workflows/prepare-workflow';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { TenantTx } from '../../db/database.ts';
import { type ContractSchemas, contractChecks } from './contract-checks.ts';
import { selectContractSchemas, selectVersion } from './run-store.ts';

const schemasOf = new WeakMap<PreparedWorkflow, ContractSchemas>();

/** The schemas a workflow was prepared with, for a thread that prepares it again. */
export function contractSchemas(prepared: PreparedWorkflow): ContractSchemas {
  return schemasOf.get(prepared) ?? {};
}

function contractsIn(workflow: Workflow): readonly string[] {
  return [...new Set(workflow.nodes.flatMap((node) => contractOf(node) ?? []))];
}

/** Prepared versions kept in memory; they never change, so one of a hash is as good as the next. */
const MAX_KEPT = 200;

/**
 * Keeps the workflows that runs are pinned to ready to run, the latest used ones. One that names contracts is kept for
 * its workspace: another one may have other contracts of that name.
 */
export function preparedVersions() {
  const kept = new Map<string, PreparedWorkflow>();
  return {
    /** The version of this hash, when it is in memory and names no contract. */
    known: (documentHash: string) => kept.get(documentHash),
    /** The workflow a run is pinned to, ready to run. Throws when it no longer passes the check, which a new release must not cause. */
    async of(
      tx: TenantTx,
      run: { readonly workflowId: string; readonly version: number; readonly documentHash: string },
    ): Promise<PreparedWorkflow> {
      const isDraft = run.version < 0;
      // pinned data counts in drafts only, so the same document is prepared apart
      const shared = isDraft ? `draft/${run.documentHash}` : run.documentHash;
      const own = `${tx.tenantId}/${shared}`;
      const place = kept.has(shared) ? shared : own;
      const known = kept.get(place);
      if (known !== undefined) {
        kept.delete(place);
        kept.set(place, known);
        return known;
      }
      const workflow = await selectVersion(tx, run.workflowId, run.version);
      const contracts = contractsIn(workflow);
      const schemas = contracts.length === 0 ? {} : await selectContractSchemas(tx, contracts);
      const prepared = prepareWorkflow(workflow, contractChecks(schemas), isDraft);
      if (!prepared.ok) {
        const [first] = prepared.problems;
        throw new Error(
          `Version ${run.version} of the workflow ${run.workflowId} can no longer run: ${first?.message ?? 'no reason given'}`,
        );
      }
      schemasOf.set(prepared.value, schemas);
      kept.set(contracts.length === 0 ? shared : own, prepared.value);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return prepared.value;
    },
  };
}
