import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import type { WorkflowRun, WorkflowRunDetail } from '../../api/shapes.ts';
import type { Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

/** The statuses the list can be filtered by, in display order (RUNS-02). */
export const runFilters = ['all', 'running', 'completed', 'failed', 'cancelled'] as const;
/** A status filter, or `dead-letter`: failed for good and not run again since (WF-44). */
export type RunFilter = (typeof runFilters)[number] | 'dead-letter';

export const runStatusLook: Record<WorkflowRun['status'], { label: string; meaning: Meaning }> = {
  pending: { label: messages.status.pending, meaning: 'neutral' },
  running: { label: messages.status.running, meaning: 'info' },
  waiting: { label: messages.status.waiting, meaning: 'info' },
  cancelling: { label: messages.status.cancelling, meaning: 'warn' },
  completed: { label: messages.status.completed, meaning: 'ok' },
  failed: { label: messages.status.failed, meaning: 'bad' },
  cancelled: { label: messages.status.cancelled, meaning: 'neutral' },
};

export function isUnderWay(status: WorkflowRun['status']): boolean {
  return status !== 'completed' && status !== 'failed' && status !== 'cancelled';
}

/** Text of the Output tab when there is nothing to show (RUNS-11 … RUNS-14); null if there is an output. */
export function noOutputWords(run: Pick<WorkflowRunDetail, 'status' | 'output' | 'withheld'>): string | null {
  if (isUnderWay(run.status)) return messages.output.running;
  if (run.status === 'failed') return messages.output.failed;
  if (run.status === 'cancelled') return messages.output.cancelled;
  if (run.withheld !== null) return run.withheld;
  return run.output === null ? messages.output.none : null;
}

/** The step a failed run is retried from: the one that failed it, or null. */
export function failedStep(
  run: Pick<WorkflowRunDetail, 'status' | 'error' | 'steps'>,
): WorkflowRunDetail['steps'][number] | null {
  if (run.status !== 'failed') return null;
  const broken = run.steps.filter((step) => step.status === 'error');
  // among several, the step whose message ended the run; the others continued by their error port
  return broken.find((step) => step.error?.message === run.error) ?? broken.at(-1) ?? null;
}

/** Steps by start, then end; steps that have not started come last. */
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

/** When a step ran, or one turn of a loop with its steps; `to` is null while it runs. */
export type Timing = {
  readonly key: string;
  readonly title: string;
  readonly from: number;
  readonly to: number | null;
  readonly inside: readonly Timing[];
};

/** Steps that took measurable time, one entry per loop turn, and the count of instant ones. */
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
    key: `${node}@${iteration}`,
    title,
    inside: [],
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
    title: messages.metrics.turn(titles.get(loop) ?? loop, Number(turn.slice(at + 1)) + 1),
    from: Math.min(...inside.map(({ from }) => from)),
    to: ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0)),
    inside,
  };
}

export type RunFigures = {
  /** Distinct nodes that ran; `executions` counts a node in a loop once per turn. */
  nodes: number;
  executions: number;
  total: number;
  errors: number;
  /** Percent of finished, unskipped steps that succeeded; null before the first. */
  successRate: number | null;
};

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

/** The color of a success rate: green from 100, yellow from 80, else red (RUNS-20 … RUNS-22). */
export function successTone(rate: number): 'ok' | 'warn' | 'bad' {
  return rate >= 100 ? 'ok' : rate >= 80 ? 'warn' : 'bad';
}

/** The fill of a progress bar, at most 100 percent (RUNS-24). */
export function barPercent(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/** Log levels, most severe first (RUNS-19). */
const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Whether a level is at least as severe as `min`. */
export function atLeast(level: LogLevel, min: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(min);
}
