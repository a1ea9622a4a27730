import { GRID, NODE_SIZE, snap } from '@attain/domain/workflows/canvas/geometry';
import type { Position, Workflow } from '@attain/domain/workflows/workflow';

/** Distance between automatically placed nodes. */
const STEP = { x: NODE_SIZE.width + 72, y: NODE_SIZE.height + 36 } as const;

/** The nearest free grid point at or below the wanted position. */
export function freePlace({ nodes }: Pick<Workflow, 'nodes'>, wanted: Position): Position {
  let place = snap(wanted);
  const covers = ({ position }: { position: Position }) =>
    Math.abs(position.x - place.x) < NODE_SIZE.width + GRID &&
    Math.abs(position.y - place.y) < NODE_SIZE.height + GRID;
  for (let tries = nodes.length; tries > 0 && nodes.some(covers); tries -= 1) {
    place = snap({ x: place.x, y: place.y + STEP.y });
  }
  return place;
}

/** The position after a node in a chain. */
export function placeAfter({ x, y }: Position): Position {
  return { x: x + STEP.x, y };
}
