import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { messages } from '../messages.ts';
import type { Plot } from './chart-frame.tsx';

/** The drawing of a chart of `count` values, read one by one with the arrow keys. `at` is the one that is read, if any. */
export function ReadableSvg({
  label,
  plot,
  count,
  at,
  onRead,
  onPointerMove,
  children,
}: {
  label: string;
  plot: Plot;
  count: number;
  at: number | undefined;
  onRead: (index: number | undefined) => void;
  onPointerMove?: (event: PointerEvent<SVGSVGElement>) => void;
  children: ReactNode;
}) {
  const step = (event: KeyboardEvent) => {
    const last = count - 1;
    const next = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? count) - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onRead(Math.min(last, Math.max(0, next)));
  };
  return (
    <svg
      role="img"
      aria-label={messages.chart.readable(label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the values one by one
      tabIndex={0}
      width={plot.width}
      height={plot.height}
      className="rounded-sm"
      onPointerMove={onPointerMove}
      onPointerLeave={() => onRead(undefined)}
      onBlur={() => onRead(undefined)}
      onKeyDown={step}
    >
      {children}
    </svg>
  );
}
