import { loadavg } from 'node:os';
import { table } from '../measuring.ts';
import type { Bar } from './chart.ts';
import { best, type Timing } from './rounds.ts';

/** One goal of the table: what was measured against what, and what was asked for. */
export interface Figure {
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
  /** How many times as fast; null where the goal is no ratio of times. */
  readonly times: number | null;
  readonly result: string;
  /** The same by processor time instead of the clock, which a busy machine blurs less; null where that says nothing. */
  readonly byCpu: string | null;
  readonly goal: string;
  readonly asked: number | null;
  readonly reached: boolean;
  readonly load: number;
}

/** A goal of the form “so many times as fast”. */
export function faster(what: string, pair: readonly [Timing, Timing], asked: number): Figure {
  const [ours, theirs] = pair;
  const times = theirs.ms / ours.ms;
  return {
    what,
    ours: milliseconds(ours.ms),
    theirs: `${milliseconds(theirs.ms)} (${theirs.label})`,
    times,
    asked,
    byCpu:
      ours.cpuMs === null || theirs.cpuMs === null ? null : `${(theirs.cpuMs / ours.cpuMs).toFixed(1)} ×`,
    result: `${times.toFixed(1)} ×`,
    goal: `≥ ${asked} ×`,
    reached: times >= asked,
    load: Math.max(ours.load, theirs.load),
  };
}

/** A goal of the form “at most so much”. */
export function atMost(
  what: string,
  of: {
    readonly ours: string;
    readonly theirs: string;
    readonly value: number;
    readonly max: number;
    readonly unit: string;
    readonly load?: number;
    readonly byCpu?: number;
  },
): Figure {
  const shown = (value: number) => `${Number(value.toPrecision(3))}${of.unit}`;
  return {
    what,
    ours: of.ours,
    theirs: of.theirs,
    times: null,
    asked: null,
    byCpu: of.byCpu === undefined ? null : shown(of.byCpu),
    result: shown(of.value),
    goal: `≤ ${shown(of.max)}`,
    reached: of.value <= of.max,
    load: of.load ?? loadavg()[0] ?? 0,
  };
}

/** The table of goals. */
export function goals(figures: readonly Figure[]): string {
  return table(
    ['', 'Attain', 'peer', 'result', 'by CPU time', 'goal', 'reached', 'load'],
    figures.map((one) => [
      ...[one.what, one.ours, one.theirs, one.result, one.byCpu ?? '', one.goal],
      ...[one.reached ? 'yes' : '**no**', one.load.toFixed(1)],
    ]),
  );
}

/** Bars for the figures that are ratios. */
export function bars(figures: readonly Figure[]): readonly Bar[] {
  return figures.flatMap(({ what, times, asked }) =>
    times === null ? [] : [{ label: what, times, goal: asked }],
  );
}

/** All that took part, slowest last, as ratios to DuckDB's best statement where it did. */
export function ranking(timings: ReadonlyMap<string, Timing>): string {
  const all = [...timings.values()];
  const duck = all.some(({ label }) => label.startsWith('DuckDB')) ? best(timings, 'DuckDB') : null;
  const rows = all
    .sort((a, b) => a.ms - b.ms)
    .map(({ label, ms, cpuMs, rounds, load }) => [
      ...[label, milliseconds(ms)],
      ...(duck === null ? [] : [(ms / duck.ms).toFixed(3), `${(duck.ms / ms).toFixed(1)} ×`]),
      cpuMs === null ? '' : milliseconds(cpuMs),
      ...[rounds.map((one) => one.toFixed(1)).join(', '), load.toFixed(1)],
    ]);
  const compared = duck === null ? [] : ['DuckDB = 1', 'faster'];
  return table(['', 'median', ...compared, 'CPU time', 'rounds, ms', 'load'], rows);
}

/** Milliseconds with three digits. */
export function milliseconds(ms: number): string {
  return `${ms >= 100 ? Math.round(ms).toLocaleString('en-US') : ms.toFixed(1)} ms`;
}
