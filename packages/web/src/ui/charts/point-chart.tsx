import { type PointerEvent, useState } from 'react';
import { messages } from '../messages.ts';
import { AxisNames, ValueAxis } from './axes.tsx';
import { ChartFrame, ChartTip, type Plot } from './chart-frame.tsx';
import { ReadableSvg } from './readable-svg.tsx';
import { linearScale, rounded } from './scale.ts';

/** A point; `id` is unique in its series. */
export type ChartPoint = { id: string; name: string; x: number; y: number };
/** Points of one kind with their regression line, given by its slope. Rings and crosses distinguish kinds. */
export type PointSeries = { name: string; points: readonly ChartPoint[]; slope?: number };

export type PointChartProps = {
  label: string;
  series: readonly PointSeries[];
  /** The axis names. */
  names: [string, string];
  formatX: (x: number) => string;
  formatY: (y: number) => string;
  height?: number;
};

const colours = ['var(--fg-3)', 'var(--series-1)'];

/** A scatter plot with regression lines. Pointing or arrow keys show the points. */
export function PointChart(props: PointChartProps) {
  const { label, series, names, formatX, formatY, height = 280 } = props;
  const rows = series.flatMap((one) =>
    one.points.map((point) => [
      `${point.name}${series.length > 1 ? `, ${one.name.toLowerCase()}` : ''} (${point.id})`,
      formatX(point.x),
      formatY(point.y),
    ]),
  );
  return (
    <ChartFrame
      label={label}
      height={height}
      axes={{ x: names[0], y: names[1] }}
      table={{ head: [messages.chart.name, ...names], rows }}
      legend={
        <ul aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-fg-2">
          {series.map((one, index) => (
            <li key={one.name} className="flex items-center gap-1.5">
              <svg width="18" height="10" aria-hidden>
                <Mark kind={index} x={9} y={5} />
              </svg>
              {one.name}
            </li>
          ))}
        </ul>
      }
    >
      {(plot) => <Points {...props} plot={plot} />}
    </ChartFrame>
  );
}

function Points({ plot, label, series, names, formatX, formatY }: PointChartProps & { plot: Plot }) {
  const [at, setAt] = useState<number>();
  const all = series
    .flatMap((one, kind) => one.points.map((point) => ({ ...point, kind, of: one.name })))
    .sort((a, b) => a.x - b.x);
  const spanOf = (values: readonly number[]) => [Math.min(0, ...values), Math.max(1, ...values)] as const;
  const x = linearScale(rounded(spanOf(all.map((one) => one.x)), 5), [
    plot.left + 6,
    plot.width - plot.right - 6,
  ]);
  const y = linearScale(rounded(spanOf(all.map((one) => one.y)), 4), [plot.height - plot.bottom, plot.top]);
  const here = at === undefined ? undefined : all[at];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const far = (one: { x: number; y: number }) =>
      Math.hypot(x(one.x) - (event.clientX - box.left), y(one.y) - (event.clientY - box.top));
    const near = all.reduce((best, one, index) => (far(one) < far(all[best] ?? one) ? index : best), 0);
    setAt(all[near] && far(all[near]) < 24 ? near : undefined);
  };
  return (
    <>
      <ReadableSvg label={label} plot={plot} count={all.length} at={at} onRead={setAt} onPointerMove={point}>
        <ValueAxis plot={plot} scale={y} format={formatY} />
        <AxisNames plot={plot} />
        <g aria-hidden className="figures" fontSize="11" fill="var(--fg-3)">
          {x.ticks(Math.max(2, Math.floor(plot.width / 110))).map((tick) => (
            <text key={tick} x={x(tick)} y={plot.height - plot.bottom + 18} textAnchor="middle">
              {formatX(tick)}
            </text>
          ))}
        </g>
        {all.map((one) => (
          <Mark key={`${one.kind} ${one.id}`} kind={one.kind} x={x(one.x)} y={y(one.y)} />
        ))}
        {series.map((one, index) => {
          const ends = lineThrough(one);
          return ends ? (
            <line
              key={one.name}
              x1={x(ends[0].x)}
              y1={y(ends[0].y)}
              x2={x(ends[1].x)}
              y2={y(ends[1].y)}
              stroke={colours[index % 2]}
              strokeWidth={1.5}
              strokeDasharray={index === 0 && series.length > 1 ? '5 4' : undefined}
            />
          ) : null;
        })}
        {here ? (
          <circle cx={x(here.x)} cy={y(here.y)} r={8} fill="none" stroke="var(--fg)" strokeWidth={1.5} />
        ) : null}
      </ReadableSvg>
      {here ? (
        <ChartTip plot={plot} x={x(here.x)}>
          <div className="font-medium">{here.name}</div>
          <div className="text-fg-2">
            {here.of}: {names[0]} {formatX(here.x)}, {names[1].toLowerCase()} {formatY(here.y)}
          </div>
        </ChartTip>
      ) : null}
    </>
  );
}

function Mark({ kind, x, y }: { kind: number; x: number; y: number }) {
  const stroke = colours[kind % 2];
  return kind % 2 === 0 ? (
    <path d={`M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7`} stroke={stroke} strokeWidth={1.5} fill="none" />
  ) : (
    <circle cx={x} cy={y} r={3.5} stroke={stroke} strokeWidth={1.5} fill={stroke} fillOpacity={0.25} />
  );
}

/** The ends of the least-squares line of this slope, which passes through the mean of the points. */
function lineThrough({ points, slope }: PointSeries) {
  if (slope === undefined || points.length < 2) return undefined;
  const middle = (of: (point: ChartPoint) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [atX, atY] = [middle((point) => point.x), middle((point) => point.y)];
  const end = (x: number) => ({ x, y: atY + slope * (x - atX) });
  const xs = points.map((point) => point.x);
  return [end(Math.min(...xs)), end(Math.max(...xs))] as const;
}
