import { NODE_SIZE } from '@attain/domain/workflows/canvas/geometry';
import { BaseEdge, type EdgeProps, getSmoothStepPath, Position } from '@xyflow/react';
import { memo } from 'react';
import { PORT, type WireEdge } from './flow-elements.ts';

const plain = { stroke: 'var(--border-strong)', strokeWidth: 1.5 };
const chosen = { stroke: 'var(--primary)', strokeWidth: 2.5 };
const undo = { ...plain, strokeDasharray: '5 4' };
const faulty = { stroke: 'var(--bad)', strokeWidth: 2 };

/** Horizontal distance in px from a port before a wire turns, shorter than the turn of straight wires. */
const LEAD = 9;
/** Corner radius, in px. */
const BEND = 6;

/** A connection, memoized: workflows have up to two thousand. */
export const Wire = memo(function Wire({ data, selected, ...ends }: EdgeProps<WireEdge>) {
  const lane = data?.lane ?? null;
  const path = data?.undo
    ? pathToUndo(ends, data.undo)
    : lane === null
      ? getSmoothStepPath(ends)[0]
      : pathInLane(ends, lane, data?.outlet ?? 0);
  return (
    <BaseEdge
      id={ends.id}
      path={path}
      interactionWidth={14}
      style={selected ? chosen : data?.faulty ? faulty : data?.undo ? undo : plain}
    />
  );
});

/** From below a step into its undo step from above, or the other way round if that is higher. */
function pathToUndo(ends: Ends, undo: { readonly out: number; readonly in: number }): string {
  const { width, height } = NODE_SIZE;
  const [from, to] = [ends.sourceY - undo.out, ends.targetY - undo.in];
  const isBelow = to >= from;
  return getSmoothStepPath({
    sourceX: ends.sourceX - (width + PORT) / 2,
    sourceY: isBelow ? from + height : from,
    sourcePosition: isBelow ? Position.Bottom : Position.Top,
    targetX: ends.targetX + (width + PORT) / 2,
    targetY: isBelow ? to : to + height,
    targetPosition: isBelow ? Position.Top : Position.Bottom,
  })[0];
}

type Ends = Pick<EdgeProps, 'sourceX' | 'sourceY' | 'targetX' | 'targetY'>;

/** Out of the port, up or down to the lane, along it, and into the target. */
function pathInLane({ sourceX, sourceY, targetX, targetY }: Ends, lane: number, outlet: number): string {
  // offset by outlet, so that wires of one node do not overlap
  const [out, back] = [sourceX + LEAD + outlet * BEND, targetX - LEAD];
  const along = Math.sign(back - out) * BEND;
  const turn = (from: number) => Math.sign(lane - from) * Math.min(BEND, Math.abs(lane - from) / 2);
  const [leave, enter] = [turn(sourceY), turn(targetY)];
  return [
    `M${sourceX} ${sourceY}H${out - BEND}Q${out} ${sourceY} ${out} ${sourceY + leave}`,
    `V${lane - leave}Q${out} ${lane} ${out + along} ${lane}`,
    `H${back - along}Q${back} ${lane} ${back} ${lane - enter}`,
    `V${targetY + enter}Q${back} ${targetY} ${back + BEND} ${targetY}H${targetX}`,
  ].join('');
}
