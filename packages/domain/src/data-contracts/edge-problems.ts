import type { WorkflowProblem } from '../workflows/connect.ts';
import { titleOf } from '../workflows/connect.ts';
import { contractOf } from '../workflows/prepare-workflow.ts';
import type { Workflow, WorkflowNode } from '../workflows/workflow.ts';
import { graphOf } from '../workflows/workflow-graph.ts';
import { differencesTo } from './compatibility.ts';
import type { JsonSchema } from './contract.ts';

/** The setting of a node that replaces its input; blank, what enters is what its contract checks. */
const replacing: Readonly<Record<string, string>> = { end: 'result', output: 'value', input: '' };

/**
 * Connections whose steps have contracts that do not fit (DC-12): a value that the first hands on may break the contract
 * of the second. Only where the second checks its input as it comes.
 */
export function edgeProblems(
  workflow: Workflow,
  schemaOf: (contract: string) => JsonSchema | undefined,
): readonly WorkflowProblem[] {
  const graph = graphOf(workflow);
  return workflow.edges.flatMap(({ id, from, to }, at) => {
    const [source, target] = [graph.nodes.get(from.node), graph.nodes.get(to.node)];
    if (!source || !target || from.port === 'error' || !checksInput(target)) return [];
    if ((graph.entering.get(to.node) ?? []).length > 1) return [];
    const names = [contractOf(source), contractOf(target)];
    const [given, wanted] = names.map((name) => (name === null ? undefined : schemaOf(name)));
    if (given === undefined || wanted === undefined || names[0] === names[1]) return [];
    const [first] = differencesTo(given, wanted);
    if (first === undefined) return [];
    const where = first.path === '' ? '' : ` at ${first.path}`;
    const message = `${titleOf(graph, from.node)} hands on ${names[0]}, which may not fit ${names[1]}${where}: ${first.message}`;
    return [{ rule: 'DC-12', path: `edges[${at}]`, message, edge: id, node: to.node }];
  });
}

function checksInput({ type, config }: WorkflowNode): boolean {
  const setting = replacing[type];
  return setting !== undefined && (config[setting] ?? '') === '';
}
