/**
 * How many runs a second, each stored with its complete trace before it is answered, against single-row inserts on the same
 * PostgreSQL and against Node-RED, which stores nothing. `node bench/runs.ts --help`
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newId } from '../packages/server/src/base/ids.ts';
import { type Client, signInClient } from '../packages/server/src/testing/client.ts';
import { findPgbench } from './api/pgbench.ts';
import { type BenchContext, newWorkspace, startBenchContext } from './bench-context.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, publish, waitForQuiet } from './measuring.ts';
import { chain } from './runs/flows.ts';
import { makeHook } from './runs/hook.ts';
import { report } from './runs/report.ts';
import { stepsASecond } from './runs/steps.ts';
import { deliver, throughput } from './runs/throughput.ts';
import { workerMemory } from './runs/worker-memory.ts';

const HELP = `node bench/runs.ts [--seconds 5] [--rounds 5] [--out bench/results/runs.md] [--quiet-seconds 0]

Each round asks pgbench (single-row inserts, 32 clients), Node-RED and Attain in turn, for so many seconds each; one round warms
up. Needs pgbench on the PATH (Debian: postgresql-contrib); Node-RED is installed into bench/runs/peers.`;

const { values: options } = parseFlags({
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
  const bench = await startBenchContext({ ATTAIN_ALLOWED_HOSTS: target });
  try {
    const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await newClient(bench, url);
    const at = { url, client, connections, seconds, rounds: Number(options.rounds), started, loads };
    const rounds = await throughput(bench, at);
    const long = await makeHook(client, chain('Long', 50, 'calculator', { formula: '1 + 1' }));
    const alone = { secret: long.secret, connections: 1, seconds, expect: 'any' } as const;
    const onlyLong = await deliver({ ...alone, url: `${url}${long.address}` });
    const calls = await stepsASecond(bench, client, { url, target });
    const memory = await workerMemory(bench, client, { url, target });
    loads.push(load());
    const { seconds: each } = options;
    const nodeMs = onlyLong.p50 / 52;
    publish(
      options.out,
      report({ rounds, connections, seconds: each, pgbench, nodeMs, calls, memory }) +
        circumstances({
          command: `node bench/runs.ts --seconds ${each} --rounds ${options.rounds}`,
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

async function newClient(bench: BenchContext, url: string): Promise<Client> {
  const account = { username: 'bench', password: `a long password ${newId()}`, displayName: 'Bench' };
  await newWorkspace(bench.ctx, [{ ...account, roles: ['administrator'], participantId: null }]);
  return signInClient(url, account.username, account.password);
}
