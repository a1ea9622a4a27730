import { decimal, HUNDRED, plain, sum, ZERO } from '../base/decimal.ts';
import { ratio, roundRatio } from '../base/ratio.ts';
import { fitOf } from '../simulations/statistics.ts';

/** Attainment in percent, each band up to, but not at, the next. */
export const attainmentBands = ['0', '50', '80', '100', '120'] as const;
export type AttainmentBand = (typeof attainmentBands)[number];

/** What a payee's lines of some periods add up to; decimal strings. */
export interface PayeeResult {
  /** Σ weight × attainment, and Σ weight, over lines with an attainment. */
  readonly reached: string;
  readonly weights: string;
  /** Pay and target of the same lines; null: none has a target. */
  readonly pay: string;
  readonly target: string | null;
}

/** How attainment spreads, and how closely pay follows it (MEAS-7). */
export interface PayByAttainment {
  readonly bands: readonly { readonly band: AttainmentBand; readonly payees: number }[];
  readonly correlation: string | null;
  /** Payees behind the correlation. */
  readonly compared: number;
}

export function payByAttainment(results: readonly PayeeResult[]): PayByAttainment {
  const points = results.flatMap((one) => {
    const weights = decimal(one.weights);
    if (weights.lte(ZERO)) return [];
    const x = roundRatio(ratio(decimal(one.reached), weights), 4, 'HALF_UP');
    const target = one.target === null ? ZERO : decimal(one.target);
    const y = target.gt(ZERO)
      ? roundRatio(ratio(decimal(one.pay).times(HUNDRED), target), 4, 'HALF_UP')
      : null;
    return [{ x, y }];
  });
  const counts = new Map(attainmentBands.map((band) => [band, 0]));
  for (const { x } of points) {
    const band = attainmentBands.findLast((from) => x.gte(from)) ?? '0';
    counts.set(band, (counts.get(band) ?? 0) + 1);
  }
  const compared = points.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }]));
  return {
    bands: [...counts].map(([band, payees]) => ({ band, payees })),
    correlation: fitOf(compared).correlation,
    compared: compared.length,
  };
}

/** Pay for each unit credited (MEAS-6), 4 decimals; null: nothing is credited. */
export function costPerUnit(lines: readonly { readonly pay: string; readonly credited: string }[]) {
  const credited = sum(lines.map((line) => decimal(line.credited)));
  if (credited.lte(ZERO)) return null;
  const pay = sum(lines.map((line) => decimal(line.pay)));
  return plain(roundRatio(ratio(pay, credited), 4, 'HALF_UP'));
}
