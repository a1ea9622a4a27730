import { precedingSteps } from '../workflows/preceding-steps.ts';
import type { Workflow, WorkflowNode } from '../workflows/workflow.ts';

/** Node types that calculate, pay, or decide about pay. */
const moneyTypes = [
  ...['payment', 'calculate_pay', 'validate_payouts', 'explain_pay', 'simulate_plan'],
  ...['open_dispute', 'resolve_dispute', 'create_suggestion'],
];

/** Node types whose result holds records about people of the workspace. */
const personalTypes = [
  ...['calculate_pay', 'validate_payouts', 'explain_pay', 'simulate_plan', 'read_workspace'],
  ...['import_deals', 'open_dispute', 'resolve_dispute', 'create_suggestion'],
  // what another workflow hands back is not looked into
  'sub_workflow',
];

const readsOwn = ({ config }: WorkflowNode) => config.database === 'attain';

/** Whether a workflow calculates or moves pay: the agents that it belongs to are financial (GOV-8). */
export function handlesMoney({ nodes }: Workflow): boolean {
  return nodes.some(
    (node) => moneyTypes.includes(node.type) || (node.type === 'database_write' && readsOwn(node)),
  );
}

/**
 * The labels of the data that may reach a node: personal data of the workspace’s region, if a step before it reads records
 * about people or another workflow started the run (GOV-9).
 */
export function labelsAt(
  workflow: Workflow,
  nodeId: string,
  of: { readonly region: string; readonly isStartedByRun: boolean },
): string[] {
  const before = new Set<string>();
  let round = [nodeId];
  while (round.length > 0) {
    round = precedingSteps(workflow, round).filter((id) => !before.has(id));
    for (const id of round) before.add(id);
  }
  const isPersonal = workflow.nodes.some(
    (node) => before.has(node.id) && (personalTypes.includes(node.type) || readsOwn(node)),
  );
  return isPersonal || of.isStartedByRun ? [`personal:${of.region}`] : [];
}
