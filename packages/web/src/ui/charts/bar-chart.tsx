import { useState } from 'react';
import { messages } from '../messages.ts';
import { AxisNames, BaseAxis, ValueAxis } from './axes.tsx';
import { ChartFrame, ChartTip, type Plot } from './chart-frame.tsx';
import { ReadableSvg } from './readable-svg.tsx';
import { bandScale, linearScale, rounded } from './scale.ts';

/** One bar. `text` is the exact value for readers; `value` only decides the height. */
export type Bar = { label: string; value: number; text?: string; tone?: 'primary' | 'muted' | 'bad' };

export type BarChartProps = {
  label: string;
  bars: readonly Bar[];
  /** Formats the value axis; may round. */
  formatY: (y: number) => string;
  /** Names of the bars and of their measure: the columns of the table; the second also labels the axis. */
  names?: [string, string];
  height?: number;
};

const fills = { primary: 'var(--series-1)', muted: 'var(--border-strong)', bad: 'var(--bad)' };

/** Vertical bars; negative ones hang below zero. Pointing or arrow keys show exact values. */
export function BarChart({ label, bars, formatY, names, height = 220 }: BarChartProps) {
  const rows = bars.map((bar) => [bar.label, bar.text ?? formatY(bar.value)]);
  return (
    <ChartFrame
      label={label}
      height={height}
      axes={{ y: names?.[1] }}
      table={{ head: names ?? [messages.chart.name, messages.chart.value], rows }}
    >
      {(plot) => <Bars plot={plot} label={label} bars={bars} formatY={formatY} />}
    </ChartFrame>
  );
}

function Bars({
  plot,
  label,
  bars,
  formatY,
}: Pick<BarChartProps, 'label' | 'bars' | 'formatY'> & { plot: Plot }) {
  const [at, setAt] = useState<number>();
  const values = bars.map((bar) => bar.value);
  const x = bandScale(
    bars.map((bar) => bar.label),
    [plot.left, plot.width - plot.right],
    0.35,
  );
  const y = linearScale(rounded([Math.min(0, ...values), Math.max(0, ...values)], 4), [
    plot.height - plot.bottom,
    plot.top,
  ]);
  const middle = (bar: Bar) => x.start(bar.label) + x.width / 2;
  const here = at === undefined ? undefined : bars[at];
  return (
    <>
      <ReadableSvg label={label} plot={plot} count={bars.length} at={at} onRead={setAt}>
        <ValueAxis plot={plot} scale={y} format={formatY} />
        <AxisNames plot={plot} />
        <BaseAxis plot={plot} marks={bars.map((bar) => ({ x: middle(bar), text: bar.label }))} />
        {bars.map((bar, index) => (
          <g key={bar.label} onPointerEnter={() => setAt(index)}>
            <rect
              x={x.start(bar.label) - x.step * 0.17}
              width={x.step}
              y={plot.top}
              height={plot.height - plot.top - plot.bottom}
              fill="transparent"
            />
            <rect
              x={x.start(bar.label)}
              width={x.width}
              y={Math.min(y(0), y(bar.value))}
              height={Math.max(1, Math.abs(y(bar.value) - y(0)))}
              rx={2}
              fill={fills[bar.tone ?? 'primary']}
              opacity={at === undefined || at === index ? 1 : 0.55}
            />
          </g>
        ))}
      </ReadableSvg>
      {here ? (
        <ChartTip plot={plot} x={middle(here)}>
          <span className="text-fg-2">{here.label} </span>
          <span className="font-medium">{here.text ?? formatY(here.value)}</span>
        </ChartTip>
      ) : null}
    </>
  );
}
