/**
 * How many runs a second, each stored with its complete trace before it is answered, against single-row inserts on the same
 * PostgreSQL and against Node-RED, which stores nothing. `node bench/runs.ts --help`
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { newId } from '../packages/server/src/base/ids.ts';
import { type Client, signInClient } from '../packages/server/src/testing/client.ts';
import type { LoadResult } from './api-load.ts';
import { findPgbench } from './api-pgbench.ts';
import { type BenchHouse, newWorkspace, startBenchHouse } from './bench-house.ts';
import { circumstances, load, median, publish, table, waitForQuiet } from './measuring.ts';
import { chain, shortFlow } from './runs/flows.ts';
import { makeHook } from './runs/hook.ts';
import type { Deliveries } from './runs/load.ts';
import { startNodeRed } from './runs/node-red.ts';
import { singleInserts } from './runs/single-inserts.ts';
import { stepsASecond } from './runs/steps.ts';
import { workerMemory } from './runs/worker-memory.ts';

const HELP = `node bench/runs.ts [--seconds 5] [--rounds 5] [--out bench/results/runs.md] [--quiet-seconds 0]

Each round asks pgbench (single-row inserts, 32 clients), Node-RED and Attain in turn, for so many seconds each; one round warms
up. Needs pgbench on the PATH (Debian: postgresql-contrib); Node-RED is installed into bench/runs/peers.`;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    out: { type: 'string', default: 'bench/results/runs.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const connections = 50;
const seconds = Number(options.seconds);

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const pgbench = await findPgbench();
  if (pgbench === null) throw new Error('This bench needs pgbench on the PATH (Debian: postgresql-contrib).');
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const started: ChildProcess[] = [];
  const target = await startTarget(started);
  const bench = await startBenchHouse({ ATTAIN_ALLOWED_HOSTS: target });
  try {
    const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await somebody(bench, url);
    const rounds = await throughput(bench, { url, client, started, loads });
    const long = await makeHook(client, chain('Long', 50, 'calculator', { formula: '1 + 1' }));
    const [onlyLong, calls] = [
      await deliver({ url: `${url}${long.address}`, secret: long.secret, connections: 1, seconds }, 'any'),
      await stepsASecond(bench, client, { url, target }),
    ];
    const memory = await workerMemory(bench, client, { url, target });
    loads.push(load());
    publish(
      options.out,
      report({ rounds, pgbench, nodeMs: onlyLong.p50 / 52, calls, memory, nodeRed: rounds.nodeRed.version }) +
        circumstances({
          command: `node bench/runs.ts --seconds ${options.seconds} --rounds ${options.rounds}`,
          serverVersion: bench.serverVersion,
          loads,
        }),
    );
  } finally {
    for (const child of started) child.kill();
    await bench.stop();
  }
}

async function startTarget(started: ChildProcess[]): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('runs/target.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

async function somebody(bench: BenchHouse, url: string): Promise<Client> {
  const account = { username: 'bench', password: `a long password ${newId()}`, displayName: 'Bench' };
  await newWorkspace(bench.house, [{ ...account, roles: ['administrator'], participantId: null }]);
  return signInClient(url, account.username, account.password);
}

interface Rounds {
  readonly inserts: number[];
  readonly attain: LoadResult[];
  readonly nodeRed: { readonly version: string; readonly results: LoadResult[] };
}

async function throughput(
  bench: BenchHouse,
  at: { url: string; client: Client; started: ChildProcess[]; loads: number[] },
): Promise<Rounds> {
  const hook = await makeHook(at.client, shortFlow);
  const red = await startNodeRed();
  at.started.push(red.child);
  const rounds: Rounds = { inserts: [], attain: [], nodeRed: { version: red.version, results: [] } };
  const mine: Deliveries = { url: `${at.url}${hook.address}`, secret: hook.secret, connections, seconds };
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const inserts = await singleInserts(bench.owner, bench.ownerUrl, seconds);
    const theirs = await deliver({ ...mine, url: red.url, secret: null });
    // as autovacuum leaves a database that is not a minute old
    if (round === 1) await bench.owner.query('ANALYZE');
    const before = await stored(bench);
    const ours = await deliver(mine);
    const after = await stored(bench);
    if (after.runs - before.runs !== ours.requests || after.ended - before.ended !== ours.requests)
      throw new Error(`${ours.requests} were answered, but ${JSON.stringify([before, after])} is stored`);
    at.loads.push(load());
    const figures = [inserts, theirs.perSecond, ours.perSecond, ours.p50, ours.p99].map((one) =>
      one.toFixed(1),
    );
    console.error(`inserts, Node-RED, Attain a second; Attain p50, p99 ms: ${figures.join(', ')}`);
    // the first round warms everybody up
    if (round === 0) continue;
    rounds.inserts.push(inserts);
    rounds.nodeRed.results.push(theirs);
    rounds.attain.push(ours);
  }
  red.child.kill();
  return rounds;
}

async function stored(bench: BenchHouse): Promise<{ runs: number; ended: number }> {
  const result = await bench.owner.query<{ runs: number; ended: number }>(
    `SELECT (SELECT count(*)::int FROM agent_executions WHERE status = 'completed') AS runs,
            (SELECT count(*)::int FROM run_journal WHERE key = 'ended') AS ended`,
  );
  return result.rows[0] ?? { runs: 0, ended: 0 };
}

async function deliver(load: Deliveries, expect: 'record' | 'any' = 'record'): Promise<LoadResult> {
  const file = fileURLToPath(new URL('runs/load.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file, JSON.stringify({ ...load, expect })]);
  return JSON.parse(stdout) as LoadResult;
}

function report(found: {
  rounds: Rounds;
  pgbench: string;
  nodeRed: string;
  nodeMs: number;
  calls: Awaited<ReturnType<typeof stepsASecond>>;
  memory: Awaited<ReturnType<typeof workerMemory>>;
}): string {
  const { rounds, calls, memory } = found;
  const per = (results: readonly LoadResult[], what: keyof LoadResult) =>
    median(results.map((result) => result[what]));
  const ratio = (others: readonly number[]) =>
    median(rounds.attain.map((ours, at) => ours.perSecond / (others[at] ?? Number.NaN))).toFixed(2);
  const red = rounds.nodeRed.results;
  const row = (name: string, results: readonly LoadResult[], against: string) => [
    name,
    per(results, 'perSecond').toFixed(0),
    per(results, 'p50').toFixed(2),
    per(results, 'p99').toFixed(2),
    against,
  ];
  return `# Runs of workflows

## Webhook → transform → branch → merge → respond, ${connections} connections

${table(
  ['', 'a second', 'p50 ms', 'p99 ms', 'Attain ÷ it'],
  [
    row('Attain: signed, run and journal committed before the answer', rounds.attain, ''),
    row(
      `Node-RED ${found.nodeRed}: nothing signed, nothing stored`,
      red,
      ratio(red.map((one) => one.perSecond)),
    ),
    [
      'pgbench, 32 clients: single-row inserts',
      median(rounds.inserts).toFixed(0),
      '',
      '',
      ratio(rounds.inserts),
    ],
  ],
)}

Medians of ${options.rounds} rounds of ${options.seconds} s after a warm-up, in turn. Every answer is checked; afterwards the completed runs and the last lines of
their journals are counted. ${found.pgbench}.

## Steps

${table(
  ['', 'measured', 'goal'],
  [
    ['external calls, journaled steps a second', calls.perSecond.toFixed(0), '≥ 1,000'],
    ['one external call after the other in one run, ms a step (median)', calls.sequentialMs.toFixed(2), ''],
    ['the same calls without Attain, ms (median)', calls.bareMs.toFixed(2), ''],
    [
      'a computed node, ms (a run of 50 nodes over one connection ÷ 52, median)',
      found.nodeMs.toFixed(3),
      '≤ 1',
    ],
    [
      `most memory a worker held, MB (${memory.runs} runs, ${memory.byWorker} effects were its own)`,
      memory.peakMb.toFixed(0),
      '≤ 250',
    ],
  ],
)}

`;
}
