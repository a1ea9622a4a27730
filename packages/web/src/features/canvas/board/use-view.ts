import {
  type Area,
  GRID,
  NODE_SIZE,
  openingView,
  READABLE_ZOOM,
  zoomBy,
  zoomLevel,
  zoomToFit,
} from '@attain/domain/workflows/canvas/geometry';
import type { Position, Workflow } from '@attain/domain/workflows/workflow';
import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { useCanvas } from '../editing/canvas-context.ts';

/** Margin in px when the view is fitted. */
const MARGIN = 32;

/** Moves the view; never changes the workflow. */
export type View = ReturnType<typeof useView>;

/** Moves the view in fixed zoom levels. */
export function useView() {
  const flow = useReactFlow();
  const api = useStoreApi();
  const { store } = useCanvas();
  const opened = useRef<unknown[]>([]);
  return useMemo(() => {
    const size = () => api.getState();
    const zoomTo = (percent: number, at?: { x: number; y: number }) => {
      const { width, height, transform } = size();
      const around = at ?? { x: width / 2, y: height / 2 };
      const next = percent / 100;
      const ratio = next / transform[2];
      void flow.setViewport({
        x: around.x - (around.x - transform[0]) * ratio,
        y: around.y - (around.y - transform[1]) * ratio,
        zoom: next,
      });
    };
    const percent = () => size().transform[2] * 100;
    const shown = () => [store.get().history.workflow, size().transform];
    const centreOn = ({ x, y }: Position, zoom = zoomLevel(percent())) =>
      void flow.setCenter(x, y, { zoom: zoom / 100 });
    return {
      /** Zooms one level in or out around a point of the board or its middle. */
      zoom: (way: 1 | -1, at?: { x: number; y: number }) => zoomTo(zoomBy(percent(), way), at),
      zoomTo,
      /** Snaps a pinch zoom to the nearest level. */
      settle() {
        if (Math.abs(percent() - zoomLevel(percent())) > 0.01) zoomTo(zoomLevel(percent()));
      },
      centreOn,
      /** Centers a node at a readable size. */
      show(id: string) {
        const node = store.get().history.workflow.nodes.find((one) => one.id === id);
        if (!node) return;
        centreOn(middleOf(node.position), Math.max(zoomLevel(percent()), READABLE_ZOOM));
      },
      /** Moves the view to a node outside of it. */
      reveal(id: string) {
        const node = store.get().history.workflow.nodes.find((one) => one.id === id);
        if (!node) return;
        const { width, height, transform } = size();
        const [x, y, zoom] = transform;
        const left = node.position.x * zoom + x;
        const top = node.position.y * zoom + y;
        const inside =
          left >= 0 &&
          top >= 0 &&
          left + NODE_SIZE.width * zoom <= width &&
          top + NODE_SIZE.height * zoom <= height;
        if (!inside) centreOn(middleOf(node.position));
      },
      /** The position for a node in the middle of the view; at the left for the first node. */
      middle(): Position {
        const { width, height, transform } = size();
        const [x, y, zoom] = transform;
        return {
          x:
            store.get().history.workflow.nodes.length === 0
              ? 2 * GRID
              : (width / 2 - x) / zoom - NODE_SIZE.width / 2,
          y: (height / 2 - y) / zoom - NODE_SIZE.height / 2,
        };
      },
      pointAt: (screen: { x: number; y: number }): Position => flow.screenToFlowPosition(screen),
      /** Fits the view again after a resize unless it was moved. */
      reopen() {
        if (shown().every((one, at) => one === opened.current[at])) this.open();
      },
      /** Fits everything if readable; else as much as fits, starting with the first node. */
      open() {
        const { workflow } = store.get().history;
        const area = areaOf(workflow);
        if (area === null || size().width === 0) void flow.setViewport({ x: 0, y: 0, zoom: 1 });
        else {
          const first = workflow.nodes.find(({ type }) => type === 'start')?.position ?? area;
          const { percent: wanted, middle } = openingView(area, first, within(size()));
          centreOn(middle, wanted);
        }
        opened.current = shown();
      },
      /** Fits everything, at any size. */
      fit() {
        const area = areaOf(store.get().history.workflow);
        if (area === null || size().width === 0) return void flow.setViewport({ x: 0, y: 0, zoom: 1 });
        centreOn(
          { x: area.x + area.width / 2, y: area.y + area.height / 2 },
          zoomToFit(area, within(size())),
        );
      },
    };
  }, [flow, api, store]);
}

/** The current zoom in percent. */
export function useZoomPercent(): number {
  return useStore(({ transform }) => Math.round(transform[2] * 100));
}

function middleOf({ x, y }: Position): Position {
  return { x: x + NODE_SIZE.width / 2, y: y + NODE_SIZE.height / 2 };
}

function within({ width, height }: { width: number; height: number }) {
  return { width: Math.max(width - 2 * MARGIN, 1), height: Math.max(height - 2 * MARGIN, 1) };
}

function areaOf({ nodes, notes }: Workflow): Area | null {
  const places = [...nodes, ...notes].map(({ position }) => position);
  const [first] = places;
  if (first === undefined) return null;
  let [left, top, right, bottom] = [first.x, first.y, first.x, first.y];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left + NODE_SIZE.width, height: bottom - top + NODE_SIZE.height };
}
