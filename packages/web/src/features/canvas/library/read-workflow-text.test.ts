import { checkWorkflow } from '@attain/domain/workflows/check-workflow';
import { EMPTY_WORKFLOW, WORKFLOW_LIMITS } from '@attain/domain/workflows/workflow';
import { describe, expect, test } from 'vitest';
import { readWorkflowText } from './read-workflow-text.ts';

const node = (id: string, type = 'formatter', more: object = {}) => ({
  id,
  type,
  title: '',
  position: { x: 0, y: 0 },
  config: {},
  ...more,
});
const text = (more: object) => JSON.stringify({ ...EMPTY_WORKFLOW, name: 'Hostile', ...more });
const link = (id: string, from: string, to: string) => ({
  id,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
});
const faults = async (hostile: string) => {
  const read = await readWorkflowText('flow.json', hostile);
  if (read.ok) throw new Error('It was taken.');
  expect(JSON.stringify(read.problems).length).toBeLessThan(20_000);
  return read.problems.map(({ rule, path, message }) => [rule, path, message] as const);
};

describe('[WF-2] [WF-3] a hostile file in the import dialog', () => {
  test.each([
    ['nothing', '', '', 'not JSON'],
    ['half a document', text({}).slice(0, 40), '', 'not JSON'],
    ['a script', '<script>alert(1)</script>', '', 'not JSON'],
    ['a list', '[]', 'WF-1', ''],
    [
      'a key of a prototype',
      text({ nodes: [node('a')] }).replace('"config":{', '"config":{"__proto__":{"x":1}'),
      'WF-3',
      '',
    ],
    [
      '100,000 nodes',
      text({ nodes: Array.from({ length: 100_000 }, (_, at) => node(`n${at}`)) }),
      'WF-2',
      `the limit is ${WORKFLOW_LIMITS.nodes}.`,
    ],
    [
      '100,000 levels',
      text({ variables: [] }).replace('[]', '['.repeat(100_000) + ']'.repeat(100_000)),
      'WF-2',
      '',
    ],
    ['wrong in 5,000 places', text({ nodes: Array.from({ length: 5_000 }, () => ({ id: 1 })) }), 'WF-1', ''],
  ])('%s is refused in few words, and changes nothing', async (_, hostile, rule, message) => {
    const found = await faults(hostile);
    expect(found[0]?.[0]).toBe(rule);
    expect(found[0]?.[2]).toContain(message);
    expect(found.length).toBeLessThanOrEqual(20);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  test.each([
    ['[WF-4] an unknown type', { nodes: [node('a', 'rm -rf')] }, 'WF-4'],
    ['[WF-4] the name of a prototype as a type', { nodes: [node('a', 'constructor')] }, 'WF-4'],
    [
      '[WF-18] a circle',
      { nodes: [node('a'), node('b')], edges: [link('x', 'a', 'b'), link('y', 'b', 'a')] },
      'WF-18',
    ],
    ['[WF-12] a connection to nowhere', { nodes: [node('a')], edges: [link('x', 'a', 'gone')] }, 'WF-12'],
  ])('%s is taken as a draft that says why it cannot run', async (_, more, rule) => {
    const read = await readWorkflowText('flow.json', text(more));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    expect(checkWorkflow(read.workflow).map((one) => one.rule)).toContain(rule);
  });

  test('[WF-3] a script in a title stays a text, letter by letter', async () => {
    const title = '<img src=x onerror=alert(1)>{{ constructor }}';
    const read = await readWorkflowText(
      'flow.json',
      text({ name: title, nodes: [node('a', 'formatter', { title })] }),
    );
    expect(read).toMatchObject({ ok: true, workflow: { name: title, nodes: [{ title }] } });
  });

  test('[WF-110] a file of n8n is recognised, alone, in a list and in the answer of its API, and comes with a report', async () => {
    const file = {
      name: 'Moved in',
      nodes: [
        { name: 'Go', type: 'n8n-nodes-base.manualTrigger', position: [0, 0], parameters: {} },
        { name: 'Post', type: 'n8n-nodes-base.slack', position: [200, 0], parameters: {} },
      ],
      connections: { Go: { main: [[{ node: 'Post', type: 'main', index: 0 }]] } },
    };
    for (const form of [file, [file], { data: file }]) {
      const read = await readWorkflowText('n8n.json', JSON.stringify(form));
      expect(read).toMatchObject({
        ok: true,
        workflow: { name: 'Moved in' },
        n8n: { nodes: [{ outcome: 'mapped' }, { name: 'Post', outcome: 'unmapped' }] },
      });
    }
    expect(await faults(JSON.stringify([file, file]))).toEqual([
      ['WF-110', '', expect.stringContaining('2 workflows')],
    ]);
  });
});
