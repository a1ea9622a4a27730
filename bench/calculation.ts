/**
 * How long a calculation takes from records to stored lines, credits and inputs, against the same arithmetic as SQL in the
 * same PostgreSQL, and how long the engine alone takes. `node bench/calculation.ts --help`
 */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { AppContext } from '../packages/server/src/app-context.ts';
import type { Actor } from '../packages/server/src/base/actor.ts';
import { calculationJob } from '../packages/server/src/slices/calculations/calculation-job.ts';
import { startCalculation } from '../packages/server/src/slices/calculations/start-calculation.ts';
import { type BenchContext, newWorkspace, startBenchContext, withoutQueue } from './bench-context.ts';
import { processorOfAll } from './calculation/all-processors.ts';
import { adventureWorksCase, type Case, yearCase } from './calculation/cases.ts';
import { loadCase } from './calculation/records.ts';
import { computeSql, makeSqlTables, paySql, type SqlRun } from './calculation/sql.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, publish, table, waitForQuiet, watchMemory } from './measuring.ts';

const HELP = `node bench/calculation.ts [--deals 1000000] [--payees 10000] [--rounds 3] [--small-rounds 5]
  [--only year|adventureworks] [--out bench/results/calculation.md] [--quiet-seconds 0]

--rounds counts for the generated year, --small-rounds for AdventureWorks; one more round before them warms up.
--quiet-seconds waits at most so long for a load below 1.5 before it begins.`;

