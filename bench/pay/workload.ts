import type { RoundingMode } from '../../packages/domain/src/base/ratio.ts';
import type { PayProgram } from '../../packages/domain/src/payouts/kernel/pay-program.ts';

/**
 * Workload W: 10,000 payees × 3 components × 4 quarters. Credit is paid in four marginal tiers from 50, 100, 120 and 150 %
 * of quota, at most twice the target, rounded once to the cent. The same seed gives the same bytes everywhere.
 */
export const PAYEES = 10_000;
/** Components of every payee. */
export const COMPONENTS = 3;
/** Percent of the yearly target that each component is worth. */
const WEIGHTS = [60, 10, 30] as const;
/** Where each tier begins, in percent of quota. */
export const TIER_STARTS = [50, 100, 120, 150] as const;
/** Rates of each component's tiers, in hundredths of a percent. */
export const RATES_BPS = [
  [500, 800, 1200, 1800],
  [300, 450, 450, 900],
  [250, 1000, 1500, 2500],
] as const;
/** The quarter of each day of 2024. */
export const QUARTER_OF_DAY: readonly number[] = Array.from({ length: 366 }, (_, day) =>
  day < 91 ? 0 : day < 182 ? 1 : day < 274 ? 2 : 3,
);
/** (payee × 3 + component) × 4 + quarter. */
export const GROUPS = PAYEES * COMPONENTS * 4;

/** Parameters of a run's records. */
export interface WorkloadSize {
  readonly rows: number;
  readonly seed: number;
  /** Amounts are up to this many cents; above 2^53 ÷ rates the products leave what a binary float holds. */
  readonly largestCents: number;
}

/** Columns to be filled, all of length `rows`; a row's position is its transaction id. */
export interface DealColumns {
  readonly payee: Uint32Array;
  readonly component: Uint8Array;
  /** Days since 1 January 2024. */
  readonly day: Uint16Array;
  /** Cents; about 3 % are negative. */
  readonly amount: Int32Array;
}

/** Quota and cap of every group, in cents. */
export interface GroupColumns {
  readonly quota: Float64Array;
  /** Twice the component's target for the quarter. */
  readonly cap: Float64Array;
}

/** A 32-bit counter through a mixing function (splitmix32): every draw depends on the seed and its place alone. */
export function draws(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

/** A draw below a limit of at most 2^31, without a remainder's bias worth speaking of. */
export function below(draw: number, limit: number): number {
  return Math.floor((draw / 0x1_0000_0000) * limit);
}

/** Writes the deals into the columns. Payees are mildly skewed (the later number of two is taken), days unordered. */
export function fillDeals(columns: DealColumns, { rows, seed, largestCents }: WorkloadSize): void {
  const next = draws(seed);
  for (let i = 0; i < rows; i++) {
    columns.payee[i] = Math.max(below(next(), PAYEES), below(next(), PAYEES));
    const word = next();
    columns.component[i] = below(word, 100) < 50 ? 0 : word & 1 ? 1 : 2;
    columns.day[i] = below(next(), 366);
    const cents = 10_000 + below(next(), largestCents - 10_000);
    columns.amount[i] = below(next(), 100) < 3 ? -cents : cents;
  }
}

/** Writes quotas around what a payee is likely to be credited, and caps that stop a few. */
export function fillGroups(columns: GroupColumns, { rows, seed, largestCents }: WorkloadSize): void {
  const next = draws(seed ^ 0x5bd1e995);
  const usual = Math.max(1_000_000, Math.floor((rows / GROUPS) * largestCents * 0.47));
  for (let payee = 0; payee < PAYEES; payee++) {
    const yearly = 10_000 * Math.ceil((usual * 0.3 * (70 + below(next(), 60))) / 1_000_000);
    for (let component = 0; component < COMPONENTS; component++) {
      for (let quarter = 0; quarter < 4; quarter++) {
        const group = (payee * COMPONENTS + component) * 4 + quarter;
        columns.quota[group] = Math.floor((usual * (40 + below(next(), 120))) / 100);
        columns.cap[group] = (2 * yearly * (WEIGHTS[component] ?? 0)) / 400;
      }
    }
  }
}

/** The three components as programs of the kernel: x is 100 × credit, pay is a numerator over 10^6. */
export function workloadPrograms(plan: readonly (readonly number[])[] = RATES_BPS): PayProgram[] {
  return plan.map((rates) => {
    let paidBelow = 0n;
    const pieces = TIER_STARTS.map((start, i) => {
      const rate = BigInt(rates[i] ?? 0);
      const base = { fixed: 0n, perQuota: paidBelow - BigInt(start) * rate };
      paidBelow += BigInt((TIER_STARTS[i + 1] ?? start) - start) * rate;
      return { from: { fixed: 0n, perQuota: BigInt(start) }, base, slope: rate };
    });
    const nothing = { fixed: 0n, perQuota: 0n };
    return {
      scale: 100n,
      divisor: { fixed: 1_000_000n, perQuota: 0n },
      timesTarget: false,
      pieces: [{ from: nothing, base: nothing, slope: 0n }, ...pieces],
    };
  });
}

/** The six whole numbers an engine must print to be timed. */
export interface Digest {
  readonly credited: string;
  readonly attainedBps: string;
  readonly payout: string;
  readonly earned: string;
  /** Σ earned × (1 + id mod 1009): moves when any two deals swap what they earned. */
  readonly earnedByPlace: string;
  /** Σ payout × (1 + group mod 997). */
  readonly payoutByPlace: string;
}

/** The digest of results in columns; `earned(row)` and the group columns are whole numbers. */
export function digestOf(
  results: {
    readonly credited: Float64Array;
    readonly attained: Float64Array;
    readonly payout: Float64Array;
    readonly earned: Int32Array;
  },
  ids: Iterable<{ readonly from: number; readonly to: number; readonly firstId: number }>,
): Digest {
  let credited = 0n;
  let attainedBps = 0n;
  let payout = 0n;
  let payoutByPlace = 0n;
  for (let group = 0; group < GROUPS; group++) {
    const own = BigInt(results.payout[group]!);
    credited += BigInt(results.credited[group]!);
    attainedBps += BigInt(results.attained[group]!);
    payout += own;
    payoutByPlace += own * BigInt(1 + (group % 997));
  }
  let earned = 0n;
  let earnedByPlace = 0n;
  for (const { from, to, firstId } of ids) {
    // Portions whose sums stay below 2^53: 2^11 rows of 2^31 cents × 1009.
    for (let start = from; start < to; start += 2048) {
      let sum = 0;
      let byPlace = 0;
      for (let row = start; row < Math.min(to, start + 2048); row++) {
        const own = results.earned[row]!;
        sum += own;
        byPlace += own * (1 + ((firstId + row - from) % 1009));
      }
      earned += BigInt(sum);
      earnedByPlace += BigInt(byPlace);
    }
  }
  return written({ credited, attainedBps, payout, earned, earnedByPlace, payoutByPlace });
}

/** The six numbers as text, so that they travel as JSON. */
export function written(numbers: Record<keyof Digest, bigint>): Digest {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])) as never;
}

/** Which rounding policy a run uses. */
export type Policy = RoundingMode;
