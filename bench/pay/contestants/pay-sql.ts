import { type Policy, RATES_BPS } from '../workload.ts';

/** A statement that pays workload W and answers with one row of the six numbers. */
export interface PaySql {
  readonly name: string;
  readonly sql: string;
}

/**
 * Workload W in DuckDB's SQL, in doubles, which hold every number on the way exactly at the bench's sizes (checked by the
 * digest) and are faster than HUGEINT sums. Date and id are packed into one key to sort by. Two ways to the pay before a
 * deal: `lag` over the same window, or the formula once more on the credit before it.
 */
export function duckStatements(deals: string, policy: Policy): readonly PaySql[] {
  const keyed = `keyed AS (
    SELECT (payee_code * 3 + product_family) * 4 + quarter(date) - 1 AS g, txn_id, amount_cents::DOUBLE AS amount,
           (date - DATE '2024-01-01')::BIGINT * 4294967296 + txn_id AS k
      FROM ${deals})`;
  const running = `running AS (
    SELECT g, txn_id, k, amount, 100 * sum(amount) OVER (PARTITION BY g ORDER BY k ROWS UNBOUNDED PRECEDING) AS x
      FROM keyed)`;
  const pay = (x: string) => `least(cap, ${rounded(numerator(x), policy)})`;
  const lag = `paid AS (SELECT g, txn_id, k, amount, ${pay('x')} AS p FROM running JOIN terms USING (g)),
  earned AS (
    SELECT g, txn_id, amount, p - coalesce(lag(p) OVER (PARTITION BY g ORDER BY k), 0) AS e FROM paid)`;
  const twice = `earned AS (
    SELECT g, txn_id, amount, ${pay('x')} - ${pay('(x - 100 * amount)')} AS e FROM running JOIN terms USING (g))`;
  const whole = (how: string) => `WITH ${keyed}, ${terms()}, ${running}, ${how}, ${totals()}`;
  return [
    { name: 'lag', sql: whole(lag) },
    { name: 'twice', sql: whole(twice) },
  ];
}

/** Numerator over 10^6; the tier by its bounds, intercepts made once a group. */
function numerator(x: string): string {
  return `CASE WHEN ${x} <= 50 * quota THEN 0 WHEN ${x} <= 100 * quota THEN a0 + ${x} * r0
    WHEN ${x} <= 120 * quota THEN a1 + ${x} * r1 WHEN ${x} <= 150 * quota THEN a2 + ${x} * r2 ELSE a3 + ${x} * r3 END`;
}

/** Nothing is paid on a negative credit here, so half up is away from zero. */
function rounded(over: string, policy: Policy): string {
  return policy === 'HALF_EVEN' ? `round_even((${over}) / 1000000, 0)` : `floor((${over}) / 1000000 + 0.5)`;
}

function terms(): string {
  const rates = RATES_BPS.map(
    (rate, component) => `(${component}, ${rate.map((one) => `${one}::DOUBLE`).join(', ')})`,
  );
  return `rates AS (SELECT * FROM (VALUES ${rates.join(', ')}) t(component, r0, r1, r2, r3)),
  terms AS (
    SELECT g, quota, cap, r0, r1, r2, r3, -50 * quota * r0 AS a0, 50 * quota * r0 - 100 * quota * r1 AS a1,
           50 * quota * r0 + 20 * quota * r1 - 120 * quota * r2 AS a2,
           50 * quota * r0 + 20 * quota * r1 + 30 * quota * r2 - 150 * quota * r3 AS a3
      FROM groups JOIN rates ON rates.component = (g // 4) % 3)`;
}

/** First each group (what it was credited and is paid are results too), then all of them. */
function totals(): string {
  const text = (sum: string, name: string) => `coalesce(${sum}, 0)::HUGEINT::VARCHAR AS "${name}"`;
  return `lines AS (
    SELECT g, sum(amount) AS credited, sum(e) AS payout, sum(e * (1 + txn_id % 1009)) AS by_place FROM earned GROUP BY g)
  SELECT ${text('sum(credited)', 'credited')},
         ${text('sum(round_even(10000 * coalesce(credited, 0) / quota, 0))', 'attainedBps')},
         ${text('sum(payout)', 'payout')}, ${text('sum(payout)', 'earned')}, ${text('sum(by_place)', 'earnedByPlace')},
         ${text('sum(payout * (1 + g % 997))', 'payoutByPlace')}
    FROM groups LEFT JOIN lines USING (g)`;
}
