import { NODE_SIZE } from '@attain/domain/workflows/canvas/geometry';
import { laneOf } from '@attain/domain/workflows/canvas/route';
import { inputsOf, nodeType, outputsOf } from '@attain/domain/workflows/nodes/node-types';
import type {
  PortRef,
  Workflow,
  WorkflowEdge,
  WorkflowNode,
  WorkflowNote,
} from '@attain/domain/workflows/workflow';
import { graphOf } from '@attain/domain/workflows/workflow-graph';
import type { Edge, Node, NodeHandle } from '@xyflow/react';
import { Position } from '@xyflow/react';
import { stepStatusLook } from '../../../api/requests/step-status.ts';
import type { StepState } from '../acts/step-states.ts';
import type { Selection } from '../editing/canvas-store.ts';
import { messages } from '../messages.ts';

/** The data of a drawn node. */
export interface StepLook extends Record<string, unknown> {
  readonly node: WorkflowNode;
  readonly faults: number;
  readonly state: StepState | null;
  /** In Connect mode: the first node of the connection. */
  readonly begins: boolean;
}
export type StepNode = Node<StepLook, 'step'>;
export type NoteNode = Node<{ readonly note: WorkflowNote }, 'note'>;
/** The data of a drawn connection. */
interface WireLook extends Record<string, unknown> {
  readonly faulty: boolean;
  /** The y position of its horizontal part where it cannot run straight. */
  readonly lane: number | null;
  /** The index of its port among the outputs of its node. */
  readonly outlet: number;
  /** It leads to an undo step, and is no connection: how far its two ports are from the tops of their nodes. */
  readonly undo?: { readonly out: number; readonly in: number };
}
export type WireEdge = Edge<WireLook, 'wire'>;

/** What is drawn in addition to the workflow. */
export interface Shown {
  readonly selection: Selection;
  readonly faults: ReadonlyMap<string, number>;
  readonly states: ReadonlyMap<string, StepState>;
  readonly connectFrom: string | null;
}

/** Width and height of a port in px; half of it is outside of its node. */
export const PORT = 10;
const noteSize = { width: 200, height: 100 } as const;
/** prefix of the ids of drawn notes; nodes use their own ids */
const prefix = 'note:';

/** The note id of a drawn element, or null for a node. */
export const noteIdOf = (drawn: string) => (drawn.startsWith(prefix) ? drawn.slice(prefix.length) : null);

/** The distance in px from the top of a node to the middle of a port. */
export function portTop(at: number, count: number): number {
  return (NODE_SIZE.height * (at + 1)) / (count + 1);
}

/**
 * Converts workflows to drawn elements. Unchanged elements stay the same objects, so that React Flow skips
 * them.
 */
export function flowElements() {
  const steps = new Map<string, StepNode>();
  const notes = new Map<string, NoteNode>();
  const wires = new Map<string, WireEdge>();
  return (workflow: Workflow, shown: Shown): { nodes: (StepNode | NoteNode)[]; edges: WireEdge[] } => ({
    nodes: [
      ...workflow.nodes.map((node) => reused(steps, node.id, stepOf(node, shown), sameStep)),
      ...workflow.notes.map((note) =>
        reused(
          notes,
          note.id,
          noteOf(note, shown.selection.notes.has(note.id)),
          (a, b) => a.data.note === b.data.note && a.selected === b.selected,
        ),
      ),
    ],
    edges: [
      ...workflow.edges.map((edge) => reused(wires, edge.id, wireOf(workflow, edge, shown), sameWire)),
      ...undoWires(workflow).map((wire) => reused(wires, wire.id, wire, sameWire)),
    ],
  });
}

function reused<Drawn>(
  known: Map<string, Drawn>,
  id: string,
  fresh: Drawn,
  same: (a: Drawn, b: Drawn) => boolean,
): Drawn {
  const before = known.get(id);
  if (before !== undefined && same(before, fresh)) return before;
  known.set(id, fresh);
  return fresh;
}

function stepOf(node: WorkflowNode, { selection, faults, states, connectFrom }: Shown): StepNode {
  const look: StepLook = {
    node,
    faults: faults.get(node.id) ?? 0,
    state: states.get(node.id) ?? null,
    begins: connectFrom === node.id,
  };
  return {
    id: node.id,
    type: 'step',
    position: { ...node.position },
    ...NODE_SIZE,
    measured: NODE_SIZE,
    handles: handlesOf(node),
    selected: selection.nodes.has(node.id),
    ariaLabel: spokenStep(look),
    data: look,
  };
}

