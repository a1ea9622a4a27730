import { NODE_SIZE } from '@attain/domain/workflows/canvas/geometry';
import { clsx } from 'clsx';
import type { SuiteDetail } from '../../api/shapes.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { messages } from './messages.ts';

type Graph = SuiteDetail['graph'];

/** How a node is drawn: reached, failed, missed, or neither. */
export type NodeLook = 'ok' | 'bad' | 'missed' | 'plain';

export type WorkflowPictureProps = {
  label: string;
  graph: Graph;
  look: (node: string) => NodeLook;
  /** What the look of a node says, in words. */
  words: (node: string) => string;
  /** Connections that were not taken. */
  missedEdges?: readonly string[];
};

const margin = 28;
/** How far a connection leaves a node before it turns. */
const turn = 14;
const boxes: Readonly<Record<NodeLook, string>> = {
  ok: 'fill-ok-soft stroke-ok',
  bad: 'fill-bad-soft stroke-bad',
  missed: 'fill-surface stroke-border-strong [stroke-dasharray:5_4]',
  plain: 'fill-surface stroke-border-strong',
};

/** A small picture of a workflow with the state of each step; every state is also in a list beside it. */
export function WorkflowPicture({ label, graph, look, words, missedEdges = [] }: WorkflowPictureProps) {
  const xs = graph.nodes.map(({ position }) => position.x);
  const ys = graph.nodes.map(({ position }) => position.y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const width = Math.max(...xs) + NODE_SIZE.width + margin - left;
  const height = Math.max(...ys) + NODE_SIZE.height + margin - top;
  if (graph.nodes.length === 0) return null;
  return (
    <ScrollRegion label={label} className="max-h-[32rem] overflow-y-auto rounded-md border bg-surface-2">
      <svg
        role="img"
        aria-label={label}
        viewBox={`${left} ${top} ${width} ${height}`}
        width={Math.min(width, width * 0.75 + 240)}
        className="mx-auto block h-auto max-w-none"
      >
        {graph.edges.map((edge) => (
          <path
            key={edge.id}
            d={wire(graph, edge)}
            className={clsx(
              'fill-none',
              missedEdges.includes(edge.id) ? 'stroke-border-strong [stroke-dasharray:5_4]' : 'stroke-fg-3',
            )}
            strokeWidth={1.5}
          />
        ))}
        {graph.nodes.map((node) => (
          <g key={node.id} transform={`translate(${node.position.x} ${node.position.y})`}>
            <title>{`${node.title || node.id}: ${words(node.id)}`}</title>
            <rect
              width={NODE_SIZE.width}
              height={NODE_SIZE.height}
              rx={8}
              strokeWidth={1.5}
              className={boxes[look(node.id)]}
            />
            <text x={10} y={27} className="fill-fg text-12 font-medium">
              {shortened(node.title || node.id)}
            </text>
            <text x={10} y={46} className="fill-fg-2 text-11">
              {words(node.id)}
            </text>
          </g>
        ))}
      </svg>
    </ScrollRegion>
  );
}

function wire({ nodes }: Graph, { from, to }: Graph['edges'][number]): string {
  const source = nodes.find(({ id }) => id === from.node)?.position;
  const target = nodes.find(({ id }) => id === to.node)?.position;
  if (!source || !target) return '';
  const [x1, y1] = [source.x + NODE_SIZE.width, source.y + NODE_SIZE.height / 2];
  const [x2, y2] = [target.x, target.y + NODE_SIZE.height / 2];
  if (x2 < x1 + turn) {
    // back to the left: through the gap above the target
    const lane = target.y - turn;
    return `M${x1} ${y1} h${turn} V${lane} H${x2 - turn} V${y2} h${turn}`;
  }
  const bend = (x2 - x1) / 2;
  return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

function shortened(title: string): string {
  return title.length > 18 ? `${title.slice(0, 17)}…` : title;
}

/** The words of a step’s status. */
export function stateWords(status: string | undefined): string {
  return messages.states[status ?? 'idle'] ?? status ?? '';
}
