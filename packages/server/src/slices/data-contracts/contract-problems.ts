import { contractRef } from '@attain/domain/data-contracts/contract';
import { edgeProblems } from '@attain/domain/data-contracts/edge-problems';
import type { WorkflowProblem } from '@attain/domain/workflows/connect';
import { contractOf } from '@attain/domain/workflows/prepare-workflow';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { TenantTx } from '../../db/database.ts';
import { selectContractStatuses } from './contract-store.ts';

/**
 * Why the contracts that a workflow names keep it from being published: one that does not exist, a deprecated one that
 * the version before did not use (DC-7), and steps that do not fit each other (DC-12).
 */
export async function contractProblems(
  tx: TenantTx,
  workflow: Workflow,
  before: Workflow | null,
): Promise<readonly WorkflowProblem[]> {
  const named = workflow.nodes.flatMap((node, at) => {
    const contract = contractOf(node);
    return contract === null ? [] : [{ contract, node: node.id, path: `nodes[${at}].config.contract` }];
  });
  if (named.length === 0) return [];
  const known = await selectContractStatuses(tx, [...new Set(named.map(({ contract }) => contract))]);
  const used = new Set(before?.nodes.flatMap((node) => contractOf(node) ?? []));
  const problems = named.flatMap(({ contract, node, path }) => {
    const found = known.get(contract);
    const problem = (rule: string, message: string) => [{ rule, path, message, node }];
    if (contractRef(contract) === null)
      return problem(
        'DC-11',
        `“${contract.slice(0, 100)}” is not a contract. Name it with its version, such as orders@1.0.0.`,
      );
    if (found === undefined) return problem('DC-11', `There is no data contract ${contract}.`);
    if (found.status === 'deprecated' && !used.has(contract))
      return problem('DC-7', `The data contract ${contract} is deprecated. Choose another one.`);
    return [];
  });
  return [...problems, ...edgeProblems(workflow, (contract) => known.get(contract)?.schema)];
}
