import {
  EMPTY_WORKFLOW,
  type Workflow,
  type WorkflowNode,
} from '../../packages/domain/src/workflows/workflow.ts';

const node = (id: string, type: string, config: WorkflowNode['config'] = {}): WorkflowNode => ({
  id,
  type,
  title: '',
  config,
  position: { x: 0, y: 0 },
});

const edge = (from: string, to: string, port = 'out') => ({
  id: `${from}-${port}-${to}`,
  from: { node: from, port },
  to: { node: to, port: 'in' },
});

/** Webhook → transform → branch → merge → respond: doubles an amount, goes one of two ways, and answers with a record. */
export const shortFlow: Workflow = {
  ...EMPTY_WORKFLOW,
  name: 'Short flow',
  nodes: [
    node('begin', 'start', { fields: [{ name: 'amount', type: 'number', required: true }] }),
    node('transform', 'data_collection', {
      values: [
        { name: 'total', value: 'input.amount * 2' },
        { name: 'region', value: 'input.region' },
      ],
    }),
    node('large', 'decision', { condition: 'input.total > 1000' }),
    node('merge', 'merge'),
    node('respond', 'end', { result: 'nodes.transform' }),
  ],
  edges: [
    edge('begin', 'transform'),
    edge('transform', 'large'),
    edge('large', 'merge', 'yes'),
    edge('large', 'merge', 'no'),
    edge('merge', 'respond'),
  ],
};

/** So many nodes of one kind, one after the other. */
export function chain(name: string, length: number, type: string, config: WorkflowNode['config']): Workflow {
  const ids = Array.from({ length }, (_, at) => `step${at + 1}`);
  const all = ['begin', ...ids, 'finish'];
  return {
    ...EMPTY_WORKFLOW,
    name,
    nodes: [node('begin', 'start'), ...ids.map((id) => node(id, type, config)), node('finish', 'end')],
    edges: all.slice(1).map((to, at) => edge(all[at] ?? '', to)),
  };
}

/** Filters a list by another for each of its items: 15,000 comparisons a turn. */
export const heavy: Workflow = {
  ...EMPTY_WORKFLOW,
  name: 'Computes much',
  nodes: [
    node('begin', 'start'),
    node('again', 'loop', { over: 'run.input.items', limit: 10_000 }),
    node('body', 'calculator', { formula: 'size(run.input.q.filter(a, run.input.j.exists(b, b == -1)))' }),
    node('finish', 'end'),
  ],
  edges: [
    edge('begin', 'again'),
    edge('again', 'body', 'each'),
    { id: 'back', from: { node: 'body', port: 'out' }, to: { node: 'again', port: 'next' } },
    edge('again', 'finish', 'done'),
  ],
};

/** What a run of `heavy` is started with, for so many turns. */
export function heavyInput(turns: number): Record<string, number[]> {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  return { items: numbers(turns), q: numbers(150), j: numbers(100) };
}

/** Node-RED's flow for the same answer: http in → function → switch → (two ways) change → http response. */
export const nodeRedFlow = [
  { id: 'tab', type: 'tab', label: 'Short flow' },
  { id: 'in', type: 'http in', z: 'tab', url: '/flow', method: 'post', wires: [['transform']] },
  {
    id: 'transform',
    type: 'function',
    z: 'tab',
    outputs: 1,
    wires: [['large']],
    func: 'msg.payload = { total: msg.payload.amount * 2, region: msg.payload.region };\nreturn msg;',
  },
  {
    id: 'large',
    type: 'switch',
    z: 'tab',
    property: 'payload.total',
    propertyType: 'msg',
    rules: [{ t: 'gt', v: '1000', vt: 'num' }, { t: 'else' }],
    checkall: 'false',
    outputs: 2,
    wires: [['merge'], ['merge']],
  },
  {
    id: 'merge',
    type: 'change',
    z: 'tab',
    wires: [['respond']],
    rules: [{ t: 'set', p: 'statusCode', pt: 'msg', to: '200', tot: 'num' }],
  },
  { id: 'respond', type: 'http response', z: 'tab', wires: [] },
];
