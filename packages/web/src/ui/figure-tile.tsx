import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type FigureTileProps = {
  label: ReactNode;
  /** The formatted value. */
  figure: ReactNode;
  /** A line below: a comparison or count. */
  sub?: ReactNode;
  /** Colors the line below, whose text must say the same. */
  tone?: 'plain' | 'ok' | 'warn' | 'bad';
  /** At the upper end: a badge or explain button. */
  corner?: ReactNode;
  /** Below the text: a sparkline. */
  children?: ReactNode;
};

/** One important figure. Place several in a `FigureRow`. */
export function FigureTile({ label, figure, sub, tone = 'plain', corner, children }: FigureTileProps) {
  const subTone = { plain: 'text-fg-3', ok: 'text-ok-text', warn: 'text-warn-text', bad: 'text-bad-text' }[
    tone
  ];
  return (
    // tiles share the row grid of a `FigureRow`, so that figures stay aligned when a label wraps
    <div className="grid min-w-0 grid-cols-1 grid-rows-subgrid content-start gap-y-0 rounded-lg border bg-surface px-4 py-3 shadow-card">
      <div className="flex min-h-5 items-start justify-between gap-2">
        <div className="min-w-0 text-12 text-fg-2">{label}</div>
        {corner}
      </div>
      <div className="@container mt-0.5 min-w-0">
        <div className="figures wrap-break-word whitespace-normal! text-18 font-semibold tracking-[-0.015em] @[9rem]:text-20">
          {figure}
        </div>
      </div>
      {sub ? (
        <div className={clsx('figures text-12 wrap-break-word whitespace-normal!', subTone)}>{sub}</div>
      ) : null}
      {children}
    </div>
  );
}

/** A row of tiles that wraps by its own width. Six stay in equal rows of two, three or six. */
export function FigureRow({ six = false, children }: { six?: boolean; children: ReactNode }) {
  if (six)
    return (
      <div className="@container">
        <div className="-mb-3 grid grid-cols-2 gap-x-3 @xl:grid-cols-3 @6xl:grid-cols-6 *:row-span-4 *:mb-3">
          {children}
        </div>
      </div>
    );
  return (
    <div className="-mb-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] gap-x-3 *:row-span-4 *:mb-3">
      {children}
    </div>
  );
}
