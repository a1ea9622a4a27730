import {
  COMPONENTS,
  type DealColumns,
  type Digest,
  GROUPS,
  type GroupColumns,
  type Policy,
  QUARTER_OF_DAY,
  RATES_BPS,
  TIER_STARTS,
  written,
} from './workload.ts';

/**
 * Workload W straight from its definition, in whole numbers of any size: nothing of the kernel is used, nothing is clever.
 * Slow; it says what the six numbers are.
 */
export function oracle(deals: DealColumns, groups: GroupColumns, policy: Policy): Digest {
  const rowsOf: number[][] = Array.from({ length: GROUPS }, () => []);
  for (let row = 0; row < deals.payee.length; row++) {
    rowsOf[
      (deals.payee[row]! * COMPONENTS + deals.component[row]!) * 4 + QUARTER_OF_DAY[deals.day[row]!]!
    ]!.push(row);
  }
  const sums = {
    credited: 0n,
    attainedBps: 0n,
    payout: 0n,
    earned: 0n,
    earnedByPlace: 0n,
    payoutByPlace: 0n,
  };
  for (const [group, rows] of rowsOf.entries()) {
    rows.sort((a, b) => deals.day[a]! - deals.day[b]! || a - b);
    const quota = BigInt(groups.quota[group]!);
    const cap = BigInt(groups.cap[group]!);
    const rates = RATES_BPS[Math.floor(group / 4) % COMPONENTS]!;
    let credited = 0n;
    let paid = 0n;
    for (const row of rows) {
      credited += BigInt(deals.amount[row]!);
      const now = payOf(credited, { quota, cap, rates, policy });
      sums.earned += now - paid;
      sums.earnedByPlace += (now - paid) * BigInt(1 + (row % 1009));
      paid = now;
    }
    sums.credited += credited;
    sums.attainedBps += rounded(10_000n * credited, quota, 'HALF_EVEN');
    sums.payout += paid;
    sums.payoutByPlace += paid * BigInt(1 + (group % 997));
  }
  return written(sums);
}

/** min(cap, round(Σ over tiers of the part of the credit inside × rate)). */
function payOf(
  credited: bigint,
  of: { quota: bigint; cap: bigint; rates: readonly number[]; policy: Policy },
): bigint {
  let numerator = 0n;
  for (const [i, start] of TIER_STARTS.entries()) {
    const next = TIER_STARTS[i + 1];
    const lo = BigInt(start) * of.quota;
    const hi = next === undefined ? null : BigInt(next) * of.quota;
    const x = 100n * credited;
    const top = hi !== null && x > hi ? hi : x;
    if (top > lo) numerator += (top - lo) * BigInt(of.rates[i]!);
  }
  const pay = rounded(numerator, 1_000_000n, of.policy);
  if (pay > of.cap) return of.cap;
  return pay;
}

function rounded(over: bigint, under: bigint, policy: Policy): bigint {
  const negative = over < 0n;
  const size = negative ? -over : over;
  let whole = size / under;
  const rest = size % under;
  if (rest * 2n > under) whole += 1n;
  else if (rest * 2n === under && (policy === 'HALF_UP' || whole % 2n === 1n)) whole += 1n;
  return negative ? -whole : whole;
}
