/** A total of each period, oldest first. */
type Series = readonly number[];

/** A way to carry a series on: the totals of the next `steps` periods. */
export interface Method {
  readonly name: MethodName;
  /** How many periods it needs, by the periods in a year. */
  readonly needs: (cycle: number) => number;
  readonly isSeasonal: boolean;
  readonly forecast: (series: Series, steps: number, cycle: number) => number[];
}

export const methodNames = [
  'last-value',
  'mean-of-three',
  'drift',
  'simple-smoothing',
  'theta',
  'damped-trend',
  'seasonal-naive',
  'holt-winters',
] as const;
export type MethodName = (typeof methodNames)[number];

/** Every candidate, the simpler one first: ties go to the simpler (FC-2). */
export const methods: readonly Method[] = [
  { name: 'last-value', needs: () => 1, isSeasonal: false, forecast: (y, h) => repeat(last(y), h) },
  {
    name: 'mean-of-three',
    needs: () => 3,
    isSeasonal: false,
    forecast: (y, h) => repeat(mean(y.slice(-3)), h),
  },
  { name: 'drift', needs: () => 2, isSeasonal: false, forecast: drift },
  {
    name: 'simple-smoothing',
    needs: () => 3,
    isSeasonal: false,
    forecast: (y, h) => repeat(smooth(y).level, h),
  },
  { name: 'theta', needs: () => 4, isSeasonal: false, forecast: theta },
  { name: 'damped-trend', needs: () => 4, isSeasonal: false, forecast: dampedTrend },
  { name: 'seasonal-naive', needs: (cycle) => 2 * cycle, isSeasonal: true, forecast: seasonalNaive },
  { name: 'holt-winters', needs: (cycle) => 2 * cycle + 4, isSeasonal: true, forecast: holtWinters },
];

/** Smoothing parameters are tried in steps of 0.05. */
const GRID = Array.from({ length: 19 }, (_, index) => (index + 1) / 20);
const DAMPING = [0.8, 0.85, 0.9, 0.95];

const repeat = (value: number, steps: number) => Array.from({ length: steps }, () => value);
const last = (series: Series) => series.at(-1) ?? 0;
const mean = (values: Series) => values.reduce((all, one) => all + one, 0) / values.length;

/** The last value plus the mean step from the first to the last. */
function drift(series: Series, steps: number): number[] {
  const step = (last(series) - (series[0] ?? 0)) / (series.length - 1);
  return Array.from({ length: steps }, (_, index) => last(series) + step * (index + 1));
}

/** The value of the same period a year before. */
function seasonalNaive(series: Series, steps: number, cycle: number): number[] {
  return Array.from({ length: steps }, (_, index) => series[series.length - cycle + (index % cycle)] ?? 0);
}

/** Simple exponential smoothing with the α of the smallest squared error one step ahead. */
function smooth(series: Series): { level: number; alpha: number } {
  let best = { level: last(series), alpha: 1, error: Number.POSITIVE_INFINITY };
  for (const alpha of GRID) {
    let level = series[0] ?? 0;
    let error = 0;
    for (const value of series.slice(1)) {
      error += (value - level) * (value - level);
      level += alpha * (value - level);
    }
    if (error < best.error) best = { level, alpha, error };
  }
  return best;
}

/** Smoothing with half the slope of the straight line through the series (Hyndman & Billah 2003, equation 10). */
function theta(series: Series, steps: number): number[] {
  const { level, alpha } = smooth(series);
  const half = slope(series) / 2;
  let faded = 1;
  for (let index = 0; index < series.length; index++) faded *= 1 - alpha;
  const settled = (1 - faded) / alpha;
  return Array.from({ length: steps }, (_, index) => level + half * (index + settled));
}

/** The slope of the straight line of least squares through the series. */
function slope(series: Series): number {
  const middle = (series.length - 1) / 2;
  const center = mean(series);
  let products = 0;
  let squares = 0;
  for (const [index, value] of series.entries()) {
    products += (index - middle) * (value - center);
    squares += (index - middle) * (index - middle);
  }
  return products / squares;
}

/** Holt's linear trend that flattens by φ a period (Gardner & McKenzie 1985). */
function dampedTrend(series: Series, steps: number): number[] {
  let best = { level: last(series), trend: 0, phi: 0, error: Number.POSITIVE_INFINITY };
  for (const phi of DAMPING) {
    for (const alpha of GRID) {
      for (const beta of GRID) {
        const fit = fitTrend(series, { alpha, beta, phi });
        if (fit.error < best.error) best = { ...fit, phi };
      }
    }
  }
  const ahead: number[] = [];
  let fading = 1;
  let damped = 0;
  for (let step = 1; step <= steps; step++) {
    fading *= best.phi;
    damped += fading;
    ahead.push(best.level + damped * best.trend);
  }
  return ahead;
}

function fitTrend(series: Series, { alpha, beta, phi }: { alpha: number; beta: number; phi: number }) {
  let level = series[0] ?? 0;
  let trend = (series[1] ?? level) - level;
  let error = 0;
  for (let index = 1; index < series.length; index++) {
    const value = series[index] ?? 0;
    const expected = level + phi * trend;
    error += (value - expected) * (value - expected);
    const next = expected + alpha * (value - expected);
    trend = phi * trend + beta * (next - level - phi * trend);
    level = next;
  }
  return { level, trend, error };
}

/** Additive Holt-Winters: level, trend and a value for each period of the year (Winters 1960). */
function holtWinters(series: Series, steps: number, cycle: number): number[] {
  let best: ReturnType<typeof fitSeasons> | null = null;
  for (const alpha of GRID) {
    for (const gamma of GRID) {
      const fit = fitSeasons(series, cycle, { alpha, gamma });
      if (best === null || fit.error < best.error) best = fit;
    }
  }
  const { level, trend, seasons } = best ?? { level: 0, trend: 0, seasons: [] };
  return Array.from(
    { length: steps },
    (_, index) => level + trend * (index + 1) + (seasons[(series.length + index) % cycle] ?? 0),
  );
}

/** The trend is the mean step from the first year to the second; only level and seasons are smoothed. */
function fitSeasons(series: Series, cycle: number, { alpha, gamma }: { alpha: number; gamma: number }) {
  const first = mean(series.slice(0, cycle));
  const trend = (mean(series.slice(cycle, 2 * cycle)) - first) / cycle;
  let level = first + (trend * (cycle - 1)) / 2;
  const seasons = series
    .slice(0, cycle)
    .map((value, index) => value - first - trend * (index - (cycle - 1) / 2));
  let error = 0;
  for (let index = cycle; index < series.length; index++) {
    const value = series[index] ?? 0;
    const season = seasons[index % cycle] ?? 0;
    const expected = level + trend + season;
    error += (value - expected) * (value - expected);
    level += trend + alpha * (value - expected);
    seasons[index % cycle] = season + gamma * (value - level - season);
  }
  return { level, trend, seasons, error };
}
