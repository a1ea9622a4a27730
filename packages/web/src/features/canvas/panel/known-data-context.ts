import type { KnownData } from '@attain/domain/workflows/expressions/known-data';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import { readConfig } from '@attain/domain/workflows/nodes/read-config';
import { sampleFor, sampleRecord } from '@attain/domain/workflows/nodes/sample-output';
import type { Workflow, WorkflowNode } from '@attain/domain/workflows/workflow';
import { graphOf, loopsOf, type WorkflowGraph } from '@attain/domain/workflows/workflow-graph';
import { createContext } from 'react';
import type { ShownRun } from '../acts/shown-run.ts';

/** The values that expressions of the selected node can use; null outside of a node. */
export const KnownDataContext = createContext<KnownData | null>(null);

/** What expressions about the answer of a call see. */
export const answerData: KnownData = {
  names: { status: 200, headers: { link: '' }, body: null, page: 1 },
  nodes: {},
};

/** What expressions of a node see: values of the run shown, otherwise samples of the steps' types. */
export function knownDataOf(workflow: Workflow, node: WorkflowNode, run: ShownRun | undefined): KnownData {
  const graph = graphOf(workflow);
  const before = stepsBefore(graph, node.id);
  const nodes: JsonObject = Object.fromEntries(before.map((one) => [one.id, outputOf(one, run)]));
  const previous = (graph.entering.get(node.id) ?? []).map(({ from }) => from.node);
  const [first] = previous;
  const seen = run?.steps.findLast((step) => step.node === node.id && step.status !== 'skipped')?.input;
  const arriving =
    previous.length > 1
      ? Object.fromEntries(previous.map((id) => [id, nodes[id] ?? null]))
      : first === undefined
        ? null
        : (nodes[first] ?? null);
  const input = (seen as JsonValue | undefined) ?? arriving;
  const start = workflow.nodes.find(({ type }) => type === 'start' || type === 'input');
  const vars = Object.fromEntries(workflow.variables.map((one) => [one.name, one.default]));
  const names = {
    input,
    run: { id: '', input: start === undefined ? null : outputOf(start, run), by: '', startedAt: '' },
    vars,
  };
  const loop = [...loopsOf(graph)].some(([, body]) => body.has(node.id));
  return { names: loop ? { ...names, loop: { index: 0, item: null, last: null } } : names, nodes };
}

/** The steps that lead to a node, nearest first. */
function stepsBefore(graph: WorkflowGraph, id: string): readonly WorkflowNode[] {
  const seen = new Set([id]);
  const open = [id];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const { from } of graph.entering.get(next) ?? []) {
      if (seen.has(from.node)) continue;
      seen.add(from.node);
      open.push(from.node);
    }
  }
  return [...seen].slice(1).flatMap((one) => graph.nodes.get(one) ?? []);
}

function outputOf(node: WorkflowNode, run: ShownRun | undefined): JsonValue {
  const seen = run?.steps.findLast((step) => step.node === node.id && step.status === 'success');
  if (seen?.output !== undefined && seen.output !== null) return seen.output as JsonValue;
  const type = nodeType(node.type);
  if (type === undefined) return null;
  const config = readConfig(type, node.config).config ?? {};
  if (type.type === 'start' || type.type === 'input') return sampleRecord(config.fields);
  if (type.type === 'data_collection' && Array.isArray(config.values))
    return Object.fromEntries(config.values.filter(isObject).map((row) => [String(row.name), null]));
  return type.working === 'effect' || type.working === 'task' ? sampleFor({ node, type, config }) : null;
}
