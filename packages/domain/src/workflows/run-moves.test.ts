import { describe, expect, test } from 'vitest';
import {
  canMoveRun,
  isTerminal,
  RUN_MOVES,
  type RunStatus,
  shownNodeStatus,
  shownRunStatus,
  TASK_MOVES,
  TERMINAL_STATUSES,
} from './run-moves.ts';

const STATUSES: readonly RunStatus[] = [
  'pending',
  'running',
  'waiting',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
];

describe('[WF-20] [BSTATE-02] [BSTATE-03] the moves of a run', () => {
  test('lead everywhere from the beginning, and nowhere from an end', () => {
    const reached = new Set<RunStatus>(['pending']);
    for (const from of reached) for (const to of STATUSES) if (canMoveRun(from, to)) reached.add(to);
    expect([...reached].sort()).toEqual([...STATUSES].sort());
    for (const end of TERMINAL_STATUSES) for (const to of STATUSES) expect(canMoveRun(end, to)).toBe(false);
  });

  test.each([
    ['pending', 'running', true],
    ['pending', 'completed', false],
    ['cancelling', 'completed', false],
    ['cancelling', 'cancelled', true],
    ['waiting', 'failed', true],
  ] as const)('%s to %s: %s', (from, to, legal) => {
    expect(canMoveRun(from, to)).toBe(legal);
  });

  test('[RUNS-16] [CONF-BUILD-20] people see four of them, and a pending run as running', () => {
    expect(STATUSES.map(shownRunStatus)).toEqual([
      'running',
      'running',
      'running',
      'running',
      'completed',
      'failed',
      'cancelled',
    ]);
    expect(STATUSES.filter(isTerminal)).toEqual(
      Object.values(RUN_MOVES)
        .map(({ to }) => to)
        .filter((to, at, all) => isTerminal(to) && all.indexOf(to) === at),
    );
  });

  test('[CANVAS-22] a node is idle, running, success or error', () => {
    const all = [
      'idle',
      'running',
      'waiting',
      'retrying',
      'success',
      'error',
      'skipped',
      'cancelled',
    ] as const;
    expect(all.map(shownNodeStatus)).toEqual([
      'idle',
      'running',
      'running',
      'running',
      'success',
      'error',
      'idle',
      'idle',
    ]);
  });
});

test('[WF-21] a task that is over moves no more', () => {
  const ends = ['completed', 'expired', 'withdrawn'];
  expect(
    Object.values(TASK_MOVES)
      .flatMap(({ from }) => from)
      .filter((from) => ends.includes(from)),
  ).toEqual([]);
  expect(TASK_MOVES.escalate).toEqual({ from: ['pending'], to: 'escalated' });
});
