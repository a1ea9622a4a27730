import { describe, expect, test } from 'vitest';
import { checkWorkflow } from './check-workflow.ts';
import { canConnect } from './connect.ts';
import { prepareWorkflow } from './prepare-workflow.ts';
import { flow } from './sample-workflow.fixture.ts';
import type { Workflow } from './workflow.ts';

const ref = (text: string) => {
  const [node = '', port = ''] = text.split('.');
  return { node, port };
};
const rules = (workflow: Workflow) => [...new Set(checkWorkflow(workflow).map(({ rule }) => rule))];
const calc = ['calculator', { formula: '1' }] as const;
const nodes = {
  start: 'start',
  calc,
  text: ['formatter', { template: 'x' }],
  deals: 'import_deals',
  merge: 'merge',
  end: 'end',
} as const;
const drawn = flow(nodes, [
  'start.out > calc.in',
  'calc.out > text.in',
  'text.out > merge.in',
  'merge.out > end.in',
]);

describe('connections between two ports', () => {
  test.each([
    ['[CANVAS-26] [WF-13] a node with itself', 'calc.out', 'calc.in', 'WF-13'],
    ['[CANVAS-27] [WF-14] the same link again', 'start.out', 'calc.in', 'WF-14'],
    ['[CANVAS-28] [WF-12] from a node that is not there', 'gone.out', 'calc.in', 'WF-12'],
    ['[CANVAS-28] [WF-12] to a node that is not there', 'calc.out', 'gone.in', 'WF-12'],
    ['[CANVAS-29] [WF-15] from a port that is not there', 'calc.none', 'end.in', 'WF-15'],
    ['[CANVAS-30] [WF-15] to a port that is not there', 'calc.out', 'start.in', 'WF-15'],
    ['[WF-16] a number into what takes a file', 'calc.out', 'deals.in', 'WF-16'],
    ['[WF-17] two into one input', 'start.out', 'text.in', 'WF-17'],
    ['[WF-18] round in a circle', 'merge.out', 'merge.in', 'WF-13'],
  ])('%s: no', (_, from, to, rule) => {
    const problem = canConnect(drawn, ref(from), ref(to));
    expect(problem?.rule).toBe(rule);
    expect(problem?.message).toMatch(/\.$/);
  });

  test('[CANVAS-27] other links are', () => {
    expect(canConnect(drawn, ref('calc.error'), ref('merge.in'))).toBeNull();
    expect(canConnect(drawn, ref('start.out'), ref('deals.in'))).toBeNull();
  });

  test('[WF-18] a circle only through a loop, from its Each', () => {
    const looped = flow(
      { start: 'start', loop: ['loop', { over: '[1]' }], calc, merge: 'merge', end: 'end' },
      ['start.out > loop.in', 'loop.each > calc.in', 'loop.done > end.in'],
    );
    expect(canConnect(looped, ref('calc.out'), ref('loop.next'))).toBeNull();
    expect(canConnect(looped, ref('start.out'), ref('loop.next'))?.rule).toBe('WF-18');
    expect(canConnect(drawn, ref('end.out'), ref('merge.in'))?.rule).toBe('WF-15');
    const row = flow({ start: 'start', m: 'merge', calc }, ['start.out > m.in', 'm.out > calc.in']);
    expect(canConnect(row, ref('calc.out'), ref('m.in'))?.rule).toBe('WF-18');
  });
});

test('[WF-16] an input may take several types', () => {
  const given = flow(
    { start: 'start', list: 'loop', file: ['file_upload', { fileName: 'x' }], deals: 'import_deals' },
    [],
  );
  for (const from of ['list.done', 'file.out', 'start.out'])
    expect([from, canConnect(given, ref(from), ref('deals.in'))]).toEqual([from, null]);
});

