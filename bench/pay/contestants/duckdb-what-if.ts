/** DuckDB on the same simulation: the same draws by the same hash, in its own integers. */

import { compete, tookUntil } from '../contestant.ts';
import { loadDuckDb } from '../peers.ts';
import { CHANGED_RATES_BPS, murmur, WHAT_IF, whatIfColumns } from '../what-if.ts';

const MASK = 4_294_967_295;

await compete(async (setting) => {
  const { DuckDBInstance } = loadDuckDb();
  const instance = await DuckDBInstance.create(':memory:', { threads: String(setting.threads) });
  const connection = await instance.connect();
  const { history, quota, cap } = whatIfColumns(setting);
  const { payees, components, months, scenarios } = WHAT_IF;
  const values = (count: number, row: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => row(i)).join(', ');
  const month = (payee: number, at: number) =>
    Array.from({ length: components }, (_, c) => history[(payee * components + c) * months + at]).join(', ');
  await connection.run(
    `CREATE TABLE months AS SELECT col0::INTEGER AS payee, col1::INTEGER AS month, col2::DOUBLE AS c0, col3::DOUBLE AS c1, col4::DOUBLE AS c2
       FROM (VALUES ${values(payees * months, (i) => `(${Math.floor(i / months)}, ${i % months}, ${month(Math.floor(i / months), i % months)})`)})`,
  );
  await connection.run(
    `CREATE TABLE people AS SELECT col0::INTEGER AS payee, col1::UBIGINT AS person FROM (VALUES ${values(payees, (payee) => `(${payee}, ${murmur(setting.seed ^ Math.imul(payee, 0x9e3779b1))})`)})`,
  );
  await connection.run(
    `CREATE TABLE lines AS SELECT col0::INTEGER AS payee, col1::INTEGER AS component, col2::DOUBLE AS quota, col3::DOUBLE AS cap
       FROM (VALUES ${values(payees * components, (i) => `(${Math.floor(i / components)}, ${i % components}, ${quota[i]}, ${cap[i]})`)})`,
  );
  const sql = statement(scenarios, months, setting.policy);
  const works = {
    simulate: async () => {
      const { answer, ...time } = await tookUntil(() => connection.runAndReadAll(sql));
      return { ...time, digest: answer.getRowObjectsJson()[0] as Readonly<Record<string, string>> };
    },
  };
  return { works, end: async () => {} };
});

function statement(scenarios: number, months: number, policy: 'HALF_UP' | 'HALF_EVEN'): string {
  const rates = CHANGED_RATES_BPS.map(
    (rate, c) => `(${c}, ${rate.map((one) => `${one}::DOUBLE`).join(', ')})`,
  );
  const numerator = `CASE WHEN x <= 50 * quota THEN 0 WHEN x <= 100 * quota THEN a0 + x * r0
      WHEN x <= 120 * quota THEN a1 + x * r1 WHEN x <= 150 * quota THEN a2 + x * r2 ELSE a3 + x * r3 END`;
  const cents =
    policy === 'HALF_EVEN'
      ? `round_even((${numerator}) / 1000000, 0)`
      : `floor((${numerator}) / 1000000 + 0.5)`;
  const pays = [0, 1, 2].map(
    (c) => `SELECT scenario, payee, ${c} AS component, 100 * x${c} AS x FROM credits`,
  );
  return `WITH dice AS (
    SELECT payee, s.scenario, k.k, (xor(person, (s.scenario::UBIGINT * 2246822519) & ${MASK}) + k.k::UBIGINT * 3266489917) & ${MASK} AS h
      FROM people, (SELECT range AS scenario FROM range(${scenarios})) s, (SELECT range AS k FROM range(${months})) k),
  one AS (SELECT payee, scenario, (xor(h, h >> 16) * 2246822507) & ${MASK} AS h FROM dice),
  two AS (SELECT payee, scenario, (xor(h, h >> 13) * 3266489909) & ${MASK} AS h FROM one),
  drawn AS (SELECT payee, scenario, ((xor(h, h >> 16) * ${months}) >> 32)::INTEGER AS month FROM two),
  credits AS (
    SELECT scenario, payee, sum(c0) AS x0, sum(c1) AS x1, sum(c2) AS x2 FROM drawn JOIN months USING (payee, month) GROUP BY scenario, payee),
  totals AS (${pays.join(' UNION ALL ')}),
  rates AS (SELECT * FROM (VALUES ${rates.join(', ')}) t(component, r0, r1, r2, r3)),
  terms AS (
    SELECT payee, component, quota, cap, r0, r1, r2, r3, -50 * quota * r0 AS a0, 50 * quota * r0 - 100 * quota * r1 AS a1,
           50 * quota * r0 + 20 * quota * r1 - 120 * quota * r2 AS a2,
           50 * quota * r0 + 20 * quota * r1 + 30 * quota * r2 - 150 * quota * r3 AS a3
      FROM lines JOIN rates USING (component)),
  pays AS (SELECT scenario, payee, component, least(cap, ${cents}) AS p FROM totals JOIN terms USING (payee, component))
  SELECT sum(p)::HUGEINT::VARCHAR AS "all", sum(p * (1 + scenario % 1009))::HUGEINT::VARCHAR AS "byScenario",
         sum(p * (1 + (payee * 3 + component) % 997))::HUGEINT::VARCHAR AS "byLine" FROM pays`;
}
