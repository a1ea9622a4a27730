import { canConnect } from '@attain/domain/workflows/connect';
import { inputsOf, outputsOf } from '@attain/domain/workflows/nodes/node-types';
import type { PortRef, Workflow } from '@attain/domain/workflows/workflow';
import { messages } from '../messages.ts';

export interface LegalTarget {
  readonly from: PortRef;
  readonly to: PortRef;
  /** The output port, if the node has several. */
  readonly by: string | null;
  /** The target node, with its input port if it has several. */
  readonly label: string;
}

/**
 * Every allowed connection from a node, to all others or to one; if none, the reason the first is not
 * allowed.
 */
export function legalTargets(
  workflow: Workflow,
  source: string,
  only?: string,
): { readonly targets: readonly LegalTarget[]; readonly why: string | null } {
  const node = workflow.nodes.find(({ id }) => id === source);
  const outputs = node ? outputsOf(node) : [];
  const targets: LegalTarget[] = [];
  let why: string | null = outputs.length === 0 ? messages.connect.noOutput : null;
  for (const other of workflow.nodes) {
    if (only !== undefined && other.id !== only) continue;
    const inputs = inputsOf(other);
    if (inputs.length === 0 && only !== undefined) why ??= messages.connect.noInput;
    for (const output of outputs) {
      for (const input of inputs) {
        const [from, to] = [
          { node: source, port: output.name },
          { node: other.id, port: input.name },
        ];
        const fault = canConnect(workflow, from, to);
        if (fault !== null) {
          why ??= fault.message;
          continue;
        }
        const by = outputs.length > 1 ? output.label : null;
        const entering = inputs.length > 1 ? `, ${input.label}` : '';
        targets.push({ from, to, by, label: `${other.title || other.type}${entering}` });
      }
    }
  }
  return { targets, why };
}
