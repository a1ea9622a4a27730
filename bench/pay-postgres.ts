/**
 * Workload W from PostgreSQL rows to stored results: read by COPY, paid by the kernel, stored by COPY in one transaction,
 * against the same arithmetic as SQL inside PostgreSQL that stores the same. `node bench/pay-postgres.ts --help`
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { compiledEngine } from '../packages/domain/src/payouts/kernel/compiled-engine.ts';
import { payLedger } from '../packages/domain/src/payouts/kernel/pay-ledger.ts';
import { settleLeft } from '../packages/domain/src/payouts/kernel/settle-left.ts';
import { startEmbedded } from '../packages/server/src/db/embedded/start-embedded.ts';
import { oneOf, parseFlags } from './flags.ts';
import { circumstances, load, median, publish, table, waitForQuiet } from './measuring.ts';
import { storingStatements } from './pay/contestants/postgres-sql.ts';
import { type LedgerMemory, reserveLedger } from './pay/ledger-memory.ts';
import { oracle } from './pay/oracle.ts';
import { readRows, writeRows } from './pay/postgres-rows.ts';
import { records } from './pay/sections.ts';
import {
  type Digest,
  fillDeals,
  fillGroups,
  GROUPS,
  type Policy,
  QUARTER_OF_DAY,
  workloadPrograms,
} from './pay/workload.ts';

const HELP = `node bench/pay-postgres.ts [--rows 1000000] [--rounds 5] [--seed 7] [--policy HALF_EVEN|HALF_UP]
  [--out bench/results/pay-postgres.md] [--quiet-seconds 0]

One more round before them warms up. Each round stores both results in emptied tables, and compares them row by row.`;

const { values: options } = parseFlags({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '7' },
    policy: { type: 'string', default: 'HALF_EVEN' },
    out: { type: 'string', default: 'bench/results/pay-postgres.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

/** 1 January 2024 as PostgreSQL counts days. */
const FIRST_DAY = 8766;
const GOAL = 2;

/** One round, in milliseconds. */
interface Round {
  readonly attain: number;
  readonly reading: number;
  readonly paying: number;
  readonly storing: number;
  readonly sql: number;
}

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const policy: Policy = oneOf('policy', options.policy, ['HALF_EVEN', 'HALF_UP']);
  const rows = Number(options.rows);
  const { setting, forget } = records(
    { rounds: Number(options.rounds), seed: Number(options.seed), policy },
    rows,
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-bench-pay-postgres-'));
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  const client = new pg.Client({ connectionString: embedded.ownerUrl });
  await client.connect();
  const { rows: version } = await client.query<{ server_version: string }>('SHOW server_version');
  try {
    const expected = oracleDigest(setting);
    await prepare(client, setting);
    await waitForQuiet({ below: 1, atMostSeconds: Number(options['quiet-seconds']) });
    const ledger = reserveLedger({ ...setting, threads: 1 }, rows);
    const rounds: Round[] = [];
    const loads = [load()];
    for (let at = 0; at <= Number(options.rounds); at++) {
      const round = await oneRound(client, ledger, policy);
      await mustBeEqual(client, expected);
      console.error(at === 0 ? 'warm-up' : `round ${at}`, JSON.stringify(round), `load ${load().toFixed(1)}`);
      if (at === 0) continue;
      rounds.push(round);
      loads.push(load());
    }
    const command = `node bench/pay-postgres.ts --rows ${rows} --rounds ${rounds.length} --seed ${options.seed} --policy ${policy}`;
    publish(
      options.out,
      report(
        rows,
        rounds,
        circumstances({ command, serverVersion: version[0]?.server_version ?? '', loads }),
      ),
    );
  } finally {
    await client.end();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
    forget();
  }
}

type Setting = ReturnType<typeof records>['setting'];

function oracleDigest(setting: Setting): Digest {
  const { rows } = setting;
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
  return oracle(columns, columns, setting.policy);
}

