import type { Problem } from '../base/result.ts';
import { endsFault, titleOf, type WorkflowProblem } from './connect.ts';
import { canPin, passingPort, pinnablePorts } from './nodes/bypass.ts';
import { inputsOf, nodeType } from './nodes/node-types.ts';
import { type ConfigReading, readConfig } from './nodes/read-config.ts';
import { MAX_PROBLEMS } from './parse-workflow.ts';
import { referenceFaults } from './references.ts';
import { canUndo, undoFaults, undoSteps } from './undo-steps.ts';
import { WORKFLOW_LIMITS, type Workflow, type WorkflowNode } from './workflow.ts';
import {
  forwardOrder,
  goesBack,
  graphOf,
  linkKey,
  loopsOf,
  reachable,
  type WorkflowGraph,
} from './workflow-graph.ts';

/** How many loops a workflow may have, and how deep they may lie in each other. */
const MAX_LOOPS = 200;
const MAX_NESTED_LOOPS = 8;

/**
 * Everything that keeps a workflow from running, for canvas and server alike; of an unsound one up to 100 reasons. An empty
 * list is the promise that `prepareWorkflow` and `advance` can take it.
 */
export function checkWorkflow(workflow: Workflow): readonly WorkflowProblem[] {
  const graph = graphOf(workflow);
  const problems = [
    ...workflow.nodes.flatMap((node, at) => nodeFaults(node, `nodes[${at}]`)),
    ...edgeFaults(workflow, graph),
    ...frameFaults(workflow, graph),
    ...undoFaults(workflow, graph),
  ];
  if (problems.length === 0) problems.push(...referenceFaults(workflow, graph));
  return problems.slice(0, MAX_PROBLEMS);
}

const readings = new WeakMap<WorkflowNode, ConfigReading>();

