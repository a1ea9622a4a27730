import { NODE_SIZE } from '@attain/domain/workflows/canvas/geometry';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { StepState } from '../acts/step-states.ts';
import { stateColours } from './state-colours.ts';

/** Above this number of nodes and below half size, the workflow is drawn as one picture. */
export const OVERVIEW_NODES = 150;

export type OverviewLayerProps = {
  workflow: Workflow;
  selected: ReadonlySet<string>;
  states: ReadonlyMap<string, StepState>;
};

/** A large workflow from afar: boxes and lines in status colors on one canvas element. */
export function OverviewLayer({ workflow, selected, states }: OverviewLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const api = useStoreApi();
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      if (canvas.current) drawOverview(canvas.current, api.getState(), { workflow, selected, states });
    };
    const soon = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    const stop = api.subscribe(soon);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [api, workflow, selected, states]);
  return (
    <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 z-3 h-full w-full" />
  );
}

type Frame = { width: number; height: number; transform: readonly [number, number, number] };

function drawOverview(canvas: HTMLCanvasElement, frame: Frame, shown: OverviewLayerProps): void {
  const { width, height, transform } = frame;
  const sharp = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * sharp), Math.round(height * sharp)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const [x, y, zoom] = transform;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, wide, high);
  pen.setTransform(sharp * zoom, 0, 0, sharp * zoom, x * sharp, y * sharp);
  const colours = stateColours(canvas);
  drawLines(pen, shown.workflow, colours.line);
  for (const { id, position } of shown.workflow.nodes) {
    pen.fillStyle = colours.states[shown.states.get(id) ?? 'idle'];
    pen.fillRect(position.x, position.y, NODE_SIZE.width, NODE_SIZE.height);
    if (!shown.selected.has(id)) continue;
    pen.strokeStyle = colours.chosen;
    pen.lineWidth = 12;
    pen.strokeRect(position.x, position.y, NODE_SIZE.width, NODE_SIZE.height);
  }
}

function drawLines(pen: CanvasRenderingContext2D, workflow: Workflow, colour: string): void {
  const places = new Map(workflow.nodes.map(({ id, position }) => [id, position]));
  pen.strokeStyle = colour;
  pen.lineWidth = 4;
  pen.beginPath();
  for (const { from, to } of workflow.edges) {
    const [a, b] = [places.get(from.node), places.get(to.node)];
    if (!a || !b) continue;
    pen.moveTo(a.x + NODE_SIZE.width, a.y + NODE_SIZE.height / 2);
    pen.lineTo(b.x, b.y + NODE_SIZE.height / 2);
  }
  pen.stroke();
}