describe('runnable workflows', () => {
  const valid = flow({ start: 'start', calc, end: 'end' }, ['start.out > calc.in', 'calc.out > end.in']);
  const row = ['start.out > calc.in', 'calc.out > end.in'];
  const withCalc = (config: Record<string, string | number>, links = row) =>
    flow({ start: 'start', calc: ['calculator', config], end: 'end' }, links);
  const loop = (links: readonly string[]) =>
    flow({ start: 'start', loop: ['loop', { over: '[1]' }], calc, merge: 'merge', end: 'end' }, links);

  test('[WF-4] a valid one can run', () => {
    expect(checkWorkflow(valid)).toEqual([]);
    expect(prepareWorkflow(valid).ok).toBe(true);
    expect(prepareWorkflow(withCalc({})).ok).toBe(false);
  });

  test.each([
    [
      '[WF-4] an unknown type',
      flow({ start: 'start', x: 'shell_script', end: 'end' }, ['start.out > end.in']),
      'WF-4',
    ],
    ['[WF-5] a configuration that lacks what it needs', withCalc({}), 'WF-5'],
    ['[WF-5] a configuration with too much', withCalc({ formula: '1', code: 'x' }), 'WF-5'],
    [
      '[WF-5] a wait that does not say how long',
      flow({ start: 'start', calc: ['wait', {}], end: 'end' }, row),
      'WF-5',
    ],
    [
      '[WF-5] a loop over nothing',
      flow({ start: 'start', calc: ['loop', {}], end: 'end' }, ['start.out > calc.in', 'calc.done > end.in']),
      'WF-5',
    ],
    ['[WF-8] an expression that does not parse', withCalc({ formula: '1 +' }), 'WF-8'],
    ['[WF-7] an expression about a step that is not there', withCalc({ formula: 'nodes.gone' }), 'WF-7'],
    ['[WF-7] an expression about a later step', withCalc({ formula: 'nodes["end"]' }), 'WF-7'],
    [
      '[WF-12] a connection to nowhere',
      flow({ start: 'start', calc, end: 'end' }, [...row, 'calc.error > gone.in']),
      'WF-12',
    ],
    [
      '[WF-14] the same connection twice',
      flow({ start: 'start', calc, end: 'end' }, [...row, 'calc.out > end.in']),
      'WF-14',
    ],
    [
      '[WF-15] a port that is not there',
      flow({ start: 'start', calc, end: 'end' }, [...row, 'calc.none > end.in']),
      'WF-15',
    ],
    [
      '[WF-16] types that do not fit',
      flow({ start: 'start', calc, d: 'import_deals', end: 'end' }, [...row, 'calc.out > d.in']),
      'WF-16',
    ],
    [
      '[WF-17] two connections into one input',
      flow({ start: 'start', calc, end: 'end' }, [...row, 'start.out > calc.in'].toReversed()),
      'WF-14',
    ],
    [
      '[WF-17] two different connections into one input',
      flow({ start: 'start', calc, t: ['formatter', { template: '' }], end: 'end' }, [
        ...row,
        'start.out > t.in',
        'calc.out > t.in',
      ]),
      'WF-17',
    ],
    [
      '[WF-18] a circle',
      flow({ start: 'start', m: 'merge', calc, end: 'end' }, [
        'start.out > m.in',
        'm.out > calc.in',
        'calc.out > m.in',
        'calc.error > end.in',
      ]),
      'WF-18',
    ],
    [
      '[WF-18] a way into a loop from outside',
      loop([
        'start.out > loop.in',
        'loop.each > merge.in',
        'start.out > merge.in',
        'merge.out > calc.in',
        'loop.done > end.in',
      ]),
      'WF-18',
    ],
    [
      '[WF-18] an End inside of a loop',
      loop(['start.out > loop.in', 'loop.each > merge.in', 'merge.out > calc.in', 'calc.out > end.in']),
      'WF-18',
    ],
    ['[WF-19] no beginning', flow({ calc, end: 'end' }, ['calc.out > end.in']), 'WF-19'],
    [
      '[WF-19] two beginnings',
      flow({ start: 'start', two: 'start', end: 'end' }, ['start.out > end.in', 'two.out > end.in']),
      'WF-19',
    ],
    ['[WF-19] no end', flow({ start: 'start', calc }, ['start.out > calc.in']), 'WF-19'],
    [
      '[WF-24] a node that is never reached',
      flow({ start: 'start', calc, end: 'end' }, ['start.out > end.in']),
      'WF-24',
    ],
  ])('%s: no', (_, workflow, rule) => {
    expect(rules(workflow)).toContain(rule);
    for (const problem of checkWorkflow(workflow))
      expect(problem.node ?? problem.edge ?? problem.path).not.toBe('');
  });

  test('[WF-19] an Input may be the beginning', () => {
    expect(rules(flow({ in: 'input', out: 'output' }, ['in.out > out.in']))).toEqual([]);
  });

  test('[WF-5] a problem says in which node and field it is', () => {
    expect(checkWorkflow(withCalc({ formula: '1', digits: 99 }))).toMatchObject([
      { rule: 'WF-5', node: 'calc', path: 'nodes[1].config.digits' },
    ]);
  });

  test('[WF-18] the largest hostile documents are judged in bounded words', () => {
    const count = 5_000;
    const ids = Array.from({ length: count }, (_, at) => `n${at}`);
    const all = Object.fromEntries(ids.map((id) => [id, ['loop', { over: 'nodes.n0' }] as const]));
    const ring = flow(
      all,
      ids.map((id, at) => `${id}.each > n${(at + 1) % count}.in`),
    );
    expect(rules(ring)).toContain('WF-18');
    const chain = flow(
      all,
      ids.slice(1).map((id, at) => `n${at}.each > ${id}.in`),
    );
    expect(checkWorkflow(chain).length).toBeLessThanOrEqual(100);
  });
});
