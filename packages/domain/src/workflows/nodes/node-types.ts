import { isObject, ownField } from '../json-value.ts';
import type { WorkflowNode } from '../workflow.ts';
import { ATTAIN_NODES } from './attain.ts';
import { EXTERNAL_NODES } from './external.ts';
import { output } from './fields.ts';
import { HUMAN_NODES } from './human.ts';
import { INTEGRATION_NODES } from './integrations.ts';
import type { NodeType, Port } from './node-type.ts';
import { TECHNICAL_NODES } from './technical.ts';
import { TOOL_NODES } from './tools.ts';
import { WORKFLOW_STEPS } from './workflow-steps.ts';

/** Every node type there is, in the order of the palette (WF-4). */
export const NODE_TYPES: readonly NodeType[] = [
  ...TECHNICAL_NODES,
  ...WORKFLOW_STEPS,
  ...EXTERNAL_NODES,
  ...HUMAN_NODES,
  ...INTEGRATION_NODES,
  ...ATTAIN_NODES,
  ...TOOL_NODES,
];

const byName: ReadonlyMap<string, NodeType> = new Map(NODE_TYPES.map((one) => [one.type, one]));

/** The type of that name, or undefined. */
export function nodeType(type: string): NodeType | undefined {
  return byName.get(type);
}

const made = new WeakMap<object, readonly Port[]>();

/** The outputs of a node: those of its type, and for a branch first the ways it is configured with. */
export function outputsOf(node: Pick<WorkflowNode, 'type' | 'config'>): readonly Port[] {
  const fixed = byName.get(node.type)?.outputs ?? [];
  if (node.type !== 'branch') return fixed;
  const known = made.get(node.config);
  if (known !== undefined) return known;
  const ways = ownField(node.config, 'ways');
  const names = (Array.isArray(ways) ? ways : []).flatMap((way) => {
    const name = isObject(way) ? ownField(way, 'name') : undefined;
    return typeof name === 'string' ? [name] : [];
  });
  const ports = [...[...new Set(names)].map((name) => output('any', name, name)), ...fixed];
  made.set(node.config, ports);
  return ports;
}

/** The inputs of a node. */
export function inputsOf(node: Pick<WorkflowNode, 'type'>): readonly Port[] {
  return byName.get(node.type)?.inputs ?? [];
}

/** Whether what leaves the one port may enter the other. */
export function portsFit(from: Port, to: Port): boolean {
  return from.type === to.type || from.type === 'any' || to.type === 'any' || !!to.also?.includes(from.type);
}
