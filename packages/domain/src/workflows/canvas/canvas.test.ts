import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NODE_TYPES, outputsOf } from '../nodes/node-types.ts';
import { randomWorkflow } from '../random-workflow.fixture.ts';
import { flow } from '../sample-workflow.fixture.ts';
import type { Position, Workflow } from '../workflow.ts';
import { alignNodes, type Side, tidyNodes } from './arrange.ts';
import { copyNodes, duplicateNodes, pasteClip } from './clip.ts';
import {
  addNode,
  changeFrame,
  configureNode,
  connect,
  disconnect,
  type Edit,
  moveNodes,
  reconnect,
  removeNodes,
  writeNote,
} from './edits.ts';
import {
  GRID,
  MINI_MAP,
  miniMapWorld,
  NODE_SIZE,
  openingView,
  snap,
  ZOOM,
  zoomBy,
  zoomLevel,
  zoomToFit,
} from './geometry.ts';
import { HISTORY_CAPACITY, openHistory, perform, redo, seal, undo } from './history.ts';
import { laneOf } from './route.ts';

const calc = ['calculator', { formula: '1' }] as const;
const drawn = flow({ start: 'start', calc, end: 'end' }, ['start.out > calc.in', 'calc.out > end.in']);

describe('[WF-30] geometry', () => {
  test('[CANVAS-35] [CANVAS-36] [CANVAS-39] sizes are as stated', () => {
    expect([NODE_SIZE, GRID, MINI_MAP]).toEqual([
      { width: 128, height: 64 },
      20,
      { width: 1000, height: 400 },
    ]);
  });

  test('[CANVAS-34] nodes snap to the grid and never below zero', () => {
    expect(snap({ x: 29, y: 31 })).toEqual({ x: 20, y: 40 });
    expect(snap({ x: -500, y: -1 })).toEqual({ x: 0, y: 0 });
  });

  test('[CANVAS-02] [CANVAS-03] zoom has eight levels from 25 to 200', () => {
    expect(ZOOM).toEqual({ min: 25, max: 200, step: 25 });
    expect([
      zoomLevel(1),
      zoomLevel(110),
      zoomLevel(999),
      zoomBy(100, 1),
      zoomBy(100, -1),
      zoomBy(200, 1),
      zoomBy(25, -1),
    ]).toEqual([25, 100, 200, 125, 75, 200, 25]);
  });

  test('[CANVAS-39] the mini map grows with what lies outside', () => {
    expect(miniMapWorld([])).toEqual({ width: 1000, height: 400 });
    expect(miniMapWorld([{ position: { x: 2000, y: 380 } }])).toEqual({ width: 2128, height: 444 });
  });
});

