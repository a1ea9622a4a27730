import { EMPTY_WORKFLOW } from '@attain/domain/workflows/workflow';
import { expect, test } from 'vitest';
import { flowElements } from './flow-elements.ts';

const workflow = {
  ...EMPTY_WORKFLOW,
  nodes: [
    { id: 'ask', type: 'decision', title: 'Large?', position: { x: 200, y: 40 }, config: {} },
    { id: 'done', type: 'end', title: '', position: { x: 400, y: 40 }, config: {} },
  ],
  edges: [{ id: 'e1', from: { node: 'ask', port: 'yes' }, to: { node: 'done', port: 'in' } }],
};
const nothing = { nodes: new Set<string>(), edges: new Set<string>(), notes: new Set<string>() };
const shown = {
  selection: nothing,
  faults: new Map(),
  connectFrom: null,
  states: new Map([['ask', 'running' as const]]),
};

test('[CANVAS-21] a node is drawn with id, type, x, y, title, status, inputs and outputs', () => {
  const [ask, done] = flowElements()(workflow, shown).nodes;
  expect(ask).toMatchObject({
    id: 'ask',
    position: { x: 200, y: 40 },
    width: 128,
    height: 64,
    data: { node: { type: 'decision', title: 'Large?' }, state: 'running' },
  });
  const ports = (type: string) => ask?.handles?.filter((one) => one.type === type).map(({ id }) => id);
  expect([ports('target'), ports('source')]).toEqual([['in'], ['yes', 'no']]);
  // without a run a node is idle
  expect(done?.data).toMatchObject({ state: null });
});

test('[CANVAS-23] a connection has id, from, to, and the ports it leaves and arrives by', () => {
  const [edge] = flowElements()(workflow, shown).edges;
  expect(edge).toMatchObject({
    id: 'e1',
    source: 'ask',
    target: 'done',
    sourceHandle: 'yes',
    targetHandle: 'in',
  });
});

test('what did not change is the same object, so that it is not drawn again', () => {
  const draw = flowElements();
  const first = draw(workflow, shown);
  const moved = workflow.nodes.map((node) =>
    node.id === 'ask' ? { ...node, position: { x: 0, y: 0 } } : node,
  );
  const second = draw({ ...workflow, nodes: moved }, shown);
  expect(second.nodes[0]).not.toBe(first.nodes[0]);
  expect(second.nodes[1]).toBe(first.nodes[1]);
  expect(second.edges[0]).toBe(first.edges[0]);
});

test('[WF-118] a dashed line leads to an undo step, and can neither be selected nor deleted', () => {
  const call = (id: string, more = {}) => ({
    ...{ id, type: 'api_call', title: '', config: {}, position: { x: 0, y: 0 } },
    ...more,
  });
  const nodes = [call('pay', { undoWith: 'refund' }), call('refund'), call('other', { undoWith: 'gone' })];
  const { edges } = flowElements()({ ...EMPTY_WORKFLOW, nodes }, shown);
  expect(edges).toMatchObject([
    {
      source: 'pay',
      target: 'refund',
      selectable: false,
      deletable: false,
      data: { undo: { out: 21.333333333333332, in: 32 } },
    },
  ]);
});
