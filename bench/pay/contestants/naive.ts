/** Workload W as one would first write it in TypeScript: objects, Maps and a sort; in plain numbers and in exact decimals. */

import { type Decimal, decimal, ZERO } from '../../../packages/domain/src/base/decimal.ts';
import { ratio, roundRatio } from '../../../packages/domain/src/base/ratio.ts';
import { compete, took } from '../contestant.ts';
import {
  COMPONENTS,
  type Digest,
  fillDeals,
  fillGroups,
  GROUPS,
  QUARTER_OF_DAY,
  RATES_BPS,
  TIER_STARTS,
  written,
} from '../workload.ts';

interface Deal {
  readonly id: number;
  readonly payee: number;
  readonly component: number;
  readonly day: number;
  readonly amount: number;
}

interface Line {
  readonly quota: number;
  readonly cap: number;
  readonly rates: readonly number[];
}

/** How a running credit becomes pay, in some arithmetic. */
type PayOf<T> = (credited: T, line: Line) => T;

await compete(async (setting) => {
  const { rows, policy } = setting;
  const columns = {
    payee: new Uint32Array(rows),
    component: new Uint8Array(rows),
    day: new Uint16Array(rows),
    amount: new Int32Array(rows),
    quota: new Float64Array(GROUPS),
    cap: new Float64Array(GROUPS),
  };
  fillDeals(columns, setting);
  fillGroups(columns, setting);
  const deals: Deal[] = Array.from({ length: rows }, (_, id) => ({
    id,
    payee: columns.payee[id]!,
    component: columns.component[id]!,
    day: columns.day[id]!,
    amount: columns.amount[id]!,
  }));
  const lineOf = (group: number): Line => ({
    quota: columns.quota[group]!,
    cap: columns.cap[group]!,
    rates: RATES_BPS[Math.floor(group / 4) % COMPONENTS]!,
  });
  const evenly = (value: number) => {
    const down = Math.floor(value);
    const rest = value - down;
    return rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? down + 1 : down;
  };
  const inNumbers: PayOf<number> = (credited, { quota, cap, rates }) => {
    let numerator = 0;
    for (const [i, start] of TIER_STARTS.entries()) {
      const top = Math.min(100 * credited, (TIER_STARTS[i + 1] ?? Number.POSITIVE_INFINITY) * quota);
      if (top > start * quota) numerator += (top - start * quota) * rates[i]!;
    }
    const pay = numerator / 1_000_000;
    return Math.min(cap, policy === 'HALF_EVEN' ? evenly(pay) : Math.floor(pay + 0.5));
  };
  const bounds = TIER_STARTS.map((start) => decimal(String(start)).times('0.01'));
  const inDecimals: PayOf<Decimal> = (credited, { quota, cap, rates }) => {
    let pay = ZERO;
    for (const [i, start] of bounds.entries()) {
      const lo = start.times(quota);
      const hi = bounds[i + 1]?.times(quota);
      const top = hi?.lt(credited) ? hi : credited;
      if (top.gt(lo)) pay = pay.plus(top.minus(lo).times(rates[i]!).times('0.0001'));
    }
    const cents = roundRatio(ratio(pay), 0, policy);
    return cents.gt(cap) ? decimal(String(cap)) : cents;
  };
  const run = <T>(of: Arithmetic<T>, payOf: PayOf<T>) => {
    let results: Results<T> | undefined;
    const time = took(() => {
      results = payAll(deals, lineOf, { ...of, payOf });
    });
    return { ...time, digest: digest(results as Results<T>, lineOf) };
  };
  const works = {
    numbers: () => run({ zero: 0, plus: (a, b) => a + b, minus: (a, b) => a - b, of: (n) => n }, inNumbers),
    decimals: () => {
      const of = (n: number) => decimal(String(n));
      return run({ zero: ZERO, plus: (a, b) => a.plus(b), minus: (a, b) => a.minus(b), of }, inDecimals);
    },
  };
  return { works, end: async () => {} };
});

interface Arithmetic<T> {
  readonly zero: T;
  plus(a: T, b: T): T;
  minus(a: T, b: T): T;
  of(cents: number): T;
}

interface Results<T> {
  readonly groups: Map<number, { readonly credited: T; readonly payout: T }>;
  readonly earned: Map<number, T>;
}

function payAll<T>(
  deals: readonly Deal[],
  lineOf: (group: number) => Line,
  { zero, plus, minus, of, payOf }: Arithmetic<T> & { readonly payOf: PayOf<T> },
): Results<T> {
  const byGroup = new Map<number, Deal[]>();
  for (const deal of deals) {
    const group = (deal.payee * COMPONENTS + deal.component) * 4 + QUARTER_OF_DAY[deal.day]!;
    const own = byGroup.get(group);
    if (own === undefined) byGroup.set(group, [deal]);
    else own.push(deal);
  }
  const groups: Results<T>['groups'] = new Map();
  const earned: Results<T>['earned'] = new Map();
  for (const [group, own] of byGroup) {
    own.sort((a, b) => a.day - b.day || a.id - b.id);
    const line = lineOf(group);
    let credited = zero;
    let payout = zero;
    for (const { id, amount } of own) {
      credited = plus(credited, of(amount));
      const now = payOf(credited, line);
      earned.set(id, minus(now, payout));
      payout = now;
    }
    groups.set(group, { credited, payout });
  }
  return { groups, earned };
}

function digest<T>({ groups, earned }: Results<T>, lineOf: (group: number) => Line): Digest {
  const whole = (value: T) => BigInt(String(value));
  const sums = {
    credited: 0n,
    attainedBps: 0n,
    payout: 0n,
    earned: 0n,
    earnedByPlace: 0n,
    payoutByPlace: 0n,
  };
  for (const [group, { credited, payout }] of groups) {
    const own = whole(payout);
    sums.credited += whole(credited);
    sums.payout += own;
    sums.payoutByPlace += own * BigInt(1 + (group % 997));
    const reached = ratio(decimal(String(credited)).times(10_000), decimal(String(lineOf(group).quota)));
    sums.attainedBps += BigInt(roundRatio(reached, 0, 'HALF_EVEN').toFixed());
  }
  for (const [id, own] of earned) {
    sums.earned += whole(own);
    sums.earnedByPlace += whole(own) * BigInt(1 + (id % 1009));
  }
  return written(sums);
}