/** Ordinary, logged tables; both sides store into tables of the same columns and keys. */
async function prepare(client: pg.Client, setting: Setting): Promise<void> {
  await client.query(`CREATE TABLE deals (txn_id int NOT NULL, payee_code int NOT NULL, product_family int NOT NULL, date date NOT NULL, amount int NOT NULL,
      g int GENERATED ALWAYS AS ((payee_code * 3 + product_family) * 4 + extract(quarter FROM date)::int - 1) STORED);
    CREATE TABLE groups (g int PRIMARY KEY, quota bigint NOT NULL, cap bigint NOT NULL)`);
  for (const side of ['attain', 'sql'])
    await client.query(`CREATE TABLE ${side}_deals (txn_id int PRIMARY KEY, earned int NOT NULL);
      CREATE TABLE ${side}_lines (g bigint PRIMARY KEY, credited bigint NOT NULL, attained_bps bigint NOT NULL, payout bigint NOT NULL)`);
  await client.query(`COPY groups FROM '${setting.groupsCsv}' (FORMAT csv, HEADER)`);
  await client.query(
    `COPY deals (txn_id, payee_code, product_family, date, amount) FROM '${setting.dealsCsv}' (FORMAT csv, HEADER)`,
  );
  // for the peer: its window finds the deals of a line in their order, and need not sort
  await client.query('CREATE INDEX deals_by_line ON deals (g, date, txn_id) INCLUDE (amount)');
  await client.query('VACUUM (ANALYZE) deals');
  await client.query('VACUUM (ANALYZE) groups');
  await client.query(`SET work_mem = '512MB'; SET max_parallel_workers_per_gather = 1; SET jit = off`);
}

async function oneRound(client: pg.Client, ledger: LedgerMemory, policy: Policy): Promise<Round> {
  await client.query('TRUNCATE attain_deals, attain_lines, sql_deals, sql_lines');
  await client.query('CHECKPOINT');
  const attain = await payByKernel(client, ledger, policy);
  await client.query('CHECKPOINT');
  const from = performance.now();
  await client.query('BEGIN');
  for (const sql of storingStatements(policy)) await client.query(sql);
  await client.query('COMMIT');
  return { ...attain, sql: performance.now() - from };
}

async function payByKernel(client: pg.Client, { memory, layout, columns }: LedgerMemory, policy: Policy) {
  const start = performance.now();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  const ids = new Int32Array(layout.rows);
  let row = 0;
  const quotas = await client.query<{ g: number; quota: string; cap: string }>(
    'SELECT g, quota, cap FROM groups',
  );
  for (const { g, quota, cap } of quotas.rows) {
    columns.quota[g] = Number(quota);
    columns.cap[g] = Number(cap);
  }
  await readRows(
    client,
    'SELECT txn_id, payee_code, product_family, date, amount FROM deals',
    5,
    (rows, count, stride) => {
      for (let at = 6, end = at + count * stride; at < end; at += stride, row++) {
        ids[row] = rows.readInt32BE(at);
        columns.payee[row] = rows.readInt32BE(at + 8);
        columns.component[row] = rows.readInt32BE(at + 16);
        columns.day[row] = rows.readInt32BE(at + 24) - FIRST_DAY;
        columns.amount[row] = rows.readInt32BE(at + 32);
      }
    },
  );
  // deals of one day count by their ids; a table that is not read in that order would have to be sorted first
  for (let i = 1; i < row; i++)
    if (ids[i]! <= ids[i - 1]!) throw new Error('deals did not come in the order of their ids');
  const read = performance.now();
  columns.earned.fill(0);
  const ranges = [{ from: 0, to: row }];
  payLedger(
    compiledEngine(memory, layout, { thread: 0, mode: policy }),
    { memory: memory.buffer, layout, thread: 0 },
    ranges,
  );
  settleLeft({
    memory: memory.buffer,
    layout,
    programs: workloadPrograms(),
    periodOfDay: QUARTER_OF_DAY,
    ranges,
    mode: policy,
  });
  const paid = performance.now();
  await writeRows(client, 'attain_deals', { count: row, fields: 2, bytes: 4 }, (i, to, at) => {
    to.writeInt32BE(ids[i]!, at);
    to.writeInt32BE(columns.earned[i]!, at + 8);
  });
  await writeRows(client, 'attain_lines', { count: GROUPS, fields: 4, bytes: 8 }, (group, to, at) => {
    writeWhole(to, group, at);
    writeWhole(to, columns.credited[group]!, at + 12);
    writeWhole(to, columns.attained[group]!, at + 24);
    writeWhole(to, columns.payout[group]!, at + 36);
  });
  await client.query('COMMIT');
  const end = performance.now();
  return { attain: end - start, reading: read - start, paying: paid - read, storing: end - paid };
}

