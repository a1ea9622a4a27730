import { below, draws, GROUPS, type Policy, type WorkloadSize } from './workload.ts';

/** The simulation: every payee's year redrawn from its twelve months, in a thousand scenarios, under a changed plan. */
export const WHAT_IF = { payees: 1000, components: 3, months: 12, scenarios: 1000 } as const;

/** Tiers of the changed plan, in percent of quota and hundredths of a percent; the bounds are those of workload W. */
export const CHANGED_RATES_BPS = [
  [400, 900, 1300, 1700],
  [350, 400, 500, 1000],
  [300, 900, 1600, 2400],
] as const;

/** Months and lines as columns. */
export interface WhatIfColumns {
  /** Credit in cents of (payee, component, month). */
  readonly history: Int32Array;
  /** Of (payee, component), in cents. */
  readonly quota: Float64Array;
  readonly cap: Float64Array;
}

/** Writes months, quotas around their sum, and caps. */
export function fillWhatIf(columns: WhatIfColumns, { seed }: Pick<WorkloadSize, 'seed'>): void {
  const next = draws(seed ^ GROUPS);
  const lines = WHAT_IF.payees * WHAT_IF.components;
  for (let line = 0; line < lines; line++) {
    let year = 0;
    for (let month = 0; month < WHAT_IF.months; month++) {
      const cents = 500_000 + below(next(), 9_000_000);
      columns.history[line * WHAT_IF.months + month] = below(next(), 100) < 5 ? -cents : cents;
      year += columns.history[line * WHAT_IF.months + month]!;
    }
    columns.quota[line] = Math.max(1_000_000, Math.floor((year * (60 + below(next(), 70))) / 100));
    columns.cap[line] = Math.floor(columns.quota[line]! * 0.08);
  }
}

/** Separate columns for contestants without shared memory. */
export function whatIfColumns(size: Pick<WorkloadSize, 'seed'>): WhatIfColumns {
  const lines = WHAT_IF.payees * WHAT_IF.components;
  const columns = {
    history: new Int32Array(lines * WHAT_IF.months),
    quota: new Float64Array(lines),
    cap: new Float64Array(lines),
  };
  fillWhatIf(columns, size);
  return columns;
}

/** The finishing function of MurmurHash3, as a number from 0. */
export function murmur(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Three sums over all pays (payee, scenario, component) in cents; the last two move when pays change places. */
export function whatIfDigest(payout: Int32Array): Readonly<Record<string, string>> {
  const { components, scenarios } = WHAT_IF;
  let all = 0n;
  let byScenario = 0n;
  let byLine = 0n;
  for (let payee = 0, at = 0; payee < WHAT_IF.payees; payee++) {
    const lines = [0, 0, 0];
    let ofPayee = 0;
    for (let scenario = 0; scenario < scenarios; scenario++) {
      for (let component = 0; component < components; component++, at++) {
        const own = payout[at]!;
        lines[component]! += own;
        ofPayee += own * (1 + (scenario % 1009));
      }
    }
    byScenario += BigInt(ofPayee);
    for (const [component, own] of lines.entries()) {
      all += BigInt(own);
      byLine += BigInt(own) * BigInt(1 + ((payee * components + component) % 997));
    }
  }
  return { all: String(all), byScenario: String(byScenario), byLine: String(byLine) };
}

/** One payee's pays straight from the definition: loops over plain numbers, as one would first write it. */
export function simulatePlainly(
  columns: WhatIfColumns,
  setting: { seed: number; policy: Policy },
  bounds: readonly number[],
): Int32Array {
  const { payees, components, months, scenarios } = WHAT_IF;
  const payout = new Int32Array(payees * scenarios * components);
  for (let scenario = 0; scenario < scenarios; scenario++) {
    for (let payee = 0; payee < payees; payee++) {
      const drawn: number[] = [];
      const dice = murmur(setting.seed ^ Math.imul(payee, 0x9e3779b1)) ^ Math.imul(scenario, 0x85ebca77);
      for (let k = 0; k < months; k++)
        drawn.push(Math.floor((murmur(dice + Math.imul(k, 0xc2b2ae3d)) * months) / 2 ** 32));
      for (let component = 0; component < components; component++) {
        const line = payee * components + component;
        const credit = drawn
          .map((month) => columns.history[line * months + month]!)
          .reduce((a, b) => a + b, 0);
        const quota = columns.quota[line]!;
        let numerator = 0;
        for (const [i, rate] of CHANGED_RATES_BPS[component]!.entries()) {
          const from = bounds[i]! * quota;
          const to = i + 1 < bounds.length ? bounds[i + 1]! * quota : Number.POSITIVE_INFINITY;
          numerator += Math.max(0, Math.min(100 * credit, to) - from) * rate;
        }
        const exact = numerator / 1_000_000;
        const down = Math.floor(exact);
        const up =
          exact - down > 0.5 || (exact - down === 0.5 && (setting.policy === 'HALF_UP' || down % 2 === 1));
        payout[(payee * scenarios + scenario) * components + component] = Math.min(
          columns.cap[line]!,
          up ? down + 1 : down,
        );
      }
    }
  }
  return payout;
}
