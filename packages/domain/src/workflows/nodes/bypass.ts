import { isObject, ownField } from '../json-value.ts';
import type { PinnedData, WorkflowNode } from '../workflow.ts';
import { outputsOf } from './node-types.ts';

/** Types that make the frame of a workflow: without them there is no run. */
const frame: readonly string[] = ['start', 'input', 'end', 'output'];

/** The output a disabled node leaves by (WF-88); null if it can't be disabled. */
export function passingPort(node: Pick<WorkflowNode, 'type' | 'config'>): string | null {
  if (frame.includes(node.type) || node.type === 'loop') return null;
  const names = outputsOf(node).map(({ name }) => name);
  if (names.includes('out')) return 'out';
  const ways = names.filter((name) => name !== 'error');
  return ways.length === 1 ? (ways[0] ?? null) : null;
}

/** Whether a run of the draft can take a node's output from pinned data (WF-89). */
export function canPin({ type }: Pick<WorkflowNode, 'type'>): boolean {
  return !frame.includes(type);
}

/** The outputs that pinned data can leave by. */
export function pinnablePorts(node: Pick<WorkflowNode, 'type' | 'config'>): readonly string[] {
  const names = outputsOf(node).map(({ name }) => name);
  return names.filter((name) => name !== 'error' && !(node.type === 'loop' && name === 'each'));
}

/** The output that pinned data leaves by: the one it names, the decision it holds, else the first. */
export function pinnedPort(node: Pick<WorkflowNode, 'type' | 'config'>, pinned: PinnedData): string {
  const ports = pinnablePorts(node);
  const decision = isObject(pinned.output) ? ownField(pinned.output, 'decision') : undefined;
  return pinned.port ?? ports.find((name) => name === decision) ?? passingPort(node) ?? ports[0] ?? 'out';
}