describe('[WF-31] edits', () => {
  const after = (workflow: Workflow, edit: Edit) => perform(openHistory(workflow), edit).workflow;
  const must = (made: ReturnType<typeof addNode>) => {
    if (!made.ok) throw new Error(made.problems[0]?.message);
    return made.value;
  };

  test('a new node has its type’s label and defaults and an id of its own', () => {
    const once = after(drawn, must(addNode(drawn, 'email', { x: 33, y: -5 })));
    const twice = after(once, must(addNode(once, 'email', { x: 0, y: 0 })));
    expect(twice.nodes.slice(3)).toMatchObject([
      {
        id: 'email-1',
        title: 'Email',
        position: { x: 40, y: 0 },
        config: { timeoutSeconds: 30, retries: 3, logLevel: 'INFO' },
      },
      { id: 'email-2' },
    ]);
    expect(addNode(drawn, 'shell', { x: 0, y: 0 }).ok).toBe(false);
  });

  test('deleting a node takes its connections, and undo brings all of it back to its place', () => {
    const history = perform(openHistory(drawn), removeNodes(drawn, new Set(['calc'])));
    expect(history.workflow.nodes.map(({ id }) => id)).toEqual(['start', 'end']);
    expect(history.workflow.edges).toEqual([]);
    expect(undo(history).workflow).toEqual(drawn);
    expect(redo(undo(history)).workflow).toEqual(history.workflow);
  });

  test('a connection that is not allowed is refused with the reason', () => {
    const made = connect(drawn, { node: 'start', port: 'out' }, { node: 'calc', port: 'in' });
    expect(made.ok ? [] : made.problems.map(({ rule }) => rule)).toEqual(['WF-14']);
  });

  test('a connection is led elsewhere as one step, keeping its id and place, or refused with the reason', () => {
    const wide = after(drawn, must(addNode(drawn, 'formatter', { x: 0, y: 200 })));
    const [first] = wide.edges;
    const moved = perform(
      openHistory(wide),
      must(
        reconnect(wide, first?.id ?? '', { node: 'start', port: 'out' }, { node: 'formatter-1', port: 'in' }),
      ),
    );
    expect(moved.workflow.edges[0]).toEqual({
      id: first?.id,
      from: { node: 'start', port: 'out' },
      to: { node: 'formatter-1', port: 'in' },
    });
    expect(moved.past).toHaveLength(1);
    expect(undo(moved).workflow).toEqual(wide);
    // what the connection itself holds does not stand in its way
    expect(
      reconnect(wide, first?.id ?? '', { node: 'formatter-1', port: 'out' }, { node: 'calc', port: 'in' }).ok,
    ).toBe(true);
    const [, second] = wide.edges;
    const twice = reconnect(
      wide,
      second?.id ?? '',
      { node: 'start', port: 'out' },
      { node: 'calc', port: 'in' },
    );
    expect(twice.ok ? [] : twice.problems.map(({ rule }) => rule)).toEqual(['WF-14']);
  });

  test('a way that a branch loses takes its connections along', () => {
    const branch = flow({ start: 'start', b: ['branch', { ways: [{ name: 'x' }] }], end: 'end' }, [
      'start.out > b.in',
      'b.x > end.in',
    ]);
    const changed = after(
      branch,
      configureNode(branch, 'b', { config: { ways: [{ name: 'y' }] }, field: 'ways' }),
    );
    expect(changed.edges.map(({ from }) => from.port)).toEqual(['out']);
    expect(
      undo(perform(openHistory(branch), configureNode(branch, 'b', { config: { ways: [] }, field: 'ways' })))
        .workflow,
    ).toEqual(branch);
  });

  test('copies go into another workflow with the connections between them', () => {
    const clip = copyNodes(drawn, new Set(['start', 'calc']));
    const { edit, pasted } = pasteClip(drawn, clip);
    const both = after(drawn, edit);
    expect([...pasted]).toEqual(['start-1', 'calculator-1']);
    expect(both.edges.at(-1)).toEqual({
      id: 'edge-1',
      from: { node: 'start-1', port: 'out' },
      to: { node: 'calculator-1', port: 'in' },
    });
    expect(
      pasteClip(drawn, { nodes: [{ ...drawn.nodes[0], type: 'virus' } as never], edges: [] }).edit.changes,
    ).toEqual([]);
    expect(duplicateNodes(drawn, new Set(['calc'])).edit.label).toBe('Duplicate 1 node');
  });

  test('a drag is one step, however many moves it takes; what comes after it is another', () => {
    let history = openHistory(drawn);
    const drag = (steps: number) => {
      for (let step = 0; step < steps; step += 1)
        history = perform(history, moveNodes(history.workflow, new Set(['calc']), { x: 20, y: 20 }));
      history = seal(history);
    };
    drag(50);
    expect(history.past).toHaveLength(1);
    expect(JSON.stringify(history.past).length).toBeLessThan(600);
    drag(2);
    expect(history.past).toHaveLength(2);
    expect(undo(undo(history)).workflow).toEqual(drawn);
  });

  test('a new edit ends what could be redone, and at least 100 steps are kept', () => {
    let history = openHistory(drawn);
    for (let step = 0; step < HISTORY_CAPACITY + 50; step += 1)
      history = seal(perform(history, changeFrame(history.workflow, { name: `Name ${step}` })));
    expect(history.past).toHaveLength(HISTORY_CAPACITY);
    expect(HISTORY_CAPACITY).toBeGreaterThanOrEqual(100);
    const back = undo(history);
    expect(back.future).toHaveLength(1);
    expect(perform(back, changeFrame(back.workflow, { name: 'Other' })).future).toEqual([]);
    expect(undo(openHistory(drawn))).toEqual(openHistory(drawn));
    expect(redo(openHistory(drawn))).toEqual(openHistory(drawn));
  });
});

type Operation = (workflow: Workflow, pick: (sides: number) => number) => Edit | null;

const some = (workflow: Workflow, pick: (sides: number) => number) =>
  new Set(workflow.nodes.filter(() => pick(3) === 0).map(({ id }) => id));
