import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { messages } from '../messages.ts';
import { AxisNames, anchorAt, BaseAxis, ValueAxis } from './axes.tsx';
import { ChartFrame, ChartTip, type Plot } from './chart-frame.tsx';
import { type LineHandle, LineHandles } from './line-handles.tsx';
import { ReadableSvg } from './readable-svg.tsx';
import { linearScale, pathThrough, rounded } from './scale.ts';

/** A point. `text` is the exact value for readers; `y` only decides the position. */
export type LinePoint = { x: number; y: number; text?: string };
/** One line. Dashes distinguish it without color; `area` fills below it. */
export type LineSeries = { name: string; points: readonly LinePoint[]; dashed?: boolean; area?: boolean };

export type LineChartProps = {
  label: string;
  series: readonly LineSeries[];
  /** Formats x in the axis and the table: `Jan`, `120%`. */
  formatX: (x: number) => string;
  /** Formats the y axis; may round. */
  formatY: (y: number) => string;
  /** The marked x values; by default all of the first series. */
  marksX?: readonly number[];
  /** Axis names, also used in the table. */
  nameX?: string;
  nameY?: string;
  /** Vertical reference lines: a threshold, "you are here". */
  guides?: readonly { x: number; label: string }[];
  /** Points that can be moved. */
  handles?: readonly LineHandle[];
  height?: number;
};

const colours = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)'];

/** Lines over a continuous x. Pointing or arrow keys show exact values. */
export function LineChart(props: LineChartProps) {
  const { label, series, formatX, nameX = messages.chart.at, height = 220 } = props;
  const xs = [...new Set(series.flatMap((one) => one.points.map((point) => point.x)))].sort((a, b) => a - b);
  const written = (one: LineSeries, x: number) => {
    const point = one.points.find((candidate) => candidate.x === x);
    return point ? (point.text ?? props.formatY(point.y)) : '—';
  };
  const table = {
    head: [nameX, ...series.map((one) => one.name)],
    rows: xs.map((x) => [formatX(x), ...series.map((one) => written(one, x))]),
  };
  return (
    <ChartFrame
      label={label}
      height={height}
      axes={{ x: props.nameX, y: props.nameY }}
      table={table}
      legend={series.length > 1 ? <Legend series={series} /> : null}
    >
      {(plot, box) => <Lines {...props} plot={plot} box={box} xs={xs} written={written} />}
    </ChartFrame>
  );
}

type LinesProps = LineChartProps & {
  plot: Plot;
  box: RefObject<HTMLDivElement | null>;
  xs: readonly number[];
  written: (series: LineSeries, x: number) => string;
};

