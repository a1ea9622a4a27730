import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerFaults } from './answer-step.ts';
import { parseText } from './parse-text.ts';
import { recordFaults } from './record-faults.ts';
import { retryDelayMs } from './retry-delay.ts';

describe('[WF-26] the delay before a retry', () => {
  test('lies between half and all of the doubled backoff, is always the same, and differs from run to run', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 60 }),
        (step, attempt, seconds) => {
          const full = Math.min(seconds * 1_000 * 2 ** (attempt - 1), 3_600_000);
          const delay = retryDelayMs(step, attempt, seconds);
          expect(delay).toBe(retryDelayMs(step, attempt, seconds));
          expect(delay).toBeGreaterThanOrEqual(Math.floor(full / 2));
          expect(delay).toBeLessThanOrEqual(full);
        },
      ),
    );
    const delays = Array.from({ length: 1_000 }, (_, run) => retryDelayMs(`run-${run}/a@`, 1, 100));
    expect(new Set(delays).size).toBeGreaterThan(900);
    const quarters = [50, 62.5, 75, 87.5].map(
      (from) => delays.filter((one) => one >= from * 1_000 && one < (from + 12.5) * 1_000).length,
    );
    for (const inside of quarters) expect(inside).toBeGreaterThan(180);
  });
});

describe('[WF-9] the parser', () => {
  const csv = (text: string) => parseText('csv', text, ';');
  test('reads CSV with quotes, and refuses rows of another length', () => {
    expect(csv('a;b\r\n"x;""y""\n";2\n;\n')).toEqual([
      { a: 'x;"y"\n', b: '2' },
      { a: '', b: '' },
    ]);
    expect(csv('')).toEqual([]);
    expect(csv('a;b')).toEqual([]);
    expect(() => csv('a;b\n1')).toThrow('Row 2 has 1 cells; the header has 2.');
    expect(() => csv('a;b\n"1')).toThrow('not closed');
    expect(() => csv('a;b\n"1"x;2')).toThrow('after a closing quote');
    expect(csv('__proto__\n1')).toEqual([Object.fromEntries([['__proto__', '1']])]);
    expect(() => csv('a;b;a\n1;2;3')).toThrow('The header has two columns "a".');
    expect(csv('\ufeffa;b\n1;2')).toEqual([{ a: '1', b: '2' }]);
  });

  const json = (text: string) => parseText('json', text, ',');
  test.each<[string, unknown]>([
    [
      '[12345678901234567890, 0.1, 1.10, 1e3, -0.30000000000000000004]',
      ['12345678901234567890', 0.1, 1.1, 1000, '-0.30000000000000000004'],
    ],
    [
      '{"id": "12345678901234567890", "__proto__": 1}',
      Object.fromEntries([
        ['id', '12345678901234567890'],
        ['__proto__', 1],
      ]),
    ],
  ])('loses no digit of %s', (text, value) => {
    expect(json(text)).toEqual(value);
  });

  test.each([
    ['1e400', 'The number 1e400 is too large.'],
    ['"\\u0000"', 'zero character'],
    ['{"\\ud83d": 1}', 'incomplete character'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, '100 levels deep'],
    [`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`, '100 levels deep'],
    ['{"a":', 'The text is not JSON'],
  ])('refuses JSON that could not be kept: %.40s', (text, why) => {
    expect(() => json(text)).toThrow(why);
  });

  test('reads back whatever is written as CSV', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ';', '"', '\n', '\r', ' ') });
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const written = [['x', 'y'], ...rows]
          .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(';'))
          .join('\n');
        expect(csv(written)).toEqual(rows.map(([x, y]) => ({ x, y })));
      }),
    );
  });

  test('reads JSON, numbers and lines, and says what is wrong', () => {
    expect(parseText('json', '{"a":[1]}', ',')).toEqual({ a: [1] });
    expect(parseText('number', ' 12.50\n', ',')).toBe('12.50');
    expect(parseText('lines', 'a\r\nb\n', ',')).toEqual(['a', 'b']);
    expect(() => parseText('json', '{', ',')).toThrow('not JSON');
    expect(() => parseText('number', '1,5', ',')).toThrow('not a decimal number');
    expect(() => parseText('lines', 5, ',')).toThrow('needs text');
    expect(() => parseText('lines', 'x'.repeat(1_000_001), ',')).toThrow('more than');
    expect(() => parseText('lines', '\n'.repeat(60_000), ',')).toThrow('more than');
  });
});

describe('[WF-25] records', () => {
  const field = (type: string, rest = {}) => [{ name: 'f', type, required: true, options: [], ...rest }];
  test.each([
    ['text', 'x', 1],
    ['number', '1.50', 'x'],
    ['number', 2, true],
    ['boolean', false, 'no'],
    ['date', '2024-02-29', '2023-02-29'],
    ['list', [], {}],
    ['object', {}, []],
    ['any', 0, null],
  ])('%s takes %j, not %j', (type, good, bad) => {
    expect(recordFaults(field(type), { f: good })).toEqual([]);
    expect(recordFaults(field(type), { f: bad })).toHaveLength(1);
  });

  test('a choice takes its options; optional fields may be missing', () => {
    expect(recordFaults(field('choice', { options: ['a'] }), { f: 'a' })).toEqual([]);
    expect(recordFaults(field('choice', { options: ['a'] }), { f: 'b' })).toMatchObject([
      { rule: 'WF-25', path: 'f', message: expect.stringContaining('one of a') },
    ]);
    expect(recordFaults(field('text', { required: false }), {})).toEqual([]);
    expect(recordFaults(field('text'), 'x')).toHaveLength(1);
    expect(recordFaults([], 'x')).toEqual([]);
  });

  test('an answer takes an offered decision and the form', () => {
    const task = {
      taskType: 'approval',
      title: 'Pay?',
      instructions: '',
      assignee: null,
      queue: null,
      priority: 'medium',
      form: [{ name: 'note', type: 'text', required: true }],
      decisions: ['approved', 'rejected'],
      slaAtMs: 0,
      escalateTo: null,
      expiresAtMs: null,
    };
    expect(answerFaults(task, { decision: 'approved', values: { note: 'x' } })).toEqual([]);
    expect(answerFaults(task, { decision: 'maybe' }).map(({ path }) => path)).toEqual([
      'decision',
      'values.note',
    ]);
    expect(answerFaults(task, 'yes')).toHaveLength(1);
  });
});
