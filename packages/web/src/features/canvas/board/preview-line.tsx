import { canConnect } from '@attain/domain/workflows/connect';
import { type ConnectionLineComponentProps, getSmoothStepPath } from '@xyflow/react';
import { pickConnectable, useCanvasState } from '../editing/canvas-context.ts';
import { drawnConnection } from './drawn-connection.ts';

/**
 * The dashed line while connecting: green over an allowed port, red with the reason over a forbidden one
 * (CANVAS-32, CANVAS-33), gray elsewhere.
 */
export function PreviewLine(line: ConnectionLineComponentProps) {
  const among = useCanvasState(pickConnectable);
  const { fromX, fromY, toX, toY, fromPosition, toPosition, fromHandle, toHandle } = line;
  const drawn = toHandle ? drawnConnection(fromHandle, toHandle) : null;
  const fault = drawn && canConnect(among, drawn.from, drawn.to);
  const state = drawn === null ? 'open' : fault === null ? 'valid' : 'invalid';
  const colour = { open: 'var(--fg-3)', valid: 'var(--ok)', invalid: 'var(--bad)' }[state];
  const [path] = getSmoothStepPath({
    sourceX: fromX,
    sourceY: fromY,
    targetX: toX,
    targetY: toY,
    sourcePosition: fromPosition,
    targetPosition: toPosition,
  });
  return (
    <>
      <path
        data-testid="preview-line"
        data-state={state}
        d={path}
        fill="none"
        stroke={colour}
        strokeWidth={2}
        strokeDasharray="6 4"
      />
      {fault ? (
        <foreignObject x={toX + 12} y={toY + 10} width={260} height={90} className="overflow-visible">
          <p
            data-testid="preview-reason"
            className="w-fit max-w-full rounded-md border border-bad bg-surface px-2 py-1 text-12 text-bad-text shadow-float"
          >
            {fault.message}
          </p>
        </foreignObject>
      ) : null}
    </>
  );
}
