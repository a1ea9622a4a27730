/** DuckDB as a contestant: in memory, with as many threads as Attain. */

import { compete, type Outcome, tookUntil } from '../contestant.ts';
import { type DuckConnection, loadDuckDb } from '../peers.ts';
import type { Digest } from '../workload.ts';
import { duckStatements } from './pay-sql.ts';

const CSV_COLUMNS = `columns = {txn_id: 'INTEGER', payee_code: 'INTEGER', product_family: 'TINYINT', date: 'DATE', amount_cents: 'INTEGER'}`;

await compete(async (setting) => {
  const { DuckDBInstance } = loadDuckDb();
  const instance = await DuckDBInstance.create(':memory:', { threads: String(setting.threads) });
  const connection = await instance.connect();
  const csv = `read_csv('${setting.dealsCsv}', header = true, ${CSV_COLUMNS})`;
  await connection.run(
    `CREATE TABLE groups AS SELECT * FROM read_csv('${setting.groupsCsv}', header = true, columns = {g: 'INTEGER', quota: 'DOUBLE', cap: 'DOUBLE'})`,
  );
  let loaded = false;
  const load = async () => {
    if (!loaded) await connection.run(`CREATE TABLE deals AS SELECT * FROM ${csv}`);
    loaded = true;
  };
  const works = Object.fromEntries([
    ...duckStatements('deals', setting.policy).map(({ name, sql }) => [
      `pay ${name}`,
      async () => {
        await load();
        return pay(connection, sql);
      },
    ]),
    ...duckStatements(csv, setting.policy).map(({ name, sql }) => [
      `csv ${name}`,
      () => pay(connection, sql),
    ]),
  ]);
  return { works, end: async () => {} };
});

async function pay(connection: DuckConnection, sql: string): Promise<Outcome> {
  const { answer, ...time } = await tookUntil(() => connection.runAndReadAll(sql));
  return { ...time, digest: answer.getRowObjectsJson()[0] as unknown as Digest };
}
