/**
 * How long an import takes against a raw COPY of the same rows, and how much memory the process needs.
 * `node bench/import.ts [--rows 1000000] [--rounds 3] [--out bench/results/import.md]`
 */

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../packages/server/src/app-context.ts';
import type { Actor } from '../packages/server/src/base/actor.ts';
import { newId } from '../packages/server/src/base/ids.ts';
import { checkImport } from '../packages/server/src/slices/imports/check-import.ts';
import { commitImport } from '../packages/server/src/slices/imports/commit-import.ts';
import { readImport } from '../packages/server/src/slices/imports/read-import.ts';
import { uploadImport } from '../packages/server/src/slices/imports/upload-import.ts';
import { type BenchContext, newWorkspace, startBenchContext } from './bench-context.ts';
import { COLUMNS, peopleText, writeDeals } from './calculation/generated-deals.ts';
import { parseFlags } from './flags.ts';
import {
  circumstances,
  load,
  median,
  publish,
  table,
  timed,
  waitForQuiet,
  watchMemory,
} from './measuring.ts';

const BARE =
  'id text, date date, amount numeric, currency text, participant text, kind text, product text, territory text, customer text';
const STORED =
  'tenant_id, id, date, amount, unit, currency, participant_id, splits, kind, product, territory, customer, import_id, import_line, source_text, created_at, updated_at';
const CHECKSUM = `count(*)::int AS rows, sum(amount)::text AS amount, sum(hashtext(concat_ws('|', id, date, currency, kind, customer)))::text AS hash`;

const { values: options } = parseFlags({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string', default: 'bench/results/import.md' },
    help: { type: 'boolean', default: false },
  },
});

/** One measured round, in seconds and megabytes. */
interface Round {
  readonly bareCopy: number;
  readonly storedCopy: number;
  readonly upload: number;
  readonly check: number;
  readonly commit: number;
  readonly idleRssMb: number;
  readonly peakRssMb: number;
}

if (options.help)
  console.log('node bench/import.ts [--rows 1000000] [--rounds 3] [--out bench/results/import.md]');
else await main(Number(options.rows), Number(options.rounds));

async function main(rowCount: number, roundCount: number): Promise<void> {
  const bench = await startBenchContext();
  try {
    const files = join(bench.dataDir, 'files');
    // the server reads and writes these files itself, possibly under another account
    mkdirSync(files);
    chmodSync(bench.dataDir, 0o711);
    chmodSync(files, 0o777);
    await writeDeals(join(files, 'deals.csv'), rowCount);
    const rounds: Round[] = [];
    const loads = [await waitForQuiet({ below: 1, atMostSeconds: 300 })];
    for (let i = 0; i <= roundCount; i++) {
      const round = await measure(bench, files, rowCount);
      // the first round only warms caches and the code up
      console.error(i === 0 ? 'warm-up' : `round ${i}`, JSON.stringify(round));
      if (i === 0) continue;
      rounds.push(round);
      loads.push(load());
    }
    report(rounds, { rowCount, version: bench.serverVersion, loads });
  } finally {
    await bench.stop();
  }
}

/** Import first, so that the very rows it stored can be copied raw; every phase starts after a checkpoint. */
async function measure(bench: BenchContext, files: string, rowCount: number): Promise<Round> {
  const { ctx, owner } = bench;
  const csv = join(files, 'deals.csv');
  const people = join(files, 'people.csv');
  writeFileSync(people, peopleText());
  await owner.query('TRUNCATE deals, deal_history');
  const actor = await newWorkspace(ctx);
  await importFile(ctx, actor, { kind: 'participants', path: people });
  await owner.query('CHECKPOINT');
  const idleRssMb = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  const memory = watchMemory();
  const times = await importFile(ctx, actor, { kind: 'deals', path: csv });
  const peakRssMb = memory.stop();
  const imported = await checksum(owner, 'deals');

  const rendered = join(files, 'stored.copy');
  await owner.query(`COPY (SELECT ${STORED} FROM deals ORDER BY import_line) TO '${rendered}'`);
  await owner.query(`DROP TABLE IF EXISTS raw_bare; CREATE TABLE raw_bare (${BARE})`);
  const bareCopy = await seconds(owner, `COPY raw_bare (${COLUMNS}) FROM '${csv}' WITH (FORMAT csv, HEADER)`);
  await owner.query(`DROP TABLE IF EXISTS raw_stored; CREATE TABLE raw_stored (LIKE deals INCLUDING ALL);
    ALTER TABLE raw_stored ADD FOREIGN KEY (tenant_id, participant_id) REFERENCES participants (tenant_id, id)`);
  const storedCopy = await seconds(owner, `COPY raw_stored (${STORED}) FROM '${rendered}'`);
  for (const table of ['raw_bare', 'raw_stored']) {
    const raw = await checksum(owner, table);
    if (JSON.stringify(raw) !== JSON.stringify(imported) || imported.rows !== rowCount) {
      throw new Error(
        `Not the same rows: ${table} ${JSON.stringify(raw)}, imported ${JSON.stringify(imported)}`,
      );
    }
  }
  await owner.query('DROP TABLE raw_bare; DROP TABLE raw_stored');
  return { bareCopy, storedCopy, ...times, idleRssMb, peakRssMb };
}

