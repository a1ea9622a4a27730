import { inputsOf, nodeType, outputsOf } from '@attain/domain/workflows/nodes/node-types';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { memo } from 'react';
import type { StepState } from '../acts/step-states.ts';
import { NodeIcon } from '../palette/node-icon.tsx';
import { portTop, type StepNode } from './flow-elements.ts';

const stateLook: Readonly<Record<StepState, string>> = {
  idle: 'border-border-strong',
  running: 'border-info bg-info-soft!',
  waiting: 'border-warn bg-warn-soft!',
  retrying: 'border-warn bg-warn-soft!',
  success: 'border-ok bg-ok-soft!',
  error: 'border-bad bg-bad-soft!',
  skipped: 'border-border border-dashed',
  cancelled: 'border-border border-dashed',
};
const portLook =
  'size-2.5! min-h-0! min-w-0! rounded-full! border-[1.5px]! border-fg-3! hover:border-primary! hover:bg-primary!';

/** A node of the workflow, 128 by 64 px (CANVAS-35): what it is, its title, how it stands, and its ports. */
export const StepCard = memo(function StepCard({ data: look, selected, isConnectable }: NodeProps<StepNode>) {
  const { node, faults, state, begins } = look;
  const type = nodeType(node.type);
  const label = type?.label ?? node.type;
  const title = node.title || label;
  const below = state ?? label;
  const inputs = inputsOf(node);
  const outputs = outputsOf(node);
  return (
    <div
      data-status={state ?? 'idle'}
      title={type?.description}
      className={clsx(
        'flex h-16 w-32 items-center gap-2 rounded-lg border bg-surface px-2 shadow-card',
        state === null ? 'border-border-strong' : stateLook[state],
        (selected || begins) && 'outline-2 outline-offset-1 outline-primary',
        begins && 'outline-dashed',
      )}
    >
      <NodeIcon type={node.type} />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-11 leading-3.5 font-medium break-words text-fg">{title}</p>
        {below === title ? null : <p className="truncate text-[10px] leading-3.5 text-fg-2">{below}</p>}
      </div>
      {faults > 0 ? (
        <CircleAlert
          aria-hidden
          className="absolute -top-1.5 -end-1.5 size-4 rounded-full bg-surface text-bad"
        />
      ) : null}
      {inputs.map((port, at) => (
        <Handle
          key={port.name}
          id={port.name}
          type="target"
          position={Position.Left}
          isConnectable={isConnectable}
          title={`${port.label}: ${port.type}`}
          className={clsx(portLook, 'bg-surface!')}
          style={{ top: portTop(at, inputs.length) }}
        />
      ))}
      {outputs.map((port, at) => (
        <Handle
          key={port.name}
          id={port.name}
          type="source"
          position={Position.Right}
          isConnectable={isConnectable}
          title={`${port.label}: ${port.type}`}
          className={clsx(portLook, port.name === 'error' ? 'bg-bad!' : 'bg-fg-3!')}
          style={{ top: portTop(at, outputs.length) }}
        />
      ))}
      {outputs.length > 1
        ? outputs
            .filter(({ name }) => name !== 'error' && name !== 'out')
            .map((port) => (
              <span
                key={port.name}
                aria-hidden
                className="pointer-events-none absolute start-full ms-1.5 -translate-y-full rounded-sm bg-bg/80 text-[9px] leading-3 whitespace-nowrap text-fg-2"
                style={{ top: portTop(outputs.indexOf(port), outputs.length) }}
              >
                {port.label}
              </span>
            ))
        : null}
    </div>
  );
});
