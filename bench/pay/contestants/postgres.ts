/** PostgreSQL (the embedded one of the project) as a contestant: workload W as one statement, and one changed deal. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../../packages/server/src/db/embedded/start-embedded.ts';
import { percentile } from '../../measuring.ts';
import { compete, type Outcome, type Setting } from '../contestant.ts';
import { below, type Digest, draws } from '../workload.ts';
import { changedLineSql, postgresTables, postgresWhole } from './postgres-sql.ts';

const CHANGES = 3000;
const WARM_UP = 300;

await compete(async (setting) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-bench-pay-'));
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  const client = new pg.Client({ connectionString: embedded.ownerUrl });
  await client.connect();
  for (const sql of postgresTables) await client.query(sql);
  await load(client, setting);
  // The bench's own settings: as many workers as others have threads, and memory to sort in.
  await client.query(`SET work_mem = '512MB'; SET max_parallel_workers_per_gather = ${setting.threads - 1}`);
  const works = {
    pay: () => pay(client, setting),
    change: () => change(client, setting),
  };
  const end = async () => {
    await client.end();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { works, end };
});

/** The server reads the files itself: it runs on this machine, and the bench owns it. */
async function load(client: pg.Client, setting: Setting): Promise<void> {
  await client.query(`COPY groups FROM '${setting.groupsCsv}' (FORMAT csv, HEADER)`);
  await client.query(
    `COPY deals (txn_id, payee_code, product_family, date, amount) FROM '${setting.dealsCsv}' (FORMAT csv, HEADER)`,
  );
  await client.query('CREATE INDEX deals_by_line ON deals (g, date, txn_id) INCLUDE (amount)');
  await client.query('CREATE UNIQUE INDEX deals_by_id ON deals (txn_id)');
  await client.query('VACUUM ANALYZE deals');
  await client.query('VACUUM ANALYZE groups');
}

async function pay(client: pg.Client, setting: Setting): Promise<Outcome> {
  const sql = postgresWhole(setting.policy);
  const from = performance.now();
  const { rows } = await client.query<Digest & pg.QueryResultRow>(sql);
  return { ms: performance.now() - from, digest: rows[0] as Digest };
}

/** A deal's amount is changed and its line's pay computed again, by the covering index; prepared, one after the other. */
async function change(client: pg.Client, setting: Setting): Promise<Outcome> {
  const next = draws(setting.seed ^ 0x1234567);
  const times: number[] = [];
  const text = changedLineSql(setting.policy);
  for (let i = 0; i < CHANGES; i++) {
    const id = below(next(), setting.rows);
    const amount = 10_000 + below(next(), setting.largestCents - 10_000);
    const from = performance.now();
    await client.query({
      name: 'change',
      text: 'UPDATE deals SET amount = $2 WHERE txn_id = $1',
      values: [id, amount],
    });
    const { rowCount } = await client.query({ name: 'line', text, values: [id] });
    if (rowCount === 0) throw new Error(`deal ${id} has no line`);
    if (i >= WARM_UP) times.push((performance.now() - from) * 1000);
  }
  return {
    ms: 0,
    figures: { p50: percentile(times, 50), p99: percentile(times, 99), changes: times.length },
  };
}
