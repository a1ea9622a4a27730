/**
 * How many runs a second are started over many webhooks and by API, in one workspace and in ten, against single-row inserts in the
 * same minutes; and how soon timers fire that are due at once. `node bench/starts.ts --help`
 */

import { setTimeout } from 'node:timers/promises';
import { newId } from '../packages/server/src/base/ids.ts';
import { parkMore } from '../packages/server/src/security-tests/runs/parked.fixture.ts';
import { type Client, signInClient } from '../packages/server/src/testing/client.ts';
import { type BenchContext, newWorkspace, startBenchContext } from './bench-context.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, publish, table, waitForQuiet } from './measuring.ts';
import { chain, shortFlow } from './runs/flows.ts';
import { makeHook } from './runs/hook.ts';
import type { Asked, LoadTarget } from './runs/load.ts';
import { publishedBy } from './runs/signed-in.ts';
import { singleInserts } from './runs/single-inserts.ts';
import { deliver } from './runs/throughput.ts';

const HELP = `node bench/starts.ts [--seconds 5] [--rounds 3] [--timers 10000] [--out bench/results/starts.md] [--quiet-seconds 0]

Each round asks pgbench (single-row inserts, 32 clients) and then Attain in each way, over 50 connections. One round warms up.`;

const { values: options } = parseFlags({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    timers: { type: 'string', default: '10000' },
    out: { type: 'string', default: 'bench/results/starts.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const seconds = Number(options.seconds);
const connections = 50;

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const bench = await startBenchContext();
  try {
    const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    const clients: Client[] = [];
    while (clients.length < 10) clients.push(await administrator(bench, url));
    const ways = await targets(url, clients);
    const inserts: number[] = [];
    const asked = new Map<string, Asked[]>(Object.keys(ways).map((way) => [way, []]));
    const placed: number[] = [];
    for (let round = 0; round <= Number(options.rounds); round += 1) {
      const single = await singleInserts(bench.owner, bench.ownerUrl, seconds);
      if (round > 0) inserts.push(single);
      for (const [way, many] of Object.entries(ways)) {
        const watch = watchStaged(bench);
        const result = await deliver({ url, secret: null, connections, seconds, many, expect: 'any' });
        placed.push(await watch.stop());
        if (round > 0) asked.get(way)?.push(result);
        console.error(
          `round ${round}: ${way} ${result.perSecond.toFixed(0)}/s, p99 ${result.p99.toFixed(0)} ms, inserts ${single.toFixed(0)}/s`,
        );
      }
      loads.push(load());
    }
    const timers = await fireTimers(bench, clients);
    loads.push(load());
    const command = `node bench/starts.ts --seconds ${options.seconds} --rounds ${options.rounds} --timers ${options.timers}`;
    publish(
      options.out,
      `${report({ inserts, asked, oldestMs: Math.max(...placed), timers })}\n\n${circumstances({ command, serverVersion: bench.serverVersion, loads })}`,
    );
  } finally {
    await bench.stop();
  }
}

async function administrator(bench: BenchContext, url: string): Promise<Client> {
  const account = {
    username: `bench-${newId()}`,
    password: `a long password ${newId()}`,
    displayName: 'Bench',
  };
  await newWorkspace(bench.ctx, [{ ...account, roles: ['administrator'], participantId: null }]);
  return signInClient(url, account.username, account.password);
}

async function targets(
  url: string,
  clients: readonly Client[],
): Promise<Record<string, readonly LoadTarget[]>> {
  const hooks: LoadTarget[] = [];
  for (let at = 0; at < connections; at += 1) {
    const client = clients[at % clients.length] as Client;
    const hook = await makeHook(client, { ...shortFlow, name: `Short flow ${at + 1}` });
    hooks.push({ url: `${url}${hook.address}`, secret: hook.secret });
  }
  const starts: LoadTarget[] = [];
  for (const client of clients) {
    const id = await publishedBy(client, { ...shortFlow, name: 'By API' });
    const signedIn = { cookie: client.cookie, token: client.token };
    starts.push({ url: `${url}/api/workflows/${id}/runs`, secret: null, signedIn });
  }
  return {
    '50 webhooks over 10 workspaces': hooks,
    'by API, 1 workspace': starts.slice(0, 1),
    'by API, 10 workspaces': starts,
  };
}

/** Looks ten times a second how long the oldest entry of the log has waited for its place, milliseconds. */
function watchStaged(bench: BenchContext): { stop(): Promise<number> } {
  let longest = 0;
  let over = false;
  const seen = new Map<string, number>();
  const watching = (async () => {
    while (!over) {
      const { rows } = await bench.owner.query<{ seq: string }>(
        'SELECT min(seq)::text AS seq FROM audit_staged',
      );
      const oldest = rows[0]?.seq ?? '';
      const since = seen.get(oldest) ?? performance.now();
      seen.clear();
      seen.set(oldest, since);
      if (oldest !== '') longest = Math.max(longest, performance.now() - since);
      await setTimeout(20);
    }
  })();
  return {
    stop: async () => {
      over = true;
      await watching;
      return longest;
    },
  };
}

interface Fired {
  readonly perSecond: number;
  readonly smallDoneMs: number;
}

/** Nine tenths of the timers are the first workspace's; all are due at once. */
async function fireTimers(bench: BenchContext, clients: readonly Client[]): Promise<Fired> {
  const total = Number(options.timers);
  const flow = chain('Waits', 1, 'wait', { mode: 'duration', seconds: 5 });
  const tenants: string[] = [];
  for (const [at, client] of clients.entries()) {
    const id = await publishedBy(client, flow);
    const run = (await client.post(`/api/workflows/${id}/runs`, { input: {} })).body.id as string;
    const timer = () =>
      bench.owner.query<{ tenant: string }>('SELECT tenant_id AS tenant FROM run_timers WHERE run_id = $1', [
        run,
      ]);
    while ((await timer()).rowCount === 0) await setTimeout(20);
    // they are not due before all of them are there
    await bench.owner.query(`UPDATE run_timers SET due_at = now() + interval '1 day' WHERE run_id = $1`, [
      run,
    ]);
    tenants.push((await timer()).rows[0]?.tenant ?? '');
    await parkMore(bench.owner, run, Math.round(total * (at === 0 ? 0.9 : 0.1 / (clients.length - 1))) - 1);
  }
  await setTimeout(5_000);
  await bench.owner.query('VACUUM ANALYZE run_timers, agent_executions, run_journal');
  const due = await bench.owner.query('UPDATE run_timers SET due_at = now()');
  const from = performance.now();
  let smallDoneMs = Number.NaN;
  for (;;) {
    const { rows } = await bench.owner.query<{ all: number; small: number }>(
      'SELECT count(*)::int AS all, count(*) FILTER (WHERE tenant_id <> $1)::int AS small FROM run_timers',
      [tenants[0]],
    );
    const [left] = rows;
    if (Number.isNaN(smallDoneMs) && left?.small === 0) smallDoneMs = performance.now() - from;
    if (left?.all === 0) break;
    await setTimeout(50);
  }
  return { perSecond: (due.rowCount ?? 0) / ((performance.now() - from) / 1000), smallDoneMs };
}

function report(found: {
  readonly inserts: readonly number[];
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
  readonly oldestMs: number;
  readonly timers: Fired;
}): string {
  const { inserts, asked, oldestMs, timers } = found;
  const rows = [...asked].map(([way, results]) => [
    way,
    median(results.map(({ perSecond }) => perSecond)).toFixed(0),
    median(results.map(({ perSecond }, round) => perSecond / (inserts[round] ?? Number.NaN))).toFixed(3),
    median(results.map(({ p50 }) => p50)).toFixed(1),
    median(results.map(({ p99 }) => p99)).toFixed(1),
  ]);
  return `# Starts of runs

${table(['50 connections', 'runs a second', '÷ pgbench', 'p50 ms', 'p99 ms'], rows)}

pgbench inserts single rows with 32 clients in the same rounds: ${median(inserts).toFixed(0)} a second. Each run is stored with its
journal and its log entry before it is answered. The longest that an entry was seen to wait for its place in the log: ${oldestMs.toFixed(0)} ms.

## Timers

${table(
  ['Due at once', 'fired a second', 'small workspaces done after ms'],
  [[options.timers, timers.perSecond.toFixed(0), timers.smallDoneMs.toFixed(0)]],
)}

Nine tenths are of one workspace. Each is fired into its run, which ends.`;
}
