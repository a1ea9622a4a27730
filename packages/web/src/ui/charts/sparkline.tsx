import { pathThrough } from './scale.ts';

export type SparklineProps = {
  /** What it shows and its trend: "Attainment, last 8 quarters: rising to 112%". */
  label: string;
  values: readonly number[];
  width?: number;
  height?: number;
};

/** A line the size of a word with its last point marked; the text next to it carries the values. */
export function Sparkline({ label, values, width = 96, height = 24 }: SparklineProps) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const x = (index: number) => 3 + (index / Math.max(1, values.length - 1)) * (width - 6);
  const y = (value: number) => height - 3 - ((value - low) / span) * (height - 6);
  const path = pathThrough(values.map((value, index) => [x(index), y(value)]));
  return (
    <svg role="img" aria-label={label} width={width} height={height} className="overflow-visible">
      <path d={path} fill="none" stroke="var(--series-1)" strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? low)} r={2.5} fill="var(--series-1)" />
    </svg>
  );
}
