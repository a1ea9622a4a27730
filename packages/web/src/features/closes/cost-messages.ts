import { counted } from '../../base/format-number.ts';

/** Texts of the cost of a quarter, apart because only some first screens load them. */
export const costMessages = {
  label: 'Cost of the quarter',
  of: (quarter: string, isOver: boolean) => (isOver ? `Cost of ${quarter}` : `Cost of ${quarter} so far`),
  failure: 'The cost could not be loaded',
  target: (percent: string, target: string) => `${percent}% of ${target} at target`,
  forecast: (value: string) => `Forecast: ${value}`,
  range: (low: string, high: string) => `80% range: ${low} to ${high}`,
  noRange: (missing: number) => `Its range needs ${counted(missing, 'more quarter')}`,
  noForecast: (missing: number) => `A forecast needs ${counted(missing, 'more quarter')}`,
  leftOut: (count: number) => `Excludes ${counted(count, 'calculation')} in other currencies`,
};
