import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json-value.ts';
import { type FiledNode, readNodeFile, writeNodeFile } from './node-file.ts';
import { NODE_TYPES } from './node-types.ts';
import { tryNode } from './try-node.ts';

const now = Date.UTC(2024, 0, 31);
const trial = (type: string, config: JsonObject, sample: JsonValue = {}) =>
  tryNode({ type, config }, sample, now);

describe('[WF-33] [NODES-08] a node tried on a sample', () => {
  test.each<[string, JsonObject, JsonValue, JsonValue, string[]]>([
    ['calculator', { formula: 'input.base * 0.05', digits: 2 }, { base: '1250.10' }, 62.51, ['out']],
    ['formatter', { template: 'Pay {{ input.name }}' }, { name: 'Ann' }, 'Pay Ann', ['out']],
    ['parser', { format: 'csv' }, 'a,b\n1,2\n', [{ a: '1', b: '2' }], ['out']],
    ['parser', { format: 'number', source: 'input.n' }, { n: ' 12.5 ' }, '12.5', ['out']],
    ['parser', { format: 'lines' }, 'a\nb', ['a', 'b'], ['out']],
    ['data_collection', { values: [{ name: 'a', value: 'input.x + 1' }] }, { x: 1 }, { a: 2 }, ['out']],
    ['decision', { condition: 'input.amount > 1000' }, { amount: '1000.01' }, { amount: '1000.01' }, ['yes']],
    [
      'validation',
      { rules: [{ check: 'input.a > 0', message: 'a is small' }] },
      { a: 1 },
      { a: 1 },
      ['valid'],
    ],
    ['branch', { ways: [{ name: 'big', when: 'input > 5' }] }, 7, 7, ['big']],
    ['start', { fields: [{ name: 'a', type: 'text', required: true }] }, { a: 'x' }, { a: 'x' }, ['out']],
    ['end', { result: 'input.a' }, { a: 1 }, 1, []],
  ])('%s %j of %j is %j by %j', (type, config, sample, output, ports) => {
    expect(trial(type, config, sample)).toEqual({ is: 'computed', output, ports });
  });

  test('a validator reports every problem at its invalid port', () => {
    const fields = [
      { name: 'amount', type: 'number', required: true },
      { name: 'day', type: 'date', required: true },
    ];
    expect(trial('validator', { fields }, { amount: 'many' })).toMatchObject({
      is: 'computed',
      ports: ['invalid'],
      output: { problems: ['"amount" must be a decimal number.', '"day" is missing.'] },
    });
    expect(trial('validator', { fields }, { amount: '1', day: '2024-02-29' })).toMatchObject({
      ports: ['valid'],
    });
  });

  test('values that cannot be computed, and invalid nodes, give the reason', () => {
    expect(trial('calculator', { formula: 'input.a / 0' }, { a: 1 })).toMatchObject({
      is: 'failed',
      error: { code: 'EXPRESSION' },
    });
    expect(trial('parser', { format: 'json' }, '{')).toMatchObject({
      is: 'failed',
      error: { code: 'PARSE' },
    });
    expect(trial('calculator', { formula: '1 +' })).toMatchObject({
      is: 'unsound',
      problems: [{ rule: 'WF-8' }],
    });
    expect(trial('calculator', { formula: 'nodes.other' })).toMatchObject({ is: 'unsound' });
    expect(trial('nothing', {})).toMatchObject({ is: 'unsound' });
    expect(trial('loop', { over: 'input' })).toMatchObject({ is: 'untried' });
  });

  test('external requests are shown and not performed', () => {
    expect(trial('email', { to: '{{ input.who }}', subject: 'Pay' }, { who: 'a@example.com' })).toMatchObject(
      {
        is: 'asked',
        config: { to: 'a@example.com', retries: 3, timeoutSeconds: 30 },
      },
    );
    expect(trial('approval', { title: 'Pay {{ input.n }}?', queue: 'finance' }, { n: 5 })).toMatchObject({
      is: 'opened',
      wait: { for: 'task', task: { title: 'Pay 5?', queue: 'finance', slaAtMs: now + 3_600_000 } },
    });
    expect(trial('wait', { seconds: 5 })).toMatchObject({
      is: 'opened',
      wait: { for: 'timer', dueAtMs: now + 5_000 },
    });
  });

  test('every type can be tried with whatever configuration and sample, and none throws', () => {
    const anything = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(fc.constantFrom(...NODE_TYPES), anything, anything, ({ type }, config, sample) => {
        const given = typeof config === 'object' && config !== null && !Array.isArray(config) ? config : {};
        expect(trial(type, given as JsonObject, sample)).toHaveProperty('is');
      }),
    );
  });
});

describe('[WF-34] [NODES-08] a file of nodes', () => {
  test('reads back unchanged, with the problems of each node', () => {
    const nodes: FiledNode[] = [
      { type: 'calculator', title: 'Bonus', config: { formula: 'input.a * 2' } },
      { type: 'calculator', title: '', config: { formula: '1 +', extra: true } },
      { type: 'teleport', title: 'x', config: {} },
    ];
    const read = readNodeFile(writeNodeFile(nodes));
    expect(read).toMatchObject({ ok: true, value: nodes });
    if (!read.ok) return;
    expect(read.value.map(({ problems }) => problems.length > 0)).toEqual([false, true, true]);
  });

  test.each([
    ['', 'not JSON'],
    ['[]', 'no exported nodes'],
    ['{"format":"attain-nodes/1","nodes":[]}', 'must have 1 to'],
    [`{"format":"attain-nodes/1","nodes":[${'1,'.repeat(200)}1]}`, 'must have 1 to'],
    ['x'.repeat(1_000_001), 'more than'],
  ])('%.40s is refused: %s', (text, message) => {
    const read = readNodeFile(text);
    expect(read.ok ? '' : read.problems[0]?.message).toContain(message);
  });

  test('prototype names are no fields', () => {
    const read = readNodeFile(
      '{"format":"attain-nodes/1","nodes":[{"type":"__proto__","config":{"__proto__":{"a":1}}}]}',
    );
    expect(read).toMatchObject({ ok: true, value: [{ problems: [{ rule: 'WF-4' }] }] });
  });
});
