import type { JournalEntry, OpenedWait, StepError, StepRef } from '../workflows/journal.ts';
import { type PreparedWorkflow, preparedNode } from '../workflows/prepare-workflow.ts';
import { stepKey, turnOf } from '../workflows/steps/run-state.ts';
import { failedStatus, type Span, type SpanWait, type TraceStatus } from './span.ts';

/** A run as its spans name it. */
export interface TracedRun {
  readonly id: string;
  /** The id of the span that waits for it; null for the outermost run. */
  readonly parentId: string | null;
  readonly title: string;
  readonly trigger: string;
  readonly createdMs: number;
}

/** A span while its run is read. */
type Open = { -readonly [Key in keyof Span]: Span[Key] } & { waits: SpanWait[] };

/**
 * The spans of one run, read from its journal (TEL-1): the run, loops, turns, and each attempt of each step, in the order
 * in which they began. What had not ended when the run did ended with it (TEL-3).
 */
export function runSpans(
  run: TracedRun,
  prepared: PreparedWorkflow,
  entries: readonly JournalEntry[],
): readonly Span[] {
  const reader = new SpanReader(run, prepared);
  for (const entry of entries) reader.read(entry);
  return reader.spans;
}

/** The id of an attempt of a step: the key under which its calls are counted. */
export function attemptId(runId: string, step: StepRef, attempt: number): string {
  return `${runId}/${stepKey(step)}#${attempt}`;
}

class SpanReader {
  readonly spans: Open[] = [];
  readonly #run: TracedRun;
  readonly #prepared: PreparedWorkflow;
  readonly #root: Open;
  /** The newest span of each step. */
  readonly #latest = new Map<string, Open>();
  readonly #turns = new Map<string, Open>();
  /** The newest turn of each loop. */
  readonly #lastTurn = new Map<string, Open>();

  constructor(run: TracedRun, prepared: PreparedWorkflow) {
    this.#run = run;
    this.#prepared = prepared;
    this.#root = {
      id: run.id,
      parentId: run.parentId,
      kind: 'run',
      runId: run.id,
      node: null,
      iteration: '',
      title: run.title,
      type: run.trigger,
      attempt: 1,
      turn: null,
      fromMs: run.createdMs,
      toMs: null,
      status: null,
      error: null,
      isTimed: true,
      waits: [],
    };
    this.spans.push(this.#root);
  }

  read(entry: JournalEntry): void {
    const { atMs } = entry;
    switch (entry.kind) {
      case 'started':
        this.#root.fromMs = atMs;
        return;
      case 'computed':
        for (const step of entry.steps) {
          if ('turn' in step) this.#startTurn(step, step.turn, atMs);
          else this.#finish(step, atMs, 'error' in step ? step.error : null);
        }
        return;
      case 'requested':
        this.#begin(entry.step, { atMs, attempt: entry.attempt });
        return;
      case 'attempt-failed':
        this.#finish(entry.step, atMs, entry.error);
        return;
      case 'opened':
        this.#wait(entry.step, entry.wait, atMs);
        return;
      case 'result':
        this.#finish(entry.step, atMs, 'error' in entry.result ? entry.result.error : null);
        return;
      case 'ended':
        this.#endRun(entry);
        return;
      default:
    }
  }

  #begin(step: StepRef, { atMs, attempt, isTimed = true }: Beginning): Open {
    const { node, type } = preparedNode(this.#prepared, step.node);
    const isLoop = type.working === 'loop';
    const span: Open = {
      ...this.#root,
      id: attemptId(this.#run.id, step, attempt),
      parentId: this.#turns.get(step.iteration)?.id ?? this.#run.id,
      kind: isLoop ? 'loop' : 'step',
      node: step.node,
      iteration: step.iteration,
      title: node.title || type.label,
      type: node.type,
      attempt,
      fromMs: atMs,
      toMs: null,
      status: null,
      error: null,
      isTimed,
      waits: [],
    };
    this.spans.push(span);
    this.#latest.set(stepKey(step), span);
    return span;
  }

  #startTurn(loop: StepRef, turn: number, atMs: number): void {
    const known = this.#latest.get(stepKey(loop));
    const parent = known ?? this.#begin(loop, { atMs, attempt: 1 });
    close(this.#lastTurn.get(stepKey(loop)), atMs, null);
    const iteration = turnOf(loop, turn);
    const span: Open = {
      ...parent,
      id: `${parent.id}:${turn}`,
      parentId: parent.id,
      kind: 'turn',
      iteration,
      turn,
      fromMs: atMs,
      waits: [],
    };
    this.spans.push(span);
    this.#turns.set(iteration, span);
    this.#lastTurn.set(stepKey(loop), span);
  }

  #wait(step: StepRef, wait: OpenedWait, atMs: number): void {
    const known = this.#latest.get(stepKey(step));
    const span = known && known.toMs === null ? known : this.#begin(step, { atMs, attempt: 1 });
    span.waits.push({ fromMs: atMs, toMs: null, for: wait.for });
  }

  #finish(step: StepRef, atMs: number, error: StepError | null): void {
    const known = this.#latest.get(stepKey(step));
    // an answer that was kept early ends a step that never waited
    const span =
      known && known.toMs === null ? known : this.#begin(step, { atMs, attempt: 1, isTimed: false });
    close(span, atMs, error);
    close(this.#lastTurn.get(stepKey(step)), atMs, null);
  }

  #endRun(entry: JournalEntry & { readonly kind: 'ended' }): void {
    const { atMs, status } = entry;
    const stopped = { code: 'CANCELLED', message: 'The run ended first.' };
    for (const span of this.spans) if (span !== this.#root) close(span, atMs, stopped);
    const error = status === 'cancelled' ? { code: 'CANCELLED', message: 'The run was canceled.' } : null;
    close(this.#root, atMs, entry.error ?? error);
  }
}

type Beginning = { readonly atMs: number; readonly attempt: number; readonly isTimed?: boolean };

/** Ends a span that is open, and what it waits for. */
function close(span: Open | undefined, atMs: number, error: StepError | null): void {
  if (span === undefined || span.toMs !== null) return;
  span.toMs = atMs;
  span.status = statusOf(error);
  span.error = error === null ? null : { code: error.code, message: error.message };
  span.waits = span.waits.map((wait) => ({ ...wait, toMs: wait.toMs ?? atMs }));
}

function statusOf(error: StepError | null): TraceStatus {
  return error === null ? 'success' : failedStatus(error.code);
}
