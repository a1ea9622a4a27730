import type { Suite } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

const meanings: Readonly<Record<NonNullable<Suite['status']>, Meaning>> = {
  passed: 'ok',
  failed: 'bad',
  partial: 'warn',
  running: 'info',
};

/** The status of a suite, a run or a case. */
export function TestStatus({ status }: { status: Suite['status'] }) {
  return (
    <Badge meaning={status === null ? 'neutral' : meanings[status]}>
      {messages.status[status ?? 'none']}
    </Badge>
  );
}

/** A percentage; an em dash where there is none. */
export function percentText(percent: number | null): string {
  return percent === null ? '—' : `${percent}%`;
}

/** Milliseconds for people; an em dash where there are none. */
export function durationText(ms: number | null): string {
  return ms === null ? '—' : formatDuration(ms);
}

type Named = { readonly id: string; readonly title: string };

/** The title of a node, or its id if it has none. */
export function nodeName(nodes: readonly Named[], id: string): string {
  return nodes.find((node) => node.id === id)?.title || id;
}
