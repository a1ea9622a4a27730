import { miniMapWorld, NODE_SIZE } from '@attain/domain/workflows/canvas/geometry';
import { useStore } from '@xyflow/react';
import { type PointerEvent, useEffect, useRef } from 'react';
import type { StepState } from '../acts/step-states.ts';
import { pickWorkflow, useCanvasState } from '../editing/canvas-context.ts';
import { messages } from '../messages.ts';
import { stateColours } from './state-colours.ts';
import type { View } from './use-view.ts';

const WIDTH = 200;
/** Margin around the drawing, in px. */
const PAD = 8;

/**
 * The mini map (CANVAS-20): 1,000 by 400 px of the canvas, more if nodes lie outside; dragging moves the
 * view.
 */
export function MiniMap({ view, states }: { view: View; states: ReadonlyMap<string, StepState> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const workflow = useCanvasState(pickWorkflow);
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const world = miniMapWorld(workflow.nodes);
  const scale = Math.min((WIDTH - 2 * PAD) / world.width, (WIDTH * 0.8) / world.height);
  const high = Math.max(Math.round(world.height * scale), 40) + 2 * PAD;
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !canvas.current) return;
    const colours = stateColours(canvas.current);
    pen.clearRect(0, 0, WIDTH, high);
    for (const { id, position } of workflow.nodes) {
      pen.fillStyle = colours.states[states.get(id) ?? 'idle'];
      const [w, h] = [NODE_SIZE.width * scale, NODE_SIZE.height * scale];
      pen.fillRect(PAD + position.x * scale, PAD + position.y * scale, Math.max(w, 1), Math.max(h, 1));
    }
    pen.strokeStyle = colours.frame;
    pen.lineWidth = 1.5;
    const within = (at: number, max: number) => Math.min(Math.max(at, 1), max - 1);
    const left = within(PAD - (x / zoom) * scale, WIDTH);
    const top = within(PAD - (y / zoom) * scale, high);
    const right = within(PAD + ((width - x) / zoom) * scale, WIDTH);
    const bottom = within(PAD + ((height - y) / zoom) * scale, high);
    pen.strokeRect(left, top, right - left, bottom - top);
  });
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    view.centreOn({
      x: (event.clientX - box.left - PAD) / scale,
      y: (event.clientY - box.top - PAD) / scale,
    });
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={messages.board.miniMap(world.width, world.height)}
      width={WIDTH}
      height={high}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
      className="nowheel absolute end-2 bottom-8 z-5 hidden touch-none rounded-md border bg-surface/90 shadow-card @2xl:block"
    />
  );
}
