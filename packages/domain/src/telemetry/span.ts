import type { StepError } from '../workflows/journal.ts';

/** How something traced ended. */
export const traceStatuses = ['success', 'error', 'timeout'] as const;
export type TraceStatus = (typeof traceStatuses)[number];

/** A run, a loop, one turn of a loop, or one attempt of a step. */
export const spanKinds = ['run', 'loop', 'turn', 'step'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** What a step waits for. */
export const waitReasons = ['timer', 'signal', 'task', 'outcome'] as const;

/** A part of a span in which nothing worked. */
export interface SpanWait {
  readonly fromMs: number;
  /** Null: it still waits. */
  readonly toMs: number | null;
  readonly for: (typeof waitReasons)[number];
}

/** One piece of a run. Moments are ms since 1970. */
export interface Span {
  /** Unique among all runs, and the same each time it is computed: run, step and attempt. */
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: SpanKind;
  readonly runId: string;
  /** Null for a run. */
  readonly node: string | null;
  readonly iteration: string;
  readonly title: string;
  /** The node type; of a run its trigger. */
  readonly type: string;
  readonly attempt: number;
  /** Of a loop's turn, counted from 0. */
  readonly turn: number | null;
  readonly fromMs: number;
  /** Null: it is not over. */
  readonly toMs: number | null;
  /** Null: it is not over. */
  readonly status: TraceStatus | null;
  readonly error: StepError | null;
  /** False for computed steps, whose moment is that of the event they followed. */
  readonly isTimed: boolean;
  readonly waits: readonly SpanWait[];
}

/** A span in its tree, with what its parts come to. */
export interface TreeSpan extends Span {
  readonly depth: number;
  /** Time in which at least one step worked. */
  readonly workedMs: number;
  /** The rest of its time: people, timers, signals, retries. */
  readonly waitedMs: number;
}

const timeouts: ReadonlySet<string> = new Set(['TIMEOUT', 'DEADLINE', 'EXPIRED']);

/** The status of something that failed with this code (TEL-2). */
export function failedStatus(code: string | null | undefined): TraceStatus {
  return code !== null && code !== undefined && timeouts.has(code) ? 'timeout' : 'error';
}
