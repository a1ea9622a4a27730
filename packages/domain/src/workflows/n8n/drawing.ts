import {
  EMPTY_WORKFLOW,
  type PortRef,
  type Position,
  type WorkflowEdge,
  type WorkflowNode,
} from '../workflow.ts';
import type { N8nNode } from './n8n-file.ts';
import type { Draft } from './step.ts';

/** n8n’s nodes are closer together than Attain’s. */
const SCALE = { x: 1.5, y: 1.3 } as const;
const GRID = 20;
const ROW = 80;
/** Distance from a step to the step before it that merges its values. */
const SIDE_GAP = 180;

/** The nodes and connections that are made, placed where n8n had them. */
export class Drawing {
  readonly nodes: WorkflowNode[] = [...EMPTY_WORKFLOW.nodes];
  readonly #edges = new Map<string, WorkflowEdge>();
  readonly #corner: Position;

  constructor(nodes: readonly N8nNode[]) {
    this.#corner = {
      x: Math.min(...nodes.map(({ position }) => position[0])),
      y: Math.min(...nodes.map(({ position }) => position[1])),
    };
  }

  get edges(): readonly WorkflowEdge[] {
    return [...this.#edges.values()];
  }

  place(draft: Draft, at: N8nNode | undefined, extras: Partial<WorkflowNode> = {}): void {
    const { id, type, title, config, row, isBefore = false } = draft;
    const { x, y } = at ? this.position(at) : { x: 0, y: 0 };
    const position = { x: isBefore ? Math.max(0, x - SIDE_GAP) : x, y: y + row * ROW };
    this.nodes.push({ id, type, title: title.slice(0, 200), config, position, ...extras });
  }

  position({ position: [x, y] }: N8nNode): Position {
    const snap = (value: number) => Math.max(0, Math.round(value / GRID) * GRID);
    return { x: snap((x - this.#corner.x) * SCALE.x) + SIDE_GAP, y: snap((y - this.#corner.y) * SCALE.y) };
  }

  connect(from: PortRef, to: PortRef): void {
    const key = JSON.stringify([from.node, from.port, to.node, to.port]);
    if (this.#edges.has(key)) return;
    this.#edges.set(key, { id: `e${this.#edges.size + 1}`, from: { node: from.node, port: from.port }, to });
  }
}
