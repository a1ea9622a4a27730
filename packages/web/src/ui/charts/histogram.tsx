import { useState } from 'react';
import { AxisNames, anchorAt, ValueAxis } from './axes.tsx';
import { ChartFrame, ChartTip, type Plot } from './chart-frame.tsx';
import { ReadableSvg } from './readable-svg.tsx';
import { type LinearScale, linearScale, rounded } from './scale.ts';

/** Counts of [from, to) per series. `text` describes the bin exactly. */
export type Bin = { from: number; to: number; text: string; counts: readonly number[] };

export type HistogramProps = {
  label: string;
  /** The names of the series, in the order of the counts; two at most. */
  series: readonly string[];
  bins: readonly Bin[];
  /** Formats the x axis; may round. */
  formatX: (x: number) => string;
  /** The binned quantity with its unit: "Change (USD)". */
  counted: string;
  /** What is counted: "Payees". */
  nameY: string;
  /** Vertical reference lines: a median, "no change". */
  guides?: readonly { x: number; label: string }[];
  height?: number;
};

const fills = ['var(--border-strong)', 'var(--series-1)'];
const fillOf = (index: number, of: number) => fills[of === 1 ? 1 : index % 2];

/** A histogram of up to two series side by side. Pointing or arrow keys show the counts. */
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
  const x = linearScale([min, max], [plot.left, plot.width - plot.right]);
  const y = linearScale(rounded([0, Math.max(1, ...bins.flatMap(({ counts }) => counts))], 4), [
    plot.height - plot.bottom,
    plot.top + 14,
  ]);
  const here = at === undefined ? undefined : bins[at];
  return (
    <>
      <ReadableSvg label={label} plot={plot} count={bins.length} at={at} onRead={setAt}>
        <ValueAxis plot={plot} scale={y} format={String} whole />
        <AxisNames plot={plot} />
        {bins.map((bin, index) => {
          const room = x(bin.to) - x(bin.from);
          // a bar has a maximum width and starts at its bin, so that a wide bin around zero does not look
          // like a range
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
      </ReadableSvg>
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
  scale: LinearScale;
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
