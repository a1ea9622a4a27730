import { decimal, plain, sum } from '@attain/domain/base/decimal';
import type { TraceRow, TraceSpan } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import type { Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';
import type { FoldedTurns } from './trace-rows.ts';

type Status = TraceRow['status'];

/** Label and color of a trace or span. */
export function statusLook(status: Status): { label: string; meaning: Meaning } {
  if (status === null) return { label: messages.statuses.running, meaning: 'info' };
  const meaning = status === 'success' ? 'ok' : 'bad';
  return { label: messages.statuses[status], meaning };
}

/** How long something took; nothing measured for computed steps. */
export function durationWords(span: Pick<TraceSpan, 'duration' | 'isTimed' | 'kind'>): string {
  if (span.duration === null) return messages.waterfall.running;
  return span.isTimed || span.duration > 0 ? formatDuration(span.duration) : '—';
}

/** Folded turns as one bar. */
export function foldedFigures({ spans }: FoldedTurns) {
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.start + (span.duration ?? 0)));
  const tokens = spans.some((span) => span.tokens !== null)
    ? spans.reduce((sum, span) => sum + (span.tokens ?? 0), 0)
    : null;
  const costs = spans.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return {
    start,
    duration: end - start,
    tokens,
    cost: costs.length === 0 ? null : plain(sum(costs.map(decimal))),
  };
}

/** What kind of step it is, beside its name. */
export function spanHint(span: TraceSpan, parts: number): string {
  const words = messages.waterfall;
  if (span.kind === 'run') return span.depth === 0 ? words.workflow : words.subWorkflow;
  if (span.kind === 'loop') return words.rounds(parts);
  if (span.kind === 'turn') return '';
  const attempt = span.attempt > 1 || span.status === 'error' || span.status === 'timeout';
  if (!attempt) return span.waits.length > 0 ? words.waitsFor[span.waits[0]?.for ?? 'timer'] : '';
  if (span.error === null) return words.attempt(span.attempt);
  return words.failedAttempt(span.attempt, span.status === 'timeout');
}

/** Marks of the time axis, ms: round numbers, at most five. */
export function axisMarks(length: number): readonly number[] {
  const rough = Math.max(length, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const marks: number[] = [];
  for (let at = 0; at < length * 0.97; at += step) marks.push(at);
  return marks;
}
