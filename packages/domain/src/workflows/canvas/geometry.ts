import type { Position, WorkflowNode } from '../workflow.ts';
import { WORKFLOW_LIMITS } from '../workflow.ts';

/** The side of a grid square, and the size of a node, in px (CANVAS-35, CANVAS-36). */
export const GRID = 20;
export const NODE_SIZE = { width: 128, height: 64 } as const;

/** Zoom goes from 25 to 200 percent in steps of 25 (CANVAS-02, CANVAS-03). */
export const ZOOM = { min: 25, max: 200, step: 25 } as const;

/** A workflow never opens smaller than this, in percent: the titles of nodes stay readable. */
export const READABLE_ZOOM = 75;

/** What the mini map shows when nothing lies outside of it (CANVAS-39). */
export const MINI_MAP = { width: 1_000, height: 400 } as const;

/** The nearest grid point, never below zero (CANVAS-34). */
export function snap({ x, y }: Position): Position {
  return { x: snapped(x), y: snapped(y) };
}

function snapped(length: number): number {
  const max = WORKFLOW_LIMITS.position;
  return Math.min(Math.max(Math.round(length / GRID) * GRID, 0), max);
}

/** The nearest zoom level in percent. */
export function zoomLevel(percent: number): number {
  return Math.min(Math.max(Math.round(percent / ZOOM.step) * ZOOM.step, ZOOM.min), ZOOM.max);
}

/** One level nearer (1) or farther (-1), as far as there are levels. */
export function zoomBy(percent: number, way: 1 | -1): number {
  return zoomLevel(zoomLevel(percent) + way * ZOOM.step);
}

/** A part of the canvas, in px of the workflow. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The largest level of zoom, at most 100 percent, at which an area has room in a window. */
export function zoomToFit(area: Area, room: { readonly width: number; readonly height: number }): number {
  const ratio = Math.min(room.width / area.width, room.height / area.height);
  const level = Math.floor((ratio * 100) / ZOOM.step) * ZOOM.step;
  return Math.min(Math.max(level, ZOOM.min), 100);
}

/**
 * How a workflow opens in a window: everything where it can be read, else readable with the node it starts at in view.
 * Answers the zoom in percent and the point of the workflow in the middle of the window.
 */
export function openingView(
  area: Area,
  start: Position,
  room: { readonly width: number; readonly height: number },
): { readonly percent: number; readonly middle: Position } {
  const percent = Math.max(zoomToFit(area, room), READABLE_ZOOM);
  const seen = { width: (room.width * 100) / percent, height: (room.height * 100) / percent };
  const middleOf = (from: number, length: number, at: number, size: number) =>
    length <= size ? from + length / 2 : Math.max(Math.min(at, from + length - size), from) + size / 2;
  return {
    percent,
    middle: {
      x: middleOf(area.x, area.width, start.x, seen.width),
      y: middleOf(area.y, area.height, start.y, seen.height),
    },
  };
}

/** The world the mini map shows: 1,000 × 400, and larger when nodes lie outside. */
export function miniMapWorld(nodes: readonly Pick<WorkflowNode, 'position'>[]): {
  readonly width: number;
  readonly height: number;
} {
  let { width, height }: { width: number; height: number } = MINI_MAP;
  for (const { position } of nodes) {
    width = Math.max(width, position.x + NODE_SIZE.width);
    height = Math.max(height, position.y + NODE_SIZE.height);
  }
  return { width, height };
}