const { values: options } = parseFlags({
  options: {
    deals: { type: 'string', default: '1000000' },
    payees: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    'small-rounds': { type: 'string', default: '5' },
    only: { type: 'string' },
    out: { type: 'string', default: 'bench/results/calculation.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

/** One round, in milliseconds; every period is paid by Attain, then by SQL, before the next one begins. */
interface Round {
  readonly attain: number;
  readonly sql: number;
  /** Processor time of all threads and of PostgreSQL's processes. */
  readonly attainProcessor: number;
  readonly sqlProcessor: number;
  readonly sqlComputing: number;
  readonly engine: number;
  readonly attainRssMb: number;
  readonly engineRssMb: number;
  readonly credits: number;
  readonly lines: number;
}

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const parts: string[] = [];
  let serverVersion = '';
  for (const one of cases()) {
    const bench = await startBenchContext();
    serverVersion = bench.serverVersion;
    try {
      const rounds = await measure(bench, one, loads);
      parts.push(section(one, rounds));
    } finally {
      await bench.stop();
    }
  }
  const command = `node bench/calculation.ts --deals ${options.deals} --payees ${options.payees} --rounds ${options.rounds} --small-rounds ${options['small-rounds']}`;
  publish(
    options.out,
    `# Calculation against SQL

${parts.join('\n')}
Every line (amount, credit, quota, attainment, target, number of credits) and every credit (amount, share, what it earned) of
Attain and of the SQL is compared in every round before its times count, and the engine alone gives the same checksum.
Attain also stores, in the same transaction, each payee's inputs and hashes for later proof, and an entry in the audit log; the
SQL stores none of these. Neither stores words: explanations are calculated from the inputs on read. The [README](../README.md) describes each and the differences.

${circumstances({ command, serverVersion, loads })}`,
  );
}

function* cases(): Generator<Case> {
  if (options.only !== 'year') {
    const adventureWorks = adventureWorksCase();
    if (adventureWorks) yield adventureWorks;
    else console.error('AdventureWorks is missing next to this checkout (../shared/data); skipped.');
  }
  if (options.only !== 'adventureworks')
    yield yearCase({ deals: Number(options.deals), payees: Number(options.payees) });
}

async function measure(bench: BenchContext, one: Case, loads: number[]): Promise<Round[]> {
  const ctx = withoutQueue(bench.ctx);
  const actor = await newWorkspace(ctx);
  const { planId } = await loadCase(ctx, actor, one);
  const rounds: Round[] = [];
  const count = Number(one.name === 'year' ? options.rounds : options['small-rounds']);
  for (let at = 0; at <= count; at++) {
    const round = await measureRound(bench, { ctx, actor, planId, one });
    console.error(one.name, at === 0 ? 'warm-up' : `round ${at}`, JSON.stringify(round), `load ${load()}`);
    if (at === 0) continue;
    rounds.push(round);
    loads.push(load());
  }
  return rounds;
}

async function measureRound(
  { owner }: BenchContext,
  { ctx, actor, planId, one }: { ctx: AppContext; actor: Actor; planId: string; one: Case },
): Promise<Round> {
  await owner.query(
    'TRUNCATE calculation_runs, jobs, payout_lines, payout_inputs, payout_deal_places CASCADE',
  );
  await makeSqlTables(owner);
  const round = { attain: 0, sql: 0, attainProcessor: 0, sqlProcessor: 0, sqlComputing: 0, attainRssMb: 0 };
  const { rows: folder } = await owner.query<{ data_directory: string }>('SHOW data_directory');
  const processor = () => processorOfAll(folder[0]?.data_directory ?? '');
  for (const period of one.periods) {
    await owner.query('CHECKPOINT');
    const memory = watchMemory();
    const used = processor();
    const from = performance.now();
    const run = await startCalculation(ctx, actor, { planId, period: period.key });
    await calculationJob.run(ctx, { tenantId: actor.tenantId, id: run.id });
    round.attain += performance.now() - from;
    round.attainProcessor += processor() - used;
    round.attainRssMb = Math.max(round.attainRssMb, memory.stop());
    const sqlRun: SqlRun = { tenantId: actor.tenantId, runId: run.id, planId, plan: one.plan, period };
    await owner.query('CHECKPOINT');
    const usedBefore = processor();
    round.sql += await paySql(owner, sqlRun);
    round.sqlProcessor += processor() - usedBefore;
    round.sqlComputing += await computeSql(owner, sqlRun);
  }
  const counts = await mustBeEqual(owner);
  const engine = await engineAlone(one);
  const checksum = await storedChecksum(owner);
  if (checksum.credits !== engine.credits || checksum.sum !== engine.sum)
    throw new Error(`The engine alone pays otherwise: ${JSON.stringify({ checksum, engine })}`);
  return { ...round, ...counts, engine: engine.ms, engineRssMb: engine.peakRssMb };
}

/** Compares every row both ways; throws unless Attain's and the statement's tables say the same. */
async function mustBeEqual(owner: BenchContext['owner']): Promise<{ lines: number; credits: number }> {
  const counts: number[] = [];
  for (const [tableName, columns] of [
    ['payout_lines', 'seq, credited, quota, attainment_percent, amount, credit_count'],
    ['payout_credits', 'seq, deal_id, date, credited, share_percent, role, earned'],
  ] as const) {
    const all = `SELECT run_id, participant_id, component_id, ${columns} FROM`;
    const { rows } = await owner.query<{ mine: number; theirs: number; count: number }>(
      `SELECT (SELECT count(*) FROM (${all} ${tableName} EXCEPT ALL ${all} sql_${tableName}) d)::int AS mine,
              (SELECT count(*) FROM (${all} sql_${tableName} EXCEPT ALL ${all} ${tableName}) d)::int AS theirs,
              (SELECT count(*) FROM ${tableName})::int AS count`,
    );
    const [row] = rows;
    if (row?.mine !== 0 || row.theirs !== 0 || row.count === 0)
      throw new Error(`Not the same results in ${tableName}: ${JSON.stringify(row)}`);
    counts.push(row.count);
  }
  const target = await owner.query(
    `SELECT 1 FROM payout_lines a JOIN sql_payout_lines s USING (run_id, participant_id, component_id)
      WHERE a.target IS NOT NULL AND a.target <> s.target`,
  );
  if (target.rowCount !== 0) throw new Error('Not the same targets.');
  return { lines: counts[0] ?? 0, credits: counts[1] ?? 0 };
}

async function storedChecksum(owner: BenchContext['owner']): Promise<{ credits: number; sum: string }> {
  const { rows } = await owner.query<{ credits: number; sum: string }>(
    `SELECT count(*)::int AS credits, sum(('x' || left(md5(concat_ws('|', r.period_key, c.participant_id, c.component_id, c.deal_id, c.earned)), 15))::bit(60)::bigint)::text AS sum
       FROM payout_credits c JOIN calculation_runs r ON r.tenant_id = c.tenant_id AND r.id = c.run_id`,
  );
  return rows[0] ?? { credits: 0, sum: '' };
}

/** In a process of its own, so that neither its memory nor its garbage weighs on the others. */
async function engineAlone(one: Case) {
  const program = new URL('calculation/engine.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--max-old-space-size=12000', program, one.name, options.deals, options.payees],
  ]);
  return JSON.parse(stdout) as { ms: number; peakRssMb: number; credits: number; sum: string };
}

function section(one: Case, rounds: readonly Round[]): string {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const ratio = (pick: (round: Round) => number) => of((round) => pick(round) / round.sql).toFixed(2);
  const credits = rounds[0]?.credits ?? 0;
  const row = (name: string, pick: (round: Round) => number, peak: string) => [
    name,
    (of(pick) / 1000).toFixed(3),
    ratio(pick),
    Math.round(credits / (of(pick) / 1000)).toLocaleString('en-US'),
    peak,
  ];
  const max = (pick: (round: Round) => number) => String(Math.max(...rounds.map(pick)));
  return `## ${one.title}

${(rounds[0]?.lines ?? 0).toLocaleString('en-US')} lines, ${credits.toLocaleString('en-US')} credits; medians of ${rounds.length} rounds after a warm-up. Ratios are medians of each round's own ratio.

**The run takes ${ratio((round) => round.attain)} × the time of SQL, and ${of((round) => round.attainProcessor / round.sqlProcessor).toFixed(2)} × its processor time** (all threads of Attain and all processes of PostgreSQL: ${(of((round) => round.attainProcessor) / 1000).toFixed(1)} s against ${(of((round) => round.sqlProcessor) / 1000).toFixed(1)} s).

${table(
  ['What', 's', '× SQL', 'credits/s', 'peak MB'],
  [
    row(
      'Attain: calculation run, from records to stored lines, credits, inputs, hashes',
      (round) => round.attain,
      max((round) => round.attainRssMb),
    ),
    row('SQL: window functions, lines and credits into equal tables', (round) => round.sql, ''),
    row('SQL: the arithmetic alone, nothing stored', (round) => round.sqlComputing, ''),
    row(
      'Attain: the engine alone, everything in memory',
      (round) => round.engine,
      max((round) => round.engineRssMb),
    ),
  ],
)}
`;
}