/** Seconds a statement takes, begun after a checkpoint so that earlier writes don't count. */
async function seconds(owner: BenchContext['owner'], sql: string): Promise<number> {
  await owner.query('CHECKPOINT');
  return (await timed(() => owner.query(sql))) / 1000;
}

async function importFile(
  ctx: AppContext,
  actor: Actor,
  file: { kind: string; path: string },
): Promise<{ upload: number; check: number; commit: number }> {
  const path = join(ctx.settings.dataDir, `upload-${newId()}`);
  await copyFile(file.path, path);
  const start = performance.now();
  const { id, mapping } = await uploadImport(ctx, actor, {
    path,
    fileName: `${file.kind}.csv`,
    fields: { kind: file.kind },
  });
  const uploaded = performance.now();
  if (mapping === null) throw new Error('no mapping was proposed');
  await checkImport(ctx, actor, { id, mapping });
  await ended(ctx, actor, id, 'checked');
  const checked = performance.now();
  await commitImport(ctx, actor, id);
  await ended(ctx, actor, id, 'committed');
  const span = (from: number, to: number) => (to - from) / 1000;
  return {
    upload: span(start, uploaded),
    check: span(uploaded, checked),
    commit: span(checked, performance.now()),
  };
}

async function ended(ctx: AppContext, actor: Actor, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { status, error, problemCount } = await readImport(ctx, actor, id);
    if (status === wanted && problemCount === 0) return;
    if (status !== 'checking' && status !== 'committing')
      throw new Error(`${status}, ${problemCount} problems: ${error}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function checksum(
  owner: BenchContext['owner'],
  table: string,
): Promise<{ rows: number; amount: string; hash: string }> {
  const result = await owner.query<{ rows: number; amount: string; hash: string }>(
    `SELECT ${CHECKSUM} FROM ${table}`,
  );
  return result.rows[0] ?? { rows: 0, amount: '', hash: '' };
}

function report(
  rounds: readonly Round[],
  facts: { rowCount: number; version: string; loads: number[] },
): void {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const stored = of((round) => round.storedCopy);
  const bare = of((round) => round.bareCopy);
  const line = (name: string, seconds: number) => [
    name,
    seconds.toFixed(2),
    (seconds / stored).toFixed(2),
    (seconds / bare).toFixed(2),
  ];
  const highest = (pick: (round: Round) => number) => Math.max(...rounds.map(pick));
  const text = `# Import against raw COPY

${facts.rowCount.toLocaleString('en-US')} deals in a CSV file; medians of ${rounds.length} rounds after a warm-up, import and COPY alternating in one run on one server.
Row counts, sums and a hash over the rows are compared before a round counts. Target: at most 4 × the raw COPY of the same rows.

${table(
  ['What', 'seconds', '× COPY, same table', '× COPY, bare table'],
  [
    line(
      'raw COPY of the stored rows from a file on the server, into a table with the same columns, keys, indexes and foreign key',
      stored,
    ),
    line(
      'raw COPY of the CSV file on the server, into a bare table: 9 columns, no key, no index, no provenance',
      bare,
    ),
    line(
      'import: file taken in (hash, preview, proposed mapping)',
      of((round) => round.upload),
    ),
    line(
      'import: dry run (every row checked and compared, nothing stored)',
      of((round) => round.check),
    ),
    line(
      'import: commit (read, checked and stored in one transaction)',
      of((round) => round.commit),
    ),
    line(
      'import: all of it',
      of((round) => round.upload + round.check + round.commit),
    ),
  ],
)}

Memory of the Attain process, all its threads: at most ${highest((round) => round.peakRssMb)} MB while importing, ${highest((round) => round.idleRssMb)} MB before (target ≤ 400 MB).

${circumstances({ command: `node bench/import.ts --rows ${facts.rowCount} --rounds ${rounds.length}`, serverVersion: facts.version, loads: facts.loads })}`;
  publish(String(options.out), text);
}
