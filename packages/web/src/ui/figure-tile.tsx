import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type FigureTileProps = {
  /** What the figure is. */
  label: ReactNode;
  /** The figure, already formatted. */
  figure: ReactNode;
  /** A line beneath: the comparison, the count it rests on. */
  sub?: ReactNode;
  /** Colours the line beneath; its words must say the same. */
  tone?: 'plain' | 'ok' | 'warn' | 'bad';
  /** Stands at the upper end: a badge, an explain button. */
  corner?: ReactNode;
  /** Stands under the words: a sparkline. */
  children?: ReactNode;
};

/** One figure that matters, large and tabular. Lay several in a `FigureRow`. */
export function FigureTile({ label, figure, sub, tone = 'plain', corner, children }: FigureTileProps) {
  const subTone = { plain: 'text-fg-3', ok: 'text-ok-text', warn: 'text-warn-text', bad: 'text-bad-text' }[
    tone
  ];
  return (
    <div className="@container min-w-0 rounded-lg border bg-surface px-4 py-3 shadow-card">
      <div className="flex min-h-5 items-start justify-between gap-2">
        <div className="min-w-0 text-12 text-fg-2">{label}</div>
        {corner}
      </div>
      <div className="figures mt-0.5 wrap-break-word whitespace-normal! text-18 font-semibold tracking-[-0.015em] @[11rem]:text-20">
        {figure}
      </div>
      {sub ? (
        <div className={clsx('figures text-12 wrap-break-word whitespace-normal!', subTone)}>{sub}</div>
      ) : null}
      {children}
    </div>
  );
}

/** A row of tiles that wraps by its own width, not by the window's. */
export function FigureRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] gap-3">{children}</div>
  );
}
