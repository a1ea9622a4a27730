import { NODE_SIZE } from '@attain/domain/workflows/canvas/geometry';
import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { messages } from './messages.ts';

/** What a mark says about a node or connection. */
export type GraphMark = 'added' | 'changed' | 'removed' | 'conflict';

export type GraphViewProps = {
  /** Names the drawing: a version or branch. */
  title: string;
  workflow: Workflow | null;
  /** Marks by the id of a node or connection. */
  marks: ReadonlyMap<string, GraphMark>;
  /** The icon of a node type. */
  icon: (type: string) => ReactNode;
  /** A number on a node, by id. */
  numbers?: ReadonlyMap<string, number>;
  height?: string;
};

/** Smaller than on the canvas, so that more is in view. */
const scale = { x: 0.8, y: 0.7 };
const box = { width: NODE_SIZE.width * scale.x, height: NODE_SIZE.height * scale.y };

/** More nodes than this are listed, not drawn. */
const drawable = 300;
const margin = 24;

const boxLook: Readonly<Record<GraphMark, string>> = {
  added: 'border-ok',
  changed: 'border-info',
  removed: 'border-bad border-dashed opacity-70',
  conflict: 'border-warn ring-2 ring-warn-soft',
};
const lineLook: Readonly<Record<GraphMark, string>> = {
  added: 'stroke-ok',
  changed: 'stroke-info',
  removed: 'stroke-bad [stroke-dasharray:4_3]',
  conflict: 'stroke-warn',
};
/** The words of the marks, so that color is not the only sign. */
const markWords: Readonly<Record<GraphMark, string>> = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  conflict: 'conflict',
};

/** A workflow as a drawing that can't be edited, with what changed marked. */
export function GraphView({ title, workflow, marks, icon, numbers, height = '16rem' }: GraphViewProps) {
  if (workflow === null || workflow.nodes.length === 0)
    return <p className="p-4 text-fg-2">{messages.graph.none}</p>;
  const { edges } = workflow;
  const nodes = workflow.nodes.map((node) => ({
    ...node,
    position: { x: node.position.x * scale.x, y: node.position.y * scale.y },
  }));
  if (nodes.length > drawable) return <p className="p-4 text-fg-2">{messages.graph.large(nodes.length)}</p>;
  const left = Math.min(...nodes.map(({ position }) => position.x)) - margin;
  const top = Math.min(...nodes.map(({ position }) => position.y)) - margin;
  const width = Math.max(...nodes.map(({ position }) => position.x)) + box.width + margin - left;
  const high = Math.max(...nodes.map(({ position }) => position.y)) + box.height + margin - top;
  const places = new Map(nodes.map(({ id, position }) => [id, position]));
  return (
    <section
      aria-label={messages.graph.label(title)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
      tabIndex={0}
      className="relative overflow-auto bg-bg focus-visible:-outline-offset-2"
      style={{
        height,
        backgroundImage: 'radial-gradient(var(--border) 1px, transparent 1px)',
        backgroundSize: '20px 20px',
      }}
    >
      <div className="relative" style={{ width, height: high }}>
        <svg aria-hidden="true" className="absolute inset-0 fill-none" width={width} height={high}>
          {edges.map(({ id, from, to }) => {
            const [start, end] = [places.get(from.node), places.get(to.node)];
            if (!start || !end) return null;
            const [x1, y1] = [start.x + box.width - left, start.y + box.height / 2 - top];
            const [x2, y2] = [end.x - left, end.y + box.height / 2 - top];
            const bend = Math.max(24, Math.abs(x2 - x1) / 2);
            const mark = marks.get(id);
            return (
              <path
                key={id}
                d={`M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`}
                strokeWidth={1.5}
                className={mark ? lineLook[mark] : 'stroke-fg-3'}
              />
            );
          })}
        </svg>
        <ul>
          {nodes.map(({ id, type, title: own, position }) => {
            const mark = marks.get(id);
            const number = numbers?.get(id);
            return (
              <li
                key={id}
                className={clsx(
                  'absolute flex items-center gap-1 rounded-md border bg-surface px-1.5 shadow-card',
                  mark && boxLook[mark],
                )}
                style={{
                  left: position.x - left,
                  top: position.y - top,
                  width: box.width,
                  height: box.height,
                }}
              >
                {icon(type)}
                <span className="line-clamp-2 min-w-0 text-11 leading-3.5 font-medium wrap-anywhere">
                  {own || nodeType(type)?.label || type}
                </span>
                {mark ? <span className="sr-only">{markWords[mark]}</span> : null}
                {number === undefined ? null : (
                  <span className="absolute -end-2 -top-2 grid size-5 place-items-center rounded-full bg-warn-soft text-11 font-semibold text-warn-text ring-1 ring-warn">
                    {number}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/** What the colors of the drawings mean. */
export function GraphLegend({ marks }: { marks: readonly GraphMark[] }) {
  const dots = { added: 'bg-ok', changed: 'bg-info', removed: 'bg-bad', conflict: 'bg-warn' };
  return (
    <ul aria-label={messages.graph.legend} className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-fg-2">
      {marks.map((mark) => (
        <li key={mark} className="flex items-center gap-1.5">
          <span aria-hidden className={clsx('size-2 rounded-full', dots[mark])} />
          {markWords[mark]}
        </li>
      ))}
    </ul>
  );
}
