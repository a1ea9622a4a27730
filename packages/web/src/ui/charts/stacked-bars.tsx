import { useState } from 'react';
import { BaseAxis, ValueAxis } from './axes.tsx';
import { ChartFrame, ChartTip, type Plot } from './chart-frame.tsx';
import { ReadableSvg } from './readable-svg.tsx';
import { bandScale, linearScale, rounded } from './scale.ts';

/** One bar: a value per series, or an expected total drawn as an outline. */
export type StackedBar = {
  label: string;
  values: readonly number[];
  expected?: number | undefined;
  /** The sentence of a mark above the bar. */
  mark?: string | undefined;
  /** The exact values for readers: the total, then each series. */
  texts: readonly string[];
};

export type StackedBarsProps = {
  label: string;
  series: readonly { name: string; text: string }[];
  bars: readonly StackedBar[];
  formatY: (y: number) => string;
  /** Heads of the table: of the bars, and of their total. */
  names: [string, string];
  height?: number;
};

/** Bars of several series on top of each other. Pointing or arrow keys show exact values. */
export function StackedBars({ label, series, bars, formatY, names, height = 240 }: StackedBarsProps) {
  const head = [...names, ...series.map(({ name }) => name)];
  return (
    <ChartFrame
      label={label}
      height={height}
      legend={
        <ul className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-12">
          {series.map(({ name, text }, index) => (
            <li key={name} className="flex items-center gap-1.5">
              <span className="size-2.5 rounded-xs" style={{ background: fillOf(index) }} aria-hidden />
              <span className="text-fg-2">{name}</span>
              <span className="figures font-medium">{text}</span>
            </li>
          ))}
        </ul>
      }
      table={{ head, rows: bars.map((bar) => [bar.label, ...bar.texts]) }}
    >
      {(plot) => <Bars plot={plot} label={label} bars={bars} formatY={formatY} />}
    </ChartFrame>
  );
}

const fillOf = (index: number) => `var(--series-${index + 1})`;
const totalOf = (bar: StackedBar) => bar.values.reduce((whole, value) => whole + value, 0);

function Bars({
  plot,
  label,
  bars,
  formatY,
}: Pick<StackedBarsProps, 'label' | 'bars' | 'formatY'> & { plot: Plot }) {
  const [at, setAt] = useState<number>();
  const x = bandScale(
    bars.map((bar) => bar.label),
    [plot.left, plot.width - plot.right],
    0.25,
  );
  const highest = Math.max(...bars.map((bar) => Math.max(totalOf(bar), bar.expected ?? 0)), 0.01);
  const y = linearScale(rounded([0, highest], 4), [plot.height - plot.bottom, plot.top]);
  const middle = (bar: StackedBar) => x.start(bar.label) + x.width / 2;
  const here = at === undefined ? undefined : bars[at];
  return (
    <>
      <ReadableSvg label={label} plot={plot} count={bars.length} at={at} onRead={setAt}>
        <ValueAxis plot={plot} scale={y} format={formatY} />
        <BaseAxis plot={plot} marks={bars.map((bar) => ({ x: middle(bar), text: bar.label }))} />
        {bars.map((bar, index) => (
          <g
            key={bar.label}
            opacity={at === undefined || at === index ? 1 : 0.55}
            onPointerEnter={() => setAt(index)}
          >
            <rect
              x={x.start(bar.label) - x.step * 0.125}
              width={x.step}
              y={plot.top}
              height={plot.height - plot.top - plot.bottom}
              fill="transparent"
            />
            {bar.expected === undefined ? (
              <Stack bar={bar} x={x.start(bar.label)} width={x.width} y={y} />
            ) : (
              <rect
                x={x.start(bar.label) + 0.5}
                width={Math.max(1, x.width - 1)}
                y={y(bar.expected)}
                height={Math.max(1, y(0) - y(bar.expected))}
                rx={2}
                fill="none"
                stroke="var(--border-strong)"
                strokeDasharray="3 2"
              />
            )}
            {bar.mark ? <circle cx={middle(bar)} cy={y(totalOf(bar)) - 8} r={4} fill="var(--bad)" /> : null}
          </g>
        ))}
      </ReadableSvg>
      {here ? (
        <ChartTip plot={plot} x={middle(here)}>
          <span className="text-fg-2">{here.label} </span>
          <span className="font-medium">{here.texts[0]}</span>
          {here.mark ? <span className="text-bad-text"> {here.mark}</span> : null}
        </ChartTip>
      ) : null}
    </>
  );
}

function Stack({
  bar,
  x,
  width,
  y,
}: {
  bar: StackedBar;
  x: number;
  width: number;
  y: (value: number) => number;
}) {
  return bar.values.map((value, index) => {
    const below = bar.values.slice(0, index).reduce((whole, one) => whole + one, 0);
    const height = y(below) - y(below + value);
    return height <= 0 ? null : (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the series of a bar keep their order
        key={index}
        x={x}
        width={width}
        y={y(below + value)}
        height={height}
        fill={fillOf(index)}
        stroke="var(--surface)"
        strokeWidth={height > 3 ? 1 : 0}
      />
    );
  });
}
