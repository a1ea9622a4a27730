import type { PortType } from '@attain/domain/workflows/nodes/node-type';
import { inputsOf, nodeType, outputsOf } from '@attain/domain/workflows/nodes/node-types';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { clsx } from 'clsx';
import { CircleAlert, Pin } from 'lucide-react';
import { memo } from 'react';
import type { StepState } from '../acts/step-states.ts';
import { messages } from '../messages.ts';
import { NodeIcon } from '../palette/node-icon.tsx';
import { portTop, type StepNode } from './flow-elements.ts';

const stateLook: Readonly<Record<StepState, string>> = {
  idle: 'border-border',
  running: 'border-info ring-2 ring-info-soft',
  waiting: 'border-warn',
  retrying: 'border-warn',
  success: 'border-ok',
  error: 'border-bad',
  skipped: 'border-border border-dashed',
  cancelled: 'border-border border-dashed',
};
const dotLook: Readonly<Record<StepState, string>> = {
  idle: 'bg-border',
  running: 'bg-info',
  waiting: 'bg-warn',
  retrying: 'bg-warn',
  success: 'bg-ok',
  error: 'bg-bad',
  skipped: 'bg-border-strong',
  cancelled: 'bg-border-strong',
};
/** Ports are colored by data type: hollow for inputs, filled for outputs. */
const portColours: Readonly<Record<PortType, string>> = {
  any: 'border-fg-3! text-fg-3',
  text: 'border-ai! text-ai',
  number: 'border-primary! text-primary',
  boolean: 'border-warn! text-warn',
  object: 'border-info! text-info',
  list: 'border-(--series-2)! text-(--series-2)',
  file: 'border-(--series-4)! text-(--series-4)',
};
const portLook =
  'size-2.5! min-h-0! min-w-0! rounded-full! border-[1.5px]! hover:border-primary! hover:bg-primary!';

/** A node of the workflow, 128 by 64 px (CANVAS-35): type, title, status and ports. */
export const StepCard = memo(function StepCard({ data: look, selected, isConnectable }: NodeProps<StepNode>) {
  const { node, faults, state, begins } = look;
  const type = nodeType(node.type);
  const label = type?.label ?? node.type;
  const title = node.title || label;
  const below = state ?? (node.disabled ? messages.board.disabled : label);
  const inputs = inputsOf(node);
  const outputs = outputsOf(node);
  return (
    <div
      data-status={state ?? 'idle'}
      title={type?.description}
      className={clsx(
        'flex h-16 w-32 items-center gap-1.5 rounded-lg border bg-surface ps-2 pe-1.5 shadow-card',
        stateLook[state ?? 'idle'],
        node.disabled && 'border-dashed opacity-60',
        (selected || begins) && 'outline-2 outline-offset-1 outline-primary',
        begins && 'outline-dashed',
      )}
    >
      <NodeIcon type={node.type} small />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-12 leading-3.5 font-medium break-words text-fg">{title}</p>
        {below === title ? null : <p className="truncate text-[10px] leading-3.5 text-fg-2">{below}</p>}
      </div>
      {state === null || faults > 0 ? null : (
        <span aria-hidden className={clsx('absolute end-1 top-1 size-1.5 rounded-full', dotLook[state])} />
      )}
      {node.pinned ? (
        <Pin aria-hidden className="absolute -top-1.5 -start-1.5 size-4 rounded-full bg-surface text-ai" />
      ) : null}
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
          className={clsx(portLook, portColours[port.type], 'bg-surface!')}
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
          className={clsx(
            portLook,
            port.name === 'error' ? 'border-bad/70! bg-bad-soft!' : [portColours[port.type], 'bg-current!'],
          )}
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
