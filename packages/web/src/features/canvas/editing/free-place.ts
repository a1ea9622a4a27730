import { GRID, NODE_SIZE, snap } from '@attain/domain/workflows/canvas/geometry';
import type { Position, Workflow } from '@attain/domain/workflows/workflow';

/** How far apart nodes are put that nobody placed by hand. */
const STEP = { x: NODE_SIZE.width + 72, y: NODE_SIZE.height + 36 } as const;

/** The grid point nearest below the wanted one where a node covers no other. */
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

/** Beside a node, where the next step of a chain would stand. */
export function placeAfter({ x, y }: Position): Position {
  return { x: x + STEP.x, y };
}
