import { type Token, tokensOf } from '../workflows/expressions/tokens.ts';
import { isObject, type JsonObject, type JsonValue } from '../workflows/json-value.ts';
import { nodeType } from '../workflows/nodes/node-types.ts';
import { writtenIn } from '../workflows/nodes/read-config.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from '../workflows/workflow.ts';

export const mutantKinds = [
  'operator-changed',
  'number-changed',
  'outputs-swapped',
  'connection-removed',
  'retries-removed',
] as const;
export type MutantKind = (typeof mutantKinds)[number];

/** Faults in where the connections of a step lead. */
export const connectionFaults: readonly MutantKind[] = ['outputs-swapped', 'connection-removed'];

/** One small fault put into a workflow, to see whether a suite finds it (WT-12). */
export interface Mutant {
  readonly kind: MutantKind;
  /** The step at which runs can begin to differ. */
  readonly node: string;
  /** What was there, and what is there instead: an expression, or connections. */
  readonly before: string;
  readonly after: string;
  /** The connection that is removed; only runs that take it can differ. */
  readonly edge?: string;
  readonly workflow: Workflow;
}

/** Every fault that is made in a workflow, in the order of its steps. Some make it invalid. */
export function mutantsOf(workflow: Workflow): readonly Mutant[] {
  return workflow.nodes.flatMap((node, at) => {
    const withConfig = (config: JsonObject): Workflow => ({
      ...workflow,
      nodes: workflow.nodes.with(at, { ...node, config }),
    });
    return [
      ...changedExpressions(node, withConfig),
      ...withoutRetries(node, withConfig),
      ...changedConnections(workflow, node.id),
    ];
  });
}

type WithConfig = (config: JsonObject) => Workflow;

/** Operators by what replaces them: the opposite, and the neighbouring bound. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['>=', '<='],
  '<=': ['>', '<'],
  '>': ['<=', '>='],
  '>=': ['<', '>'],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
};

function changedExpressions(node: WorkflowNode, withConfig: WithConfig): readonly Mutant[] {
  const shape = nodeType(node.type)?.config;
  if (shape === undefined || node.disabled) return [];
  const written = writtenIn(shape, node.config).filter(
    ({ format, text }) => format === 'expression' && text !== '',
  );
  return written.flatMap(({ text, path }) =>
    tokensOf(text).flatMap((token) =>
      replacementsOf(token).map((replacement): Mutant => {
        const after = text.slice(0, token.at) + replacement + text.slice(token.at + token.text.length);
        return {
          kind: token.kind === 'number' ? 'number-changed' : 'operator-changed',
          node: node.id,
          before: text,
          after,
          workflow: withConfig(withText(node.config, stepsOf(path), after) as JsonObject),
        };
      }),
    ),
  );
}

function replacementsOf({ kind, text }: Token): readonly string[] {
  if (kind === 'sign') return OPERATORS[text] ?? [];
  return kind === 'number' && text.length < 16 ? [String(Number(text) + 1)] : [];
}

/** `config.ways[0].when` as its keys below the configuration. */
function stepsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));
}

function withText(
  value: JsonValue | undefined,
  [key, ...rest]: readonly (string | number)[],
  text: string,
): JsonValue {
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.with(Number(key), withText(value[Number(key)], rest, text));
  return isObject(value) ? { ...value, [key]: withText(value[key], rest, text) } : text;
}

function withoutRetries(node: WorkflowNode, withConfig: WithConfig): readonly Mutant[] {
  const { retries } = node.config;
  if (typeof retries !== 'number' || retries === 0) return [];
  return [
    {
      kind: 'retries-removed',
      node: node.id,
      before: String(retries),
      after: '0',
      workflow: withConfig({ ...node.config, retries: 0 }),
    },
  ];
}

/** Each connection that leaves the step is removed, and each two of its outputs are swapped. */
function changedConnections(workflow: Workflow, id: string): readonly Mutant[] {
  const leaving = workflow.edges.filter(({ from }) => from.node === id);
  const removed = leaving.map((edge): Mutant => {
    const edges = workflow.edges.filter((one) => one !== edge);
    return {
      kind: 'connection-removed',
      node: id,
      before: edgeText(edge),
      after: '',
      edge: edge.id,
      workflow: { ...workflow, edges },
    };
  });
  const ports = [...new Set(leaving.map(({ from }) => from.port))];
  const swapped = ports.flatMap((one, at) =>
    ports.slice(at + 1).map((other): Mutant => {
      const swap = (edge: WorkflowEdge): WorkflowEdge => {
        if (edge.from.node !== id || (edge.from.port !== one && edge.from.port !== other)) return edge;
        return { ...edge, from: { node: id, port: edge.from.port === one ? other : one } };
      };
      return {
        kind: 'outputs-swapped',
        node: id,
        before: `${one}, ${other}`,
        after: `${other}, ${one}`,
        workflow: { ...workflow, edges: workflow.edges.map(swap) },
      };
    }),
  );
  return [...removed, ...swapped];
}

function edgeText({ from, to }: WorkflowEdge): string {
  return `${from.port} to ${to.node}`;
}
