import { describe, expect, test } from 'vitest';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import {
  barPercent,
  failedStep,
  noOutputWords,
  runFigures,
  runFilters,
  stepsInOrder,
  stepTimings,
  successTone,
} from './run-words.ts';

test('[RUNS-02] [RUNS-16] runs are narrowed to four standings, or not', () => {
  expect(runFilters).toEqual(['all', 'running', 'completed', 'failed', 'cancelled']);
});

test('[WF-44] a failed run is tried again from the step that brought it down', () => {
  const step = (node: string, status: 'error' | 'success', message = '') => ({
    node,
    status,
    error: { code: 'X', message },
  });
  const run = (status: string, ...steps: object[]) =>
    failedStep({ status, error: 'No answer', steps } as unknown as WorkflowRunDetail)?.node ?? null;
  const caught = step('caught', 'error', 'Wrong key');
  expect(run('failed', step('fine', 'success'), step('call', 'error', 'No answer'), caught)).toBe('call');
  expect(run('failed', step('fine', 'success'), caught)).toBe('caught');
  expect(run('failed', step('fine', 'success'))).toBeNull();
  expect(run('completed', caught)).toBeNull();
});

describe('the Output tab', () => {
  test.each([
    ['[RUNS-11] running', 'running', null, 'Execution is still running'],
    ['[RUNS-12] failed', 'failed', null, 'No output due to execution failure'],
    ['[RUNS-13] cancelled', 'cancelled', null, 'Execution was cancelled'],
    ['[RUNS-14] nothing came out', 'completed', null, 'No output available'],
    ['[RUNS-10] something came out', 'completed', { pay: '1.00' }, null],
  ] as const)('%s', (_, status, output, words) =>
    expect(noOutputWords({ status, output, withheld: null })).toBe(words),
  );

  test('[WF-46] what is withheld is said in its place', () => {
    const run = { status: 'completed', output: null, withheld: 'Input and output are hidden.' } as const;
    expect(noOutputWords(run)).toBe('Input and output are hidden.');
  });
});

test('[RUNS-20] [RUNS-21] [RUNS-22] a success rate is green, yellow or red', () => {
  expect([100, 99, 80, 79].map(successTone)).toEqual(['ok', 'warn', 'warn', 'bad']);
});

test('[RUNS-24] a bar is never more than full', () => {
  expect([120, 100, 40, -1].map(barPercent)).toEqual([100, 100, 40, 0]);
});

test('steps stand as they began and ended, those that have not begun last', () => {
  const step = (node: string, startedAt: string | null, endedAt: string | null) => ({
    node,
    startedAt,
    endedAt,
  });
  const steps = [
    step('merge', '2026-01-01T00:00:05.1Z', '2026-01-01T00:00:05.1Z'),
    step('later', null, null),
    step('goes on', '2026-01-01T00:00:05Z', null),
    step('tell', '2026-01-01T00:00:05Z', '2026-01-01T00:00:05.1Z'),
    step('start', '2026-01-01T00:00:01Z', '2026-01-01T00:00:01Z'),
  ];
  expect(stepsInOrder(steps).map(({ node }) => node)).toEqual(['start', 'tell', 'goes on', 'merge', 'later']);
});

test('a node in a loop counts once, its executions each turn', () => {
  const steps = ['start', 'pay', 'pay', 'pay'].map((node) => ({ node, status: 'success' }));
  const run = { steps, document: { nodes: [1, 2, 3] } } as never;
  expect(runFigures(run)).toMatchObject({ nodes: 2, executions: 4, total: 3 });
});

describe('the timings of a run', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
  const step = (node: string, iteration: string, type: string, from: number, to: number | null) => ({
    node,
    iteration,
    type,
    title: node,
    startedAt: at(from),
    endedAt: to === null ? null : at(to),
  });

  test('nest the turns of a loop and leave out what is computed at once', () => {
    const { entries, instant } = stepTimings([
      step('start', '', 'start', 0, 0),
      step('each', '', 'loop', 0, 90),
      step('pay', 'each:0', 'calculate_pay', 5, 40),
      step('sum', 'each:0', 'calculator', 40, 40),
      step('pay', 'each:1', 'calculate_pay', 40, 90),
      step('tell', '', 'email', 90, null),
    ]);
    expect(entries.map(({ title, inside }) => [title, inside.map((one) => one.title)])).toEqual([
      ['each', []],
      ['each, turn 1', ['pay']],
      ['each, turn 2', ['pay']],
      ['tell', []],
    ]);
    expect(entries[2]).toMatchObject({ from: Date.parse(at(40)), to: Date.parse(at(90)) });
    expect(instant).toBe(2);
  });
});

test('skipped steps are neither executed nor failed', () => {
  const steps = ['success', 'error', 'skipped', 'running'].map((status) => ({ node: status, status }));
  const run = { steps, document: { nodes: [1, 2, 3, 4, 5] } } as never;
  expect(runFigures(run)).toEqual({ nodes: 2, executions: 2, total: 5, errors: 1, successRate: 50 });
});
