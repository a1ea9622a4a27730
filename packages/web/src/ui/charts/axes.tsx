import type { Plot } from './chart-frame.tsx';
import type { LinearScale } from './scale.ts';

/** Horizontal grid lines with their values; zero is stronger. */
export function ValueAxis(props: {
  plot: Plot;
  scale: LinearScale;
  format: (value: number) => string;
  /** Counts: marks only whole numbers. */
  whole?: boolean;
}) {
  const { plot, scale, format, whole = false } = props;
  return (
    <g aria-hidden>
      {axisTicks(scale, whole).map((tick) => (
        <g key={tick} transform={`translate(0 ${scale(tick)})`}>
          <line
            x1={plot.left}
            x2={plot.width - plot.right}
            stroke={tick === 0 ? 'var(--border-strong)' : 'var(--border)'}
          />
          <text
            x={plot.left - 8}
            dy="0.32em"
            textAnchor="end"
            fill="var(--fg-3)"
            fontSize="11"
            className="figures"
          >
            {format(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** About four round values of a scale; `whole`: only whole numbers. */
export function axisTicks(scale: LinearScale, whole: boolean): readonly number[] {
  const ticks = scale.ticks(4);
  return whole ? ticks.filter(Number.isInteger) : ticks;
}

/** Axis names: y above its values, x below its end. */
export function AxisNames({ plot }: { plot: Plot }) {
  const { x, y } = plot.names;
  return (
    <g aria-hidden fontSize="11" fill="var(--fg-2)">
      {y ? (
        <text x={0} y={11}>
          {y}
        </text>
      ) : null}
      {x ? (
        <text x={plot.width - plot.right} y={plot.height - 4} textAnchor="end">
          {x}
        </text>
      ) : null}
    </g>
  );
}

/** Labels below the plot; drops every second one until they fit. */
export function BaseAxis({ plot, marks }: { plot: Plot; marks: readonly { x: number; text: string }[] }) {
  const widest = Math.max(...marks.map((mark) => mark.text.length), 1) * 6.5 + 10;
  const room = Math.max(1, Math.floor((plot.width - plot.left - plot.right) / widest));
  const step = Math.ceil(marks.length / room);
  return (
    <g aria-hidden>
      {marks.map((mark, index) =>
        index % step === 0 ? (
          <text
            key={mark.text}
            x={mark.x}
            y={plot.height - plot.bottom + 18}
            textAnchor="middle"
            fill="var(--fg-3)"
            fontSize="11"
            className="figures"
          >
            {mark.text}
          </text>
        ) : null,
      )}
    </g>
  );
}

/** Labels near an edge of the plot are anchored there, so that they do not overlap the axis values. */
export function anchorAt(x: number, plot: Plot): 'start' | 'middle' | 'end' {
  if (x < plot.left + 36) return 'start';
  return x > plot.width - plot.right - 36 ? 'end' : 'middle';
}
