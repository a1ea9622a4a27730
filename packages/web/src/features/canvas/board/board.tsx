import { messages } from '../messages.ts';
import '@xyflow/react/dist/base.css';
import { GRID, NODE_SIZE, ZOOM } from '@attain/domain/workflows/canvas/geometry';
import { Background, ReactFlow, SelectionMode, useStore } from '@xyflow/react';
import { type DragEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import type { StepState } from '../acts/step-states.ts';
import { pickWorkflow, useCanvas, useCanvasState } from '../editing/canvas-context.ts';
import type { CanvasState } from '../editing/canvas-store.ts';
import { paletteMime } from '../palette/palette-mime.ts';
import { flowElements, type NoteNode, type StepNode, type WireEdge } from './flow-elements.ts';
import { NoteCard } from './note-card.tsx';
import { OVERVIEW_NODES, OverviewLayer } from './overview-layer.tsx';
import { PreviewLine } from './preview-line.tsx';
import { StepCard } from './step-card.tsx';
import { type CanvasMenuActs, useCanvasMenu } from './use-canvas-menu.tsx';
import { useConnecting } from './use-connecting.ts';
import { useFlowChanges } from './use-flow-changes.ts';
import { useNodePress } from './use-node-press.ts';
import type { View } from './use-view.ts';
import { useWheelZoom } from './use-wheel-zoom.ts';
import { Wire } from './wire.tsx';

// defined once: a new object would make React Flow process everything again
const nodeTypes = { step: StepCard, note: NoteCard };
const edgeTypes = { wire: Wire };
const grid: [number, number] = [GRID, GRID];
const extent: [[number, number], [number, number]] = [
  [0, 0],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
];
const middleButton = [1];
const noNodes: (StepNode | NoteNode)[] = [];
const noEdges: WireEdge[] = [];
const words = {
  'node.a11yDescription.default': messages.board.nodeHelp,
  'node.a11yDescription.keyboardDisabled': messages.board.nodeHelp,
};

const pickMode = ({ mode }: CanvasState) => mode;
const pickSelection = ({ selection }: CanvasState) => selection;
const pickConnectFrom = ({ connectFrom }: CanvasState) => connectFrom;

export type BoardProps = {
  view: View;
  faults: ReadonlyMap<string, number>;
  states: ReadonlyMap<string, StepState>;
} & CanvasMenuActs;

/** The canvas: nodes, connections and notes on a grid, operated by mouse, touch or keyboard. */
export function Board({ view, faults, states, ...more }: BoardProps) {
  const { store, acts, editable } = useCanvas();
  const board = useRef<HTMLDivElement>(null);
  const workflow = useCanvasState(pickWorkflow);
  const mode = useCanvasState(pickMode);
  const selection = useCanvasState(pickSelection);
  const connectFrom = useCanvasState(pickConnectFrom);
  const large = workflow.nodes.length > OVERVIEW_NODES;
  const far = useStore(({ transform }) => transform[2] < 0.5) && large;
  const elements = useMemo(flowElements, []);
  const drawn = useMemo(
    () => elements(workflow, { selection, faults, states, connectFrom }),
    [elements, workflow, selection, faults, states, connectFrom],
  );
  const changes = useFlowChanges();
  const press = useNodePress();
  useWheelZoom(board, view);
  const connecting = useConnecting();
  const { on, menu } = useCanvasMenu(view, more);
  const pressPane = (event: MouseEvent) => {
    store.set({ connectFrom: null });
    if (!far) return;
    const { x, y } = view.pointAt({ x: event.clientX, y: event.clientY });
    const hit = workflow.nodes.findLast(
      ({ position }) =>
        x >= position.x &&
        y >= position.y &&
        x <= position.x + NODE_SIZE.width &&
        y <= position.y + NODE_SIZE.height,
    );
    acts.select(hit ? { nodes: new Set([hit.id]) } : {});
  };
  const drop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(paletteMime);
    if (!editable || type === '') return;
    event.preventDefault();
    const at = view.pointAt({ x: event.clientX, y: event.clientY });
    acts.add(type, { x: at.x - NODE_SIZE.width / 2, y: at.y - NODE_SIZE.height / 2 });
  };
  const room = useStore(({ width, height }) => `${width} by ${height}`);
  useEffect(() => {
    if (room !== '0 by 0') view.reopen();
  }, [view, room]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => view.open());
    return () => cancelAnimationFrame(frame);
  }, [view]);
  return (
    <div ref={board} data-board tabIndex={-1} className="relative h-full w-full outline-none">
      <ReactFlow<StepNode | NoteNode, WireEdge>
        aria-label={messages.board.label}
        onDragOver={(event) => event.dataTransfer.types.includes(paletteMime) && event.preventDefault()}
        onDrop={drop}
        nodes={far ? noNodes : drawn.nodes}
        edges={far ? noEdges : drawn.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={changes.onNodes}
        onEdgesChange={changes.onEdges}
        {...connecting}
        {...on}
        connectionLineComponent={PreviewLine}
        connectionRadius={28}
        onNodeClick={press}
        onNodeDoubleClick={more.onOpen}
        onNodeDragStop={acts.seal}
        onSelectionDragStop={acts.seal}
        onPaneClick={pressPane}
        onMoveEnd={view.settle}
        snapToGrid
        snapGrid={grid}
        nodeExtent={extent}
        minZoom={ZOOM.min / 100}
        maxZoom={ZOOM.max / 100}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        panOnDrag={mode === 'pan' ? true : middleButton}
        selectionOnDrag={mode === 'select'}
        selectionMode={SelectionMode.Partial}
        nodesDraggable={editable && mode === 'select'}
        nodesConnectable={editable}
        edgesFocusable={false}
        deleteKeyCode={null}
        onlyRenderVisibleElements={large}
        ariaLabelConfig={words}
        className="bg-bg [--xy-attribution-background-color:transparent] [&_.react-flow\_\_attribution_a]:text-fg-3"
      >
        <Background gap={GRID} color="var(--border-strong)" size={1.5} />
        {far ? <OverviewLayer workflow={workflow} selected={selection.nodes} states={states} /> : null}
      </ReactFlow>
      {menu}
    </div>
  );
}
