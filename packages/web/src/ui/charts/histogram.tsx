import { scaleLinear } from 'd3-scale';
import { type KeyboardEvent, useState } from 'react';
import { AxisNames, anchorAt, ValueAxis } from './axes.tsx';
import { ChartFrame, ChartTip, type Plot } from './chart-frame.tsx';

/** How often something fell into [from, to), for each of the series. `text` names the bin exactly. */
export type Bin = { from: number; to: number; text: string; counts: readonly number[] };

export type HistogramProps = {
  label: string;
  /** The names of the series, in the order of the counts; two at most. */
  series: readonly string[];
  bins: readonly Bin[];
  /** Writes the axis below; rounded is fine there. */
  formatX: (x: number) => string;
  /** By what it is counted, with its unit: "Change (USD)". */
  counted: string;
  /** What is counted: "Payees". */
  nameY: string;
  /** Upright lines worth knowing: a median, "no change". */
  guides?: readonly { x: number; label: string }[];
  height?: number;
};

const fills = ['var(--border-strong)', 'var(--series-1)'];
const fillOf = (index: number, of: number) => fills[of === 1 ? 1 : index % 2];

/** How often each size came out, two series side by side in every bin. Point or use the arrow keys to read the counts. */
export function Histogram(props: HistogramProps) {
  const { label, series, bins, counted, nameY, height = 240 } = props;
  return (
    <ChartFrame
      label={label}
      height={height}
      axes={{ x: counted, y: nameY }}
      table={{ head: [counted, ...series], rows: bins.map((bin) => [bin.text, ...bin.counts.map(String)]) }}
      legend={
        series.length > 1 ? (
          <ul aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-fg-2">
            {series.map((name, index) => (
              <li key={name} className="flex items-center gap-1.5">
                <span
                  className="size-3 rounded-sm"
                  style={{ background: fillOf(index, series.length) }}
                  data-forced-fill
                />
                {name}
              </li>
            ))}
          </ul>
        ) : null
      }
    >
      {(plot) => <Bins {...props} plot={plot} />}
    </ChartFrame>
  );
}

function Bins({ plot, label, series, bins, formatX, guides = [] }: HistogramProps & { plot: Plot }) {
  const [at, setAt] = useState<number>();
  const min = bins[0]?.from ?? 0;
  const max = bins.at(-1)?.to ?? 1;
  const x = scaleLinear([min, max], [plot.left, plot.width - plot.right]);
  const y = scaleLinear(
    [0, Math.max(1, ...bins.flatMap(({ counts }) => counts))],
    [plot.height - plot.bottom, plot.top + 14],
  ).nice(4);
  const here = at === undefined ? undefined : bins[at];
  const step = (event: KeyboardEvent) => {
    const last = bins.length - 1;
    const next = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? bins.length) - 1, Home: 0, End: last }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, next)));
  };
  return (
    <>
      <svg
        role="img"
        aria-label={`${label}. Arrow keys read the figures.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the figures bin by bin
        tabIndex={0}
        width={plot.width}
        height={plot.height}
        className="rounded-sm"
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
        onKeyDown={step}
      >
        <ValueAxis plot={plot} scale={y} format={String} whole />
        <AxisNames plot={plot} />
        {bins.map((bin, index) => {
          const room = x(bin.to) - x(bin.from);
          // where there are few bins a bar stays a bar, at the size its bin begins with: nobody reads “half a dollar more” in no change
          const width = Math.min(64, Math.max(1, room / series.length - 1));
          const start = x(bin.from) + 0.5;
          return (
            <g key={bin.from} onPointerEnter={() => setAt(index)}>
              <rect
                x={x(bin.from)}
                width={Math.max(0, room)}
                y={plot.top}
                height={plot.height - plot.top - plot.bottom}
                fill="transparent"
              />
              {bin.counts.map((count, of) => (
                <rect
                  key={series[of]}
                  x={start + of * (width + 0.5)}
                  width={width}
                  y={y(count)}
                  height={y(0) - y(count)}
                  fill={fillOf(of, series.length)}
                  opacity={at === undefined || at === index ? 1 : 0.55}
                />
              ))}
            </g>
          );
        })}
        <Marks plot={plot} scale={x} formatX={formatX} guides={guides} />
      </svg>
      {here ? (
        <ChartTip plot={plot} x={(x(here.from) + x(here.to)) / 2}>
          <div className="text-fg-2">{here.text}</div>
          {here.counts.map((count, of) => (
            <div key={series[of]}>
              {series.length > 1 ? <span className="text-fg-2">{series[of]} </span> : null}
              <span className="font-medium">{count}</span>
            </div>
          ))}
        </ChartTip>
      ) : null}
    </>
  );
}

function Marks({
  plot,
  scale,
  formatX,
  guides,
}: {
  plot: Plot;
  scale: ReturnType<typeof scaleLinear<number, number>>;
  formatX: (x: number) => string;
  guides: readonly { x: number; label: string }[];
}) {
  return (
    <g aria-hidden className="figures" fontSize="11" fill="var(--fg-3)">
      {scale.ticks(Math.max(2, Math.floor((plot.width - plot.left) / 110))).map((tick) => (
        <text key={tick} x={scale(tick)} y={plot.height - plot.bottom + 18} textAnchor="middle">
          {formatX(tick)}
        </text>
      ))}
      {guides.map(({ x, label }) => (
        <g key={label} transform={`translate(${scale(x)} 0)`} fill="var(--fg-2)">
          <line
            y1={plot.top + 12}
            y2={plot.height - plot.bottom}
            stroke="var(--fg-2)"
            strokeDasharray="2 3"
          />
          <text y={plot.top + 8} textAnchor={anchorAt(scale(x), plot)}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}