const OPERATIONS: readonly Operation[] = [
  (workflow, pick) =>
    value(
      addNode(workflow, NODE_TYPES[pick(NODE_TYPES.length)]?.type ?? '', { x: pick(2_000), y: pick(2_000) }),
    ),
  (workflow, pick) => moveNodes(workflow, some(workflow, pick), { x: pick(400) - 200, y: pick(400) - 200 }),
  (workflow, pick) => removeNodes(workflow, new Set([workflow.nodes[pick(workflow.nodes.length)]?.id ?? ''])),
  (workflow, pick) => disconnect(workflow, new Set([workflow.edges[pick(workflow.edges.length)]?.id ?? ''])),
  (workflow, pick) => {
    const [a, b] = [workflow.nodes[pick(workflow.nodes.length)], workflow.nodes[pick(workflow.nodes.length)]];
    if (a === undefined || b === undefined) return null;
    const ports = outputsOf(a);
    return value(
      connect(
        workflow,
        { node: a.id, port: ports[pick(ports.length)]?.name ?? '' },
        { node: b.id, port: 'in' },
      ),
    );
  },
  (workflow, pick) => {
    const led = workflow.edges[pick(workflow.edges.length)];
    const to = workflow.nodes[pick(workflow.nodes.length)];
    if (led === undefined || to === undefined) return null;
    return value(reconnect(workflow, led.id, led.from, { node: to.id, port: 'in' }));
  },
  (workflow, pick) => {
    const id = workflow.nodes[pick(workflow.nodes.length)]?.id ?? '';
    return configureNode(workflow, id, {
      title: `Title ${pick(5)}`,
      config: { formula: String(pick(5)) },
      field: ['title', 'formula'][pick(2)] ?? '',
    });
  },
  (workflow, pick) =>
    duplicateNodes(workflow, new Set([workflow.nodes[pick(workflow.nodes.length)]?.id ?? ''])).edit,
  (workflow, pick) =>
    pasteClip(workflow, copyNodes(drawn, new Set(['start', 'calc'])), { x: pick(100), y: pick(100) }).edit,
  (workflow, pick) => alignNodes(workflow, some(workflow, pick), SIDES[pick(6)] ?? 'left'),
  (workflow, pick) => (pick(4) === 0 ? tidyNodes(workflow) : tidyNodes(workflow, some(workflow, pick))),
  (workflow, pick) =>
    changeFrame(workflow, { name: `Name ${pick(9)}`, settings: { deadlineMinutes: pick(9) + 1 } }),
  (workflow, pick) => {
    const note = workflow.notes[pick(workflow.notes.length * 2)];
    return writeNote(workflow, note?.id ?? null, {
      text: pick(3) === 0 && note ? '' : `note ${pick(9)}`,
      position: { x: pick(500), y: 0 },
    });
  },
];
const SIDES: readonly Side[] = ['left', 'right', 'top', 'bottom', 'center', 'middle'];
const value = (made: ReturnType<typeof addNode>) => (made.ok ? made.value : null);

test('[WF-31] undo-all of 500 random operations returns exactly to the start, redo-all to the end', () => {
  const dice = fc.infiniteStream(fc.nat(1_000_000));
  fc.assert(
    fc.property(randomWorkflow, dice, (start, stream) => {
      const pick = (sides: number) => (sides === 0 ? 0 : (stream.next().value ?? 0) % sides);
      let history = openHistory(start);
      for (let count = 0; count < 500; count += 1) {
        const edit = (OPERATIONS[pick(OPERATIONS.length)] as Operation)(history.workflow, pick);
        if (edit !== null) history = perform(history, edit);
        if (pick(3) === 0) history = seal(history);
      }
      expect(wayBack(history, start)).toEqual(history.workflow);
    }),
    { numRuns: 6 },
  );
});

/** Undoes all, expects the start, redoes all, and gives what there is then; through JSON, as after a reload. */
function wayBack(history: ReturnType<typeof openHistory>, start: Workflow): Workflow {
  let now = JSON.parse(JSON.stringify(history)) as typeof history;
  while (now.past.length > 0) now = undo(now);
  expect(now.workflow).toEqual(start);
  while (now.future.length > 0) now = redo(now);
  return now.workflow;
}

