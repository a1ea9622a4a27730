import type { PortRef } from '@attain/domain/workflows/workflow';
import type { Handle } from '@xyflow/react';

/** The connection between two ports from output to input, whichever end was dragged. */
export function drawnConnection(started: Handle, over: Handle): { from: PortRef; to: PortRef } {
  const [from, to] = started.type === 'source' ? [started, over] : [over, started];
  return { from: portRef(from), to: portRef(to) };
}

function portRef({ nodeId, id }: Handle): PortRef {
  return { node: nodeId, port: id ?? '' };
}
