import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useElementWidth } from '../../base/use-element-width.ts';
import { messages } from '../messages.ts';

/** The table that lists the values of a chart. */
export type ChartTable = { head: readonly string[]; rows: readonly (readonly string[])[] };

/** The drawing area of a chart in pixels, inside its axes. */
export type Plot = {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The axis names, drawn by `AxisNames`. */
  names: AxisWords;
};

/** Axis names, with a unit where the values have none: `Payees`, `Credited (USD)`. */
export type AxisWords = { x?: string; y?: string };

export type ChartFrameProps = {
  /** What the chart shows: its accessible name and the caption of its table. */
  label: string;
  height: number;
  legend?: ReactNode;
  /** Axis names; the plot leaves room for them. */
  axes?: AxisWords;
  table: ChartTable;
  /** Draws the marks once the width is known. */
  children: (plot: Plot, box: RefObject<HTMLDivElement | null>) => ReactNode;
};

/** Longer tables are rendered only when opened: charts redraw on every input near them. */
const maxUnasked = 200;

/** Shared by all charts: measured area, legend, values as a table, and an empty state. */
export function ChartFrame({ label, height, legend, axes = {}, table, children }: ChartFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const room = { left: 48, right: 12, top: axes.y ? 26 : 18, bottom: axes.x ? 40 : 24 };
  const plot = { width, height, ...room, names: axes };
  const captionId = useId();
  const empty = table.rows.length === 0;
  const [opened, setOpened] = useState(false);
  const rows = opened || table.rows.length <= maxUnasked ? table.rows : [];
  return (
    <figure aria-labelledby={captionId} className="min-w-0">
      <figcaption id={captionId} className="sr-only">
        {label}
      </figcaption>
      {legend}
      <div ref={box} className="relative" style={{ height }}>
        {empty ? (
          <p className="grid h-full place-items-center rounded-md bg-surface-2 px-4 text-center text-fg-2">
            {messages.chart.empty}
          </p>
        ) : width > 0 ? (
          children(plot, box)
        ) : null}
      </div>
      <details className="mt-1 text-12" data-print="hide" hidden={empty} onToggle={() => setOpened(true)}>
        <summary className="w-fit rounded-sm py-1 text-fg-3 hover:text-fg">
          {messages.chart.showValues}
        </summary>
        <div className="max-h-60 overflow-auto">
          <table className="w-full">
            <caption className="sr-only">{label}</caption>
            <thead className="caption text-fg-2">
              <tr>
                {table.head.map((head, index) => (
                  <th
                    key={head}
                    scope="col"
                    className={index === 0 ? 'py-1 text-start' : 'py-1 ps-3 text-end'}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row[0]} className="border-t">
                  {row.map((text, index) => (
                    <td
                      key={table.head[index]}
                      className={index === 0 ? 'py-1' : 'figures py-1 ps-3 text-end'}
                    >
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** A tooltip next to the current point. */
export function ChartTip({ plot, x, children }: { plot: Plot; x: number; children: ReactNode }) {
  const late = x > plot.width / 2;
  return (
    <div
      role="status"
      className="figures pointer-events-none absolute top-1 rounded-md border bg-surface px-2 py-1 text-12 shadow-float"
      style={late ? { right: plot.width - x + 8 } : { left: x + 8 }}
    >
      {children}
    </div>
  );
}
