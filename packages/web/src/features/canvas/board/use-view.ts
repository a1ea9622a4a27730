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

/** Space left around everything when it is fitted into the window, in px of the window. */
const MARGIN = 32;

/** What moves the view; none of it changes the workflow. */
export type View = ReturnType<typeof useView>;

/** Moves the view in the stated steps of zoom. */
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
      /** One level nearer or farther, around a point of the board or its middle. */
      zoom: (way: 1 | -1, at?: { x: number; y: number }) => zoomTo(zoomBy(percent(), way), at),
      zoomTo,
      /** Brings a zoom between two levels, as fingers leave it, to the nearest. */
      settle() {
        if (Math.abs(percent() - zoomLevel(percent())) > 0.01) zoomTo(zoomLevel(percent()));
      },
      centreOn,
      /** Shows a node in the middle, large enough to be read. */
      show(id: string) {
        const node = store.get().history.workflow.nodes.find((one) => one.id === id);
        if (!node) return;
        centreOn(middleOf(node.position), Math.max(zoomLevel(percent()), READABLE_ZOOM));
      },
      /** Moves the view to a node that lies outside of it. */
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
      /** The point of the workflow in the middle of the window, as the corner of a node there; at the left for the first. */
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
      /** Opens it again once the window is another size; what was drawn or moved since then stays where it is. */
      reopen() {
        if (shown().every((one, at) => one === opened.current[at])) this.open();
      },
      /** Everything where it can be read; else as large as can be read, with the first node in view. */
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
      /** Everything in the window, however small. */
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

/** The zoom in percent, kept current. */
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
