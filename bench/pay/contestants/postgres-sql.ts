import { type Policy, RATES_BPS } from '../workload.ts';

/** Unlogged, so that no write waits for a disk: the peer is to be as fast as it can. */
export const postgresTables = [
  `CREATE UNLOGGED TABLE deals (txn_id int, payee_code int, product_family int, date date, amount int,
     g int GENERATED ALWAYS AS ((payee_code * 3 + product_family) * 4 + extract(quarter FROM date)::int - 1) STORED)`,
  'CREATE UNLOGGED TABLE groups (g int PRIMARY KEY, quota bigint, cap bigint)',
] as const;

/**
 * Workload W in PostgreSQL's SQL, in bigint (sums of int are bigint, sums of bigint would be numeric). `OFFSET 0` keeps a
 * subquery from being melted into the next one, which would compute the numerator several times.
 */
export function postgresWhole(policy: Policy): string {
  return `WITH ${terms()}, running AS (
    SELECT g, txn_id, date, amount, 100 * sum(amount) OVER (PARTITION BY g ORDER BY date, txn_id ROWS UNBOUNDED PRECEDING) AS x
      FROM deals),
  numerators AS (SELECT g, txn_id, date, amount, cap, ${numerator} AS n FROM running JOIN terms USING (g) OFFSET 0),
  paid AS (SELECT g, txn_id, date, amount, least(cap, ${rounded('n', policy)}) AS p FROM numerators OFFSET 0),
  earned AS (
    SELECT g, txn_id, amount, p - coalesce(lag(p) OVER (PARTITION BY g ORDER BY date, txn_id), 0) AS e FROM paid),
  lines AS (
    SELECT g, sum(amount) AS credited, sum(e)::bigint AS payout, sum(e * (1 + txn_id % 1009)) AS by_place FROM earned GROUP BY g)
  SELECT sum(coalesce(credited, 0))::text AS credited,
         sum(sign(coalesce(credited, 0)) * ${half('10000 * abs(coalesce(credited, 0))', 'quota', 'HALF_EVEN')})::bigint::text AS "attainedBps",
         sum(payout)::text AS payout, sum(payout)::text AS earned, sum(by_place)::text AS "earnedByPlace",
         sum(payout * (1 + g % 997))::text AS "payoutByPlace"
    FROM groups LEFT JOIN lines USING (g)`;
}

/**
 * Workload W stored: what each deal earned into `sql_deals`, then every line into `sql_lines`. The lines need no window: they
 * are paid on their sums.
 */
export function storingStatements(policy: Policy): readonly string[] {
  return [
    `INSERT INTO sql_deals (txn_id, earned)
  WITH ${terms()}, running AS (
    SELECT g, txn_id, date, 100 * sum(amount) OVER (PARTITION BY g ORDER BY date, txn_id ROWS UNBOUNDED PRECEDING) AS x FROM deals),
  numerators AS (SELECT g, txn_id, date, cap, ${numerator} AS n FROM running JOIN terms USING (g) OFFSET 0),
  paid AS (SELECT g, txn_id, date, least(cap, ${rounded('n', policy)}) AS p FROM numerators OFFSET 0)
  SELECT txn_id, p - coalesce(lag(p) OVER (PARTITION BY g ORDER BY date, txn_id), 0) FROM paid`,
    `INSERT INTO sql_lines (g, credited, attained_bps, payout)
  WITH ${terms()}, credited AS (SELECT g, sum(amount) AS amount FROM deals GROUP BY g),
  lines AS (SELECT terms.*, coalesce(amount, 0) AS credited, 100 * coalesce(amount, 0) AS x FROM terms LEFT JOIN credited USING (g) OFFSET 0),
  numerators AS (SELECT g, quota, cap, credited, ${numerator} AS n FROM lines OFFSET 0)
  SELECT g, credited, sign(credited) * ${half('10000 * abs(credited)', 'quota', 'HALF_EVEN')}, least(cap, ${rounded('n', policy)}) FROM numerators`,
  ];
}

/** The pay of a deal's line, deal by deal, from its line's part of the index only. */
export function changedLineSql(policy: Policy): string {
  return `WITH line AS (SELECT g FROM deals WHERE txn_id = $1),
  own AS (SELECT terms.* FROM (SELECT g, quota, cap, r0, r1, r2, r3, ${intercepts} FROM groups JOIN line USING (g) JOIN (${rates()}) r ON r.component = (g / 4) % 3) terms),
  running AS (
    SELECT txn_id, 100 * sum(amount) OVER (ORDER BY date, txn_id ROWS UNBOUNDED PRECEDING) AS x
      FROM deals WHERE g = (SELECT g FROM line)),
  numerators AS (SELECT txn_id, cap, ${numerator} AS n FROM running CROSS JOIN own OFFSET 0)
  SELECT txn_id, least(cap, ${rounded('n', policy)}) AS p FROM numerators`;
}

const numerator = `CASE WHEN x <= 50 * quota THEN 0 WHEN x <= 100 * quota THEN a0 + x * r0
    WHEN x <= 120 * quota THEN a1 + x * r1 WHEN x <= 150 * quota THEN a2 + x * r2 ELSE a3 + x * r3 END`;

const intercepts = `-50 * quota * r0 AS a0, 50 * quota * r0 - 100 * quota * r1 AS a1,
           50 * quota * r0 + 20 * quota * r1 - 120 * quota * r2 AS a2,
           50 * quota * r0 + 20 * quota * r1 + 30 * quota * r2 - 150 * quota * r3 AS a3`;

function rates(): string {
  const rows = RATES_BPS.map(
    (rate, component) => `(${component}, ${rate.map((one) => `${one}::bigint`).join(', ')})`,
  );
  return `SELECT * FROM (VALUES ${rows.join(', ')}) v(component, r0, r1, r2, r3)`;
}

function terms(): string {
  return `terms AS (
    SELECT g, quota, cap, r0, r1, r2, r3, ${intercepts} FROM groups JOIN (${rates()}) r ON r.component = (g / 4) % 3 OFFSET 0)`;
}

function rounded(over: string, policy: Policy): string {
  return half(over, '1000000', policy);
}

/** A quotient of what is not negative to a whole number. */
function half(over: string, under: string, policy: Policy): string {
  const rest = `2 * ((${over}) % ${under})`;
  const tie = policy === 'HALF_UP' ? 'true' : `((${over}) / ${under}) % 2 = 1`;
  return `((${over}) / ${under} + CASE WHEN ${rest} > ${under} OR (${rest} = ${under} AND ${tie}) THEN 1 ELSE 0 END)`;
}
