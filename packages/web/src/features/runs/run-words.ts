import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import type { WorkflowRun, WorkflowRunDetail } from '../../api/shapes.ts';
import type { Meaning } from '../../ui/badge.tsx';

/** The standings a list is narrowed to, in the order they are offered (RUNS-02). */
export const runFilters = ['all', 'running', 'completed', 'failed', 'cancelled'] as const;
/** A standing, or those that failed for good and that nobody has tried again (WF-44). */
export type RunFilter = (typeof runFilters)[number] | 'dead-letter';

/** How a run stands, in words and colour. */
export const runStatusLook: Record<WorkflowRun['status'], { label: string; meaning: Meaning }> = {
  pending: { label: 'Pending', meaning: 'neutral' },
  running: { label: 'Running', meaning: 'info' },
  waiting: { label: 'Waiting', meaning: 'info' },
  cancelling: { label: 'Cancelling', meaning: 'warn' },
  completed: { label: 'Completed', meaning: 'ok' },
  failed: { label: 'Failed', meaning: 'bad' },
  cancelled: { label: 'Cancelled', meaning: 'neutral' },
};

/** Whether a run may still go on. */
export function isUnderWay(status: WorkflowRun['status']): boolean {
  return status !== 'completed' && status !== 'failed' && status !== 'cancelled';
}

/** What the Output tab says when there is nothing to show (RUNS-11 … RUNS-14); null: there is an output. */
export function noOutputWords(run: Pick<WorkflowRunDetail, 'status' | 'output' | 'withheld'>): string | null {
  if (isUnderWay(run.status)) return 'Execution is still running';
  if (run.status === 'failed') return 'No output due to execution failure';
  if (run.status === 'cancelled') return 'Execution was cancelled';
  if (run.withheld !== null) return run.withheld;
  return run.output === null ? 'No output available' : null;
}

/** The node a failed run is tried again from: the one that brought it down, or null when none did. */
export function failedStep(
  run: Pick<WorkflowRunDetail, 'status' | 'error' | 'steps'>,
): WorkflowRunDetail['steps'][number] | null {
  if (run.status !== 'failed') return null;
  const broken = run.steps.filter((step) => step.status === 'error');
  // of several the one whose words the run ended with; the others left by their error port
  return broken.find((step) => step.error?.message === run.error) ?? broken.at(-1) ?? null;
}

/** The steps as they began, of those that began together as they ended; last those that have not begun. */
export function stepsInOrder<Step extends Pick<WorkflowRunDetail['steps'][number], 'startedAt' | 'endedAt'>>(
  steps: readonly Step[],
): readonly Step[] {
  const moment = (at: string | null) => (at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at));
  return steps.toSorted(
    (a, b) => moment(a.startedAt) - moment(b.startedAt) || moment(a.endedAt) - moment(b.endedAt),
  );
}

type TimedStep = Pick<
  WorkflowRunDetail['steps'][number],
  'node' | 'iteration' | 'title' | 'type' | 'startedAt' | 'endedAt'
>;

/** When a step ran, or a turn of a loop with the steps inside of it; `to` is null while it runs. */
export type Timing = {
  readonly key: string;
  readonly title: string;
  readonly from: number;
  readonly to: number | null;
  readonly inside: readonly Timing[];
};

/** The steps of a run that took time, turns of a loop as one entry each; and how many were computed at once. */
export function stepTimings(steps: readonly TimedStep[]): {
  readonly entries: readonly Timing[];
  readonly instant: number;
} {
  const started = stepsInOrder(steps).filter(({ startedAt }) => startedAt !== null);
  const timed = started.filter(
    ({ type, startedAt, endedAt }) => nodeType(type)?.working !== 'computed' || startedAt !== endedAt,
  );
  const titles = new Map(steps.map(({ node, title }) => [node, title]));
  const turns = new Map<string, Timing[]>();
  const entries: (Timing | string)[] = [];
  for (const step of timed) {
    const one = timingOf(step);
    const [turn = ''] = step.iteration.split('/');
    if (turn === '') entries.push(one);
    else if (turns.has(turn)) turns.get(turn)?.push(one);
    else {
      turns.set(turn, [one]);
      entries.push(turn);
    }
  }
  return {
    entries: entries.map((one) =>
      typeof one === 'string' ? turnTiming(one, titles, turns.get(one) ?? []) : one,
    ),
    instant: started.length - timed.length,
  };
}

function timingOf({ node, iteration, title, startedAt, endedAt }: TimedStep): Timing {
  return {
    ...{ key: `${node}@${iteration}`, title, inside: [] },
    from: Date.parse(startedAt ?? ''),
    to: endedAt === null ? null : Date.parse(endedAt),
  };
}

function turnTiming(turn: string, titles: ReadonlyMap<string, string>, inside: readonly Timing[]): Timing {
  const at = turn.lastIndexOf(':');
  const loop = turn.slice(0, at);
  const ends = inside.map(({ to }) => to);
  return {
    key: turn,
    title: `${titles.get(loop) ?? loop}, turn ${Number(turn.slice(at + 1)) + 1}`,
    from: Math.min(...inside.map(({ from }) => from)),
    to: ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0)),
    inside,
  };
}

/** What a run's steps add up to. */
export type RunFigures = {
  /** Nodes that ran, each counted once, and how often they ran: a node in a loop runs each turn. */
  nodes: number;
  executions: number;
  total: number;
  errors: number;
  /** Steps that succeeded, of those that are over and were not skipped, percent; null before the first. */
  successRate: number | null;
};

/** Counts the steps of a run. */
export function runFigures(run: Pick<WorkflowRunDetail, 'steps' | 'document'>): RunFigures {
  const over = run.steps.filter((step) => step.status === 'success' || step.status === 'error');
  const errors = over.filter((step) => step.status === 'error').length;
  return {
    nodes: new Set(over.map(({ node }) => node)).size,
    executions: over.length,
    total: run.document.nodes.length,
    errors,
    successRate: over.length === 0 ? null : Math.floor(((over.length - errors) * 100) / over.length),
  };
}

/** The colour of a success rate: 100 or more green, 80 or more yellow, below red (RUNS-20 … RUNS-22). */
export function successTone(rate: number): 'ok' | 'warn' | 'bad' {
  return rate >= 100 ? 'ok' : rate >= 80 ? 'warn' : 'bad';
}

/** How full a bar is drawn: at most 100 percent (RUNS-24). */
export function barPercent(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/** How much a line of a log matters, the most first (RUNS-19). */
const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Whether a line matters at least so much. */
export function atLeast(level: LogLevel, min: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(min);
}