function nodeFaults(node: WorkflowNode, path: string): readonly WorkflowProblem[] {
  const type = nodeType(node.type);
  if (type === undefined) {
    const message = `There is no node type "${node.type}".`;
    return [{ rule: 'WF-4', path: `${path}.type`, message, node: node.id }];
  }
  const bypass = bypassFaults(node).map((one) => ({ ...one, path: `${path}.${one.path}`, node: node.id }));
  if (node.disabled) return bypass;
  const reading = readings.get(node) ?? readConfig(type, node.config);
  readings.set(node, reading);
  return [
    ...bypass,
    ...reading.problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}`, node: node.id })),
  ];
}

function bypassFaults(node: WorkflowNode): readonly Problem[] {
  const { disabled = false, continueOnError = false, pinned } = node;
  const problems: Problem[] = [];
  if (disabled && passingPort(node) === null)
    problems.push({
      rule: 'WF-88',
      path: 'disabled',
      message: 'This step can’t be disabled: it has several paths, or begins or ends the run.',
    });
  if (continueOnError && passingPort(node) === null)
    problems.push({
      rule: 'WF-101',
      path: 'continueOnError',
      message:
        'The run can’t continue after this step fails: it has several paths, or begins or ends the run.',
    });
  if (pinned === undefined) return problems;
  const problem = (path: string, message: string) => problems.push({ rule: 'WF-89', path, message });
  if (!canPin(node)) problem('pinned', 'The output of a step that begins or ends the run can’t be pinned.');
  else if (pinned.port !== undefined && !pinnablePorts(node).includes(pinned.port))
    problem('pinned.port', `Choose one of ${pinnablePorts(node).join(', ')}.`);
  if (JSON.stringify(pinned.output).length > WORKFLOW_LIMITS.pinned)
    problem('pinned.output', `Pinned data can have at most ${WORKFLOW_LIMITS.pinned} characters.`);
  return problems;
}

function edgeFaults(workflow: Workflow, graph: WorkflowGraph): readonly WorkflowProblem[] {
  const links = new Set<string>();
  const taken = new Set<string>();
  return workflow.edges.flatMap(({ id, from, to }, at) => {
    const place = { path: `edges[${at}]`, edge: id };
    const fault = endsFault(graph, from, to);
    if (fault !== null) return [{ ...fault, ...place }];
    const link = linkKey(from, to);
    if (links.has(link)) return [{ rule: 'WF-14', message: 'This connection exists twice.', ...place }];
    links.add(link);
    const target = graph.nodes.get(to.node) as WorkflowNode;
    const port = inputsOf(target).find(({ name }) => name === to.port);
    const input = `${to.node} ${to.port}`;
    if (!port?.many && taken.has(input)) {
      const message = `${titleOf(graph, to.node)} takes only one connection. Combine several with a Merge.`;
      return [{ rule: 'WF-17', message, ...place, node: to.node }];
    }
    taken.add(input);
    return [];
  });
}

/** The beginning of a workflow: its Start, or without one the Input that nothing leads to; null unless there is exactly one. */
export function beginningOf(workflow: Workflow): WorkflowNode | null {
  const { entering } = graphOf(workflow);
  const starts = workflow.nodes.filter(({ type }) => type === 'start');
  const inputs = workflow.nodes.filter(({ id, type }) => type === 'input' && !entering.has(id));
  const candidates = starts.length > 0 ? starts : inputs;
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}

function frameFaults(workflow: Workflow, graph: WorkflowGraph): readonly WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const beginning = beginningOf(workflow);
  if (beginning === null)
    problems.push({
      rule: 'WF-19',
      path: 'nodes',
      message: 'A workflow needs exactly one Start, or one Input without incoming connections.',
    });
  if (!workflow.nodes.some(({ type }) => type === 'end' || type === 'output'))
    problems.push({ rule: 'WF-19', path: 'nodes', message: 'A workflow needs an End or an Output.' });
  const circle = circleFault(workflow, graph);
  if (circle !== null) problems.push(circle);
  else problems.push(...loopFaults(graph));
  if (beginning === null) return problems;
  const reached = reachable(graph, [beginning.id]);
  const undoing = undoSteps(workflow);
  for (const [at, node] of workflow.nodes.entries()) {
    const { id } = node;
    if (reached.has(id) || undoing.has(id)) continue;
    const other = canUndo(node) ? ', remove it, or choose it as an undo step' : ' or remove it';
    const message = `${titleOf(graph, id)} is never reached. Connect it${other}.`;
    problems.push({ rule: 'WF-24', path: `nodes[${at}]`, message, node: id });
  }
  return problems;
}

function circleFault(workflow: Workflow, graph: WorkflowGraph): WorkflowProblem | null {
  const forward = new Set(forwardOrder(graph));
  if (forward.size === workflow.nodes.length) return null;
  const left = (id: string) => graph.nodes.has(id) && !forward.has(id);
  // Every node that is left has one before it that is left: going back, the walk must come round.
  const seen = new Set<string>();
  let stuck = workflow.nodes.find(({ id }) => !forward.has(id));
  while (stuck !== undefined && !seen.has(stuck.id)) {
    seen.add(stuck.id);
    const before = graph.entering
      .get(stuck.id)
      ?.find((edge) => left(edge.from.node) && !goesBack(graph, edge.to));
    stuck = before && graph.nodes.get(before.from.node);
  }
  if (stuck === undefined) return null;
  const message = `${titleOf(graph, stuck.id)} is in a cycle. Use a Loop to repeat steps.`;
  return { rule: 'WF-18', path: `nodes[${workflow.nodes.indexOf(stuck)}]`, message, node: stuck.id };
}

function loopFaults(graph: WorkflowGraph): readonly WorkflowProblem[] {
  const count = [...graph.nodes.values()].filter(({ type }) => type === 'loop').length;
  if (count > MAX_LOOPS)
    return [{ rule: 'WF-18', path: 'nodes', message: `A workflow can have at most ${MAX_LOOPS} loops.` }];
  const loops = loopsOf(graph);
  return loops.flatMap(([loop, body]) => {
    const depth = loops.filter(([, around]) => around.has(loop)).length;
    return [
      ...(depth >= MAX_NESTED_LOOPS
        ? [loopFault(loop, `Loops can be nested at most ${MAX_NESTED_LOOPS} levels deep.`)]
        : []),
      ...[...body].flatMap((id) => insideFaults(graph, id, loop, body)),
      ...(graph.entering.get(loop) ?? [])
        .filter(({ from, to }) => to.port === 'next' && !body.has(from.node))
        .map((edge) => ({
          ...loopFault(loop, 'Only steps after the loop’s Each can lead back to Next.'),
          edge: edge.id,
        })),
    ];
  });
}

function insideFaults(
  graph: WorkflowGraph,
  id: string,
  loop: string,
  body: ReadonlySet<string>,
): readonly WorkflowProblem[] {
  const type = graph.nodes.get(id)?.type;
  if (type === 'end' || type === 'output' || type === 'start') {
    return [loopFault(id, `${titleOf(graph, id)} can’t be inside a loop. Connect it to the loop’s Done.`)];
  }
  const strange = (graph.entering.get(id) ?? []).filter(
    ({ from }) => !body.has(from.node) && !(from.node === loop && from.port === 'each'),
  );
  return strange.map((edge) => ({
    ...loopFault(id, `${titleOf(graph, id)} is inside a loop and can’t be entered from outside.`),
    edge: edge.id,
  }));
}

function loopFault(node: string, message: string): WorkflowProblem {
  return { rule: 'WF-18', path: 'nodes', message, node };
}