function sameStep(a: StepNode, b: StepNode): boolean {
  return (
    a.selected === b.selected &&
    a.data.node === b.data.node &&
    a.data.faults === b.data.faults &&
    a.data.state === b.data.state &&
    a.data.begins === b.data.begins
  );
}

/** The screen reader text of a node. */
function spokenStep({ node, faults, state }: StepLook): string {
  const type = nodeType(node.type)?.label ?? node.type;
  const title = node.title === '' || node.title === type ? type : `${node.title}, ${type}`;
  const marks = [
    node.disabled ? messages.board.disabled : '',
    node.pinned ? messages.board.pinned : '',
    state === null ? '' : stepStatusLook[state].label,
    faults === 0 ? '' : faults === 1 ? messages.board.oneProblem : messages.board.problems(faults),
  ];
  return [title, ...marks].filter((word) => word !== '').join(', ');
}

function noteOf(note: WorkflowNote, selected: boolean): NoteNode {
  return {
    id: `${prefix}${note.id}`,
    type: 'note',
    position: { ...note.position },
    ...noteSize,
    measured: noteSize,
    selected,
    zIndex: -1,
    ariaLabel: messages.board.noteLabel(note.text),
    data: { note },
  };
}

function wireOf(workflow: Workflow, edge: WorkflowEdge, { selection, faults }: Shown): WireEdge {
  const { id, from, to } = edge;
  const lane = laneOf(workflow, edge);
  return {
    id,
    type: 'wire',
    source: from.node,
    sourceHandle: from.port,
    target: to.node,
    targetHandle: to.port,
    selected: selection.edges.has(id),
    data: { faulty: faults.has(id), lane, outlet: lane === null ? 0 : outletOf(workflow, from) },
  };
}

/** From each step to its undo step; they can't be selected, moved or deleted. */
function undoWires(workflow: Workflow): WireEdge[] {
  const { nodes } = graphOf(workflow);
  return workflow.nodes.flatMap(({ id, undoWith = '' }): WireEdge[] => {
    const undo = nodes.get(undoWith);
    const inputs = undo === undefined ? [] : inputsOf(undo);
    const source = nodes.get(id);
    const outputs = source === undefined ? [] : outputsOf(source);
    const [[target], [out]] = [inputs, outputs];
    if (target === undefined || out === undefined) return [];
    const tops = { out: portTop(0, outputs.length), in: portTop(0, inputs.length) };
    return [
      {
        id: `undo:${id}`,
        type: 'wire',
        source: id,
        sourceHandle: out.name,
        target: undoWith,
        targetHandle: target.name,
        selectable: false,
        deletable: false,
        reconnectable: false,
        data: { faulty: false, lane: null, outlet: 0, undo: tops },
      },
    ];
  });
}

function outletOf(workflow: Workflow, from: PortRef): number {
  const node = graphOf(workflow).nodes.get(from.node);
  return node ? outputsOf(node).findIndex(({ name }) => name === from.port) : 0;
}

function sameWire(a: WireEdge, b: WireEdge): boolean {
  return (
    a.selected === b.selected &&
    a.source === b.source &&
    a.target === b.target &&
    a.sourceHandle === b.sourceHandle &&
    a.targetHandle === b.targetHandle &&
    a.data?.faulty === b.data?.faulty &&
    a.data?.lane === b.data?.lane &&
    a.data?.outlet === b.data?.outlet
  );
}

/** Port positions, so that connections are drawn before the ports mount. */
function handlesOf(node: WorkflowNode): NodeHandle[] {
  const inputs = inputsOf(node);
  const outputs = outputsOf(node);
  const box = { width: PORT, height: PORT };
  const y = (at: number, count: number) => portTop(at, count) - PORT / 2;
  return [
    ...inputs.map(({ name }, at) => ({
      ...box,
      id: name,
      type: 'target' as const,
      position: Position.Left,
      x: -PORT / 2,
      y: y(at, inputs.length),
    })),
    ...outputs.map(({ name }, at) => ({
      ...box,
      id: name,
      type: 'source' as const,
      position: Position.Right,
      x: NODE_SIZE.width - PORT / 2,
      y: y(at, outputs.length),
    })),
  ];
}