/** A whole number below 2^53 as eight bytes. */
function writeWhole(to: Buffer, value: number, at: number): void {
  const high = Math.floor(value / 2 ** 32);
  to.writeInt32BE(high, at);
  to.writeUInt32BE(value - high * 2 ** 32, at + 4);
}

/** Every row of both sides, both ways, and the six sums against the oracle; throws at the first difference. */
async function mustBeEqual(client: pg.Client, expected: Digest): Promise<void> {
  for (const what of ['deals', 'lines']) {
    const { rows } = await client.query<{ mine: number; theirs: number }>(
      `SELECT (SELECT count(*) FROM (TABLE attain_${what} EXCEPT ALL TABLE sql_${what}) d)::int AS mine,
              (SELECT count(*) FROM (TABLE sql_${what} EXCEPT ALL TABLE attain_${what}) d)::int AS theirs`,
    );
    if (rows[0]?.mine !== 0 || rows[0].theirs !== 0)
      throw new Error(`Not the same ${what}: ${JSON.stringify(rows[0])}`);
  }
  const { rows } = await client.query<Digest & pg.QueryResultRow>(
    `SELECT sum(credited)::text AS credited, sum(attained_bps)::text AS "attainedBps", sum(payout)::text AS payout,
            sum(payout * (1 + g % 997))::text AS "payoutByPlace",
            (SELECT sum(earned)::text FROM attain_deals) AS earned,
            (SELECT sum(earned::bigint * (1 + txn_id % 1009))::text FROM attain_deals) AS "earnedByPlace" FROM attain_lines`,
  );
  for (const [name, value] of Object.entries(expected))
    if (rows[0]?.[name] !== value) throw new Error(`${name} is ${rows[0]?.[name]}, the oracle says ${value}`);
}

function report(rows: number, rounds: readonly Round[], how: string): string {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const ratio = of((round) => round.sql / round.attain);
  const line = (name: string, pick: (round: Round) => number) => [
    name,
    of(pick).toFixed(0),
    rounds.map((round) => pick(round).toFixed(0)).join(', '),
  ];
  return `# From PostgreSQL rows to stored results

Workload W, ${rows.toLocaleString('en-US')} deals, ${GROUPS.toLocaleString('en-US')} lines; medians of ${rounds.length} rounds after a warm-up, both sides in turn.
**${ratio.toFixed(2)} × as fast as SQL** (median of each round's own ratio; goal ≥ ${GOAL} ×: ${ratio >= GOAL ? 'reached' : 'not reached'}).

${table(
  ['What', 'ms', 'rounds'],
  [
    line('Attain: COPY out, kernel (1 thread), COPY in, one transaction', (round) => round.attain),
    line('· reading', (round) => round.reading),
    line('· paying', (round) => round.paying),
    line('· storing', (round) => round.storing),
    line('SQL: two INSERT … SELECT in one transaction', (round) => round.sql),
  ],
)}

In every round all rows of both sides are compared both ways, and their six sums are those of the exact oracle. What each side
does, and why it is fair: [README](../README.md).

${how}`;
}