function Lines(props: LinesProps) {
  const {
    plot,
    box,
    xs,
    written,
    label,
    series,
    formatX,
    formatY,
    marksX = xs,
    guides = [],
    handles,
  } = props;
  const [at, setAt] = useState<number>();
  const { x, y, hold } = useScales(plot, xs, series);
  const cornersOf = (points: readonly LinePoint[]) => points.map((one) => [x(one.x), y(one.y)] as const);
  const baseOf = (points: readonly LinePoint[]) =>
    points.toReversed().map((one) => [x(one.x), y(0)] as const);
  const here = at === undefined ? undefined : xs[at];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const place = x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left);
    setAt(nearest(xs, place));
  };
  return (
    <>
      <ReadableSvg label={label} plot={plot} count={xs.length} at={at} onRead={setAt} onPointerMove={point}>
        <ValueAxis plot={plot} scale={y} format={formatY} />
        <AxisNames plot={plot} />
        <BaseAxis plot={plot} marks={marksX.map((mark) => ({ x: x(mark), text: formatX(mark) }))} />
        {series.map((one, index) => (
          <g key={one.name}>
            {one.area ? (
              <path
                d={pathThrough([...cornersOf(one.points), ...baseOf(one.points)])}
                fill={colours[index % 4]}
                opacity={0.1}
              />
            ) : null}
            <path
              d={pathThrough(cornersOf(one.points))}
              fill="none"
              stroke={colours[index % 4]}
              strokeWidth={2}
              strokeDasharray={one.dashed ? '4 4' : undefined}
              strokeLinejoin="round"
            />
            {/* a single point makes no visible line */}
            {one.points.length === 1 && one.points[0] ? (
              <circle cx={x(one.points[0].x)} cy={y(one.points[0].y)} r={4} fill={colours[index % 4]} />
            ) : null}
          </g>
        ))}
        {guides.map((guide) => (
          <Guide key={guide.label} plot={plot} x={x(guide.x)} label={guide.label} />
        ))}
        {here === undefined ? null : (
          <g aria-hidden>
            <line
              x1={x(here)}
              x2={x(here)}
              y1={plot.top}
              y2={plot.height - plot.bottom}
              stroke="var(--border-strong)"
            />
            {series.map((one, index) => {
              const found = one.points.find((candidate) => candidate.x === here);
              return found ? (
                <circle
                  key={one.name}
                  cx={x(here)}
                  cy={y(found.y)}
                  r={4}
                  fill="var(--surface)"
                  stroke={colours[index % 4]}
                  strokeWidth={2}
                />
              ) : null;
            })}
          </g>
        )}
      </ReadableSvg>
      {handles ? <LineHandles handles={handles} box={box} x={x} y={y} onHold={hold} /> : null}
      {here === undefined ? null : (
        <ChartTip plot={plot} x={x(here)}>
          <div className="text-fg-3">{formatX(here)}</div>
          {series.map((one) => (
            <div key={one.name}>
              {series.length > 1 ? <span className="text-fg-2">{one.name} </span> : null}
              <span className="font-medium">{written(one, here)}</span>
            </div>
          ))}
        </ChartTip>
      )}
    </>
  );
}

/** The scales of the drawing; while a point is held they stay as they were, so that it does not run away from the pointer. */
function useScales(plot: Plot, xs: readonly number[], series: readonly LineSeries[]) {
  const [held, setHeld] = useState(false);
  const ys = series.flatMap((one) => one.points.map((point) => point.y));
  const current = {
    x: [xs[0] ?? 0, xs.at(-1) ?? 1] as const,
    y: [Math.min(0, ...ys), Math.max(0, ...ys)] as const,
  };
  const kept = useRef(current);
  const { x, y } = held ? kept.current : current;
  return {
    x: linearScale(x, [plot.left + 8, plot.width - plot.right - 8]),
    y: linearScale(rounded(y, 4), [plot.height - plot.bottom, plot.top]),
    hold: (holding: boolean) => {
      kept.current = current;
      setHeld(holding);
    },
  };
}

function Guide({ plot, x, label }: { plot: Plot; x: number; label: string }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <line y1={plot.top} y2={plot.height - plot.bottom} stroke="var(--fg-3)" strokeDasharray="2 3" />
      <text
        // above the plot, so that no line crosses the text
        y={plot.top - 6}
        textAnchor={anchorAt(x, plot)}
        fontSize="11"
        fill="var(--fg-2)"
      >
        {label}
      </text>
    </g>
  );
}

function Legend({ series }: { series: readonly LineSeries[] }) {
  return (
    <ul aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-fg-2">
      {series.map((one, index) => (
        <li key={one.name} className="flex items-center gap-1.5">
          <svg width="18" height="4" aria-hidden>
            <line
              x2="18"
              y1="2"
              y2="2"
              stroke={colours[index % 4]}
              strokeWidth="2"
              strokeDasharray={one.dashed ? '4 3' : undefined}
            />
          </svg>
          {one.name}
        </li>
      ))}
    </ul>
  );
}

function nearest(sorted: readonly number[], place: number): number {
  let best = 0;
  for (const [index, value] of sorted.entries()) {
    if (Math.abs(value - place) < Math.abs((sorted[best] ?? 0) - place)) best = index;
  }
  return best;
}