describe('[WF-32] a tidy layout', () => {
  test('goes forward along connections, puts no two nodes in one place, and is always the same', () => {
    fc.assert(
      fc.property(randomWorkflow, (workflow) => {
        const tidy = perform(openHistory(workflow), tidyNodes(workflow)).workflow;
        const places = tidy.nodes.map(({ position }) => `${position.x} ${position.y}`);
        expect(new Set(places).size).toBe(places.length);
        const placeOf = new Map(tidy.nodes.map(({ id, position }) => [id, position]));
        for (const { from, to } of tidy.edges) {
          const [a, b] = [placeOf.get(from.node), placeOf.get(to.node)];
          if (to.port === 'next' || !a || !b) continue;
          // to the right in its band, or in a band below
          expect(b.x > a.x || b.y > a.y).toBe(true);
        }
        expect(tidyNodes(tidy).changes).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('wraps a long chain into bands of five columns, from left to right each', () => {
    const steps = Array.from({ length: 12 }, (_, at) => `s${at}`);
    const chain = flow(
      { start: 'start', ...Object.fromEntries(steps.map((id) => [id, calc])) },
      ['start', ...steps].slice(1).map((id, at) => `${at === 0 ? 'start' : steps[at - 1]}.out > ${id}.in`),
    );
    const tidy = perform(openHistory(chain), tidyNodes(chain)).workflow;
    const places = tidy.nodes.map(({ position }) => [position.x, position.y]);
    expect(places.slice(0, 6)).toEqual([...[0, 200, 400, 600, 800].map((x) => [x, 0]), [0, 140]]);
    expect(places.at(-1)).toEqual([400, 280]);
  });

  test('of some nodes leaves the others alone', () => {
    const tidy = perform(openHistory(drawn), tidyNodes(drawn, new Set(['calc']))).workflow;
    expect(tidy.nodes.map(({ position }) => position)).toEqual(drawn.nodes.map(({ position }) => position));
    expect(
      perform(openHistory(drawn), alignNodes(drawn, new Set(['calc', 'end']), 'right')).workflow.nodes.map(
        ({ position }) => position.x,
      ),
    ).toEqual([0, 400, 400]);
  });
});

describe('[WF-32] how a workflow opens', () => {
  const room = { width: 800, height: 600 };
  test('everything at the largest level at which it has room', () => {
    const area = { x: 0, y: 0, width: 900, height: 300 };
    expect(openingView(area, { x: 0, y: 0 }, room)).toEqual({ percent: 75, middle: { x: 450, y: 150 } });
    expect(openingView({ ...area, width: 200 }, { x: 0, y: 0 }, room).percent).toBe(100);
  });

  test('never smaller than 75 percent: then its first node is in view', () => {
    const area = { x: 0, y: 0, width: 4_000, height: 300 };
    expect(zoomToFit(area, room)).toBe(25);
    const { percent, middle } = openingView(area, { x: 0, y: 100 }, room);
    expect([percent, middle.x - 400 / 0.75]).toEqual([75, 0]);
    const late = openingView(area, { x: 3_900, y: 100 }, room);
    expect(late.middle.x + 400 / 0.75).toBeCloseTo(4_000);
  });
});

describe('[WF-32] the way of a connection', () => {
  const at = (x: number, y: number) => ({ x, y });
  const placedAt = (calcAt: Position, endAt: Position) => ({
    ...drawn,
    nodes: drawn.nodes.map((node) => {
      const position = { start: at(0, 100), calc: calcAt, end: endAt }[node.id] ?? node.position;
      return { ...node, position };
    }),
    edges: [
      ...drawn.edges,
      { id: 'far', from: { node: 'start', port: 'out' }, to: { node: 'end', port: 'in' } },
    ],
  });
  const lanes = (workflow: Workflow) => workflow.edges.map((edge) => laneOf(workflow, edge));

  test('is straight where nothing is in between', () => {
    expect(lanes(placedAt(at(200, 200), at(400, 100)))).toEqual([null, null, null]);
  });

  test('runs above its target where a node is in between', () => {
    expect(lanes(placedAt(at(200, 100), at(400, 100)))).toEqual([null, null, 80]);
  });

  test('and where it goes back to the left', () => {
    expect(lanes(placedAt(at(200, 100), at(0, 300)))).toEqual([null, 280, 280]);
    expect(lanes(placedAt(at(200, 300), at(0, 0)))).toEqual([null, 84, 84]);
  });
});
