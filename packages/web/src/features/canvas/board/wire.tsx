import { BaseEdge, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { memo } from 'react';
import type { WireEdge } from './flow-elements.ts';

const plain = { stroke: 'var(--border-strong)', strokeWidth: 1.5 };
const chosen = { stroke: 'var(--primary)', strokeWidth: 2.5 };
const faulty = { stroke: 'var(--bad)', strokeWidth: 2 };

/** A connection; it never moves by itself, so that two thousand of them cost nothing. */
export const Wire = memo(function Wire({ data, selected, ...ends }: EdgeProps<WireEdge>) {
  const [path] = getSmoothStepPath(ends);
  return (
    <BaseEdge
      id={ends.id}
      path={path}
      interactionWidth={14}
      style={selected ? chosen : data?.faulty ? faulty : plain}
    />
  );
});
