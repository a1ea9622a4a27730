/**
 * How fast the API reads and writes, against the same SQL behind a bare Fastify route and against pgbench's equivalent
 * transaction. `node bench/api.ts --help`
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { jcs } from '../packages/domain/src/proofs/canonical.ts';
import { newId } from '../packages/server/src/base/ids.ts';
import { signInClient } from '../packages/server/src/testing/client.ts';
import type { Load, LoadResult } from './api/load.ts';
import { findPgbench, runPgbench } from './api/pgbench.ts';
import { type BenchContext, newWorkspace, startBenchContext } from './bench-context.ts';
import { yearCase } from './calculation/cases.ts';
import { loadCase } from './calculation/records.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, publish, table, waitForQuiet } from './measuring.ts';

const HELP = `node bench/api.ts [--deals 20000] [--seconds 3] [--rounds 5] [--out bench/results/api.md] [--quiet-seconds 0]

Each round asks Attain and its peer in turn, for so many seconds each, over 1, 10 and 50 connections; one round warms up.
The write needs pgbench on the PATH (Debian: postgresql-contrib); without it only the read is measured.`;

const { values: options } = parseFlags({
  options: {
    deals: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    out: { type: 'string', default: 'bench/results/api.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const CONNECTIONS = [1, 10, 50];
const PAGE = 50;

/** One comparison: the same thing asked of Attain and of its peer. */
interface Pair {
  readonly name: string;
  readonly attain: (connections: number) => Promise<LoadResult>;
  readonly peer: (connections: number) => Promise<LoadResult>;
  /** Called when both were measured. */
  readonly end?: () => void;
}

/** Measurements of a pair over a number of connections, by round. */
interface Measured {
  readonly connections: number;
  readonly attain: LoadResult[];
  readonly peer: LoadResult[];
}

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const bench = await startBenchContext();
  const started: ChildProcess[] = [];
  try {
    const pgbench = await findPgbench();
    const pairs = await prepare(bench, { started, pgbench });
    const parts: string[] = [];
    for (const pair of pairs) {
      parts.push(section(pair.name, await measure(pair, loads)));
      pair.end?.();
    }
    const command = `node bench/api.ts --deals ${options.deals} --seconds ${options.seconds} --rounds ${options.rounds}`;
    publish(
      options.out,
      `# The API against a bare route, and against pgbench

${parts.join('\n')}
Medians of ${options.rounds} rounds after a warm-up, Attain and peer in turn. The ratio is the median of each round's own ratio
of requests a second. Every answer is checked: a read byte for byte, a write by its status, and afterwards by counting plans,
audit entries and remembered answers. ${pgbench ?? 'There was no pgbench on this machine: writes were not measured.'}. What each side does: [README](../README.md).

${circumstances({ command, serverVersion: bench.serverVersion, loads })}`,
    );
  } finally {
    for (const child of started) child.kill();
    await bench.stop();
  }
}

async function prepare(
  bench: BenchContext,
  { started, pgbench }: { started: ChildProcess[]; pgbench: string | null },
): Promise<Pair[]> {
  const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
  const account = { username: 'bench', password: `a long password ${newId()}`, displayName: 'Bench' };
  const actor = await newWorkspace(bench.ctx, [
    { ...account, roles: ['administrator'], participantId: null },
  ]);
  const client = await signInClient(url, account.username, account.password);
  const headers = { cookie: client.cookie, 'x-session-token': client.token };
  await loadCase(bench.ctx, actor, yearCase({ deals: Number(options.deals), payees: 200 }));

  const first = await client.get('/api/deals', { limit: PAGE });
  const query = `?limit=${PAGE}&cursor=${encodeURIComponent(first.body.nextCursor)}`;
  const bare = await startBare(started, bench.ownerUrl, actor.tenantId);
  const [mine, theirs] = [`${url}/api/deals${query}`, `${bare}/deals${query}`];
  const answer = await textOf(mine, headers);
  const bareAnswer = await textOf(theirs, {});
  // the order of members may differ, what they say may not
  if (jcs(JSON.parse(answer)) !== jcs(JSON.parse(bareAnswer)))
    throw new Error(`Not the same page:\n${answer.slice(0, 500)}\n${bareAnswer.slice(0, 500)}`);
  const reading = { method: 'GET', seconds: Number(options.seconds), status: 200 } as const;
  const reads: Pair = {
    name: `Read: one page of ${PAGE} deals out of ${Number(options.deals).toLocaleString('en-US')}; peer: the same SQL through a bare pg pool behind a bare Fastify route`,
    attain: (connections) => ask({ ...reading, url: mine, headers, answer, connections }),
    peer: (connections) => ask({ ...reading, url: theirs, headers: {}, answer: bareAnswer, connections }),
    // its connections are needed for the writes: the server has a hundred
    end: () => void started.pop()?.kill(),
  };
  if (pgbench === null) return [reads];

  const repeated = { 'idempotency-key': newId() };
  const plan = { name: 'The same plan', type: 'sales-commission' };
  const once = await client.post('/api/plans', plan, repeated);
  const twice = await client.post('/api/plans', plan, repeated);
  if (once.status !== 201 || once.body.id !== twice.body.id) throw new Error('a retry did something twice');
  // each side writes into a workspace of its own, so that neither waits for the other's log
  const other = await newWorkspace(bench.ctx);
  const seconds = Number(options.seconds);
  const writes: Pair = {
    name: 'Write: a plan created, audited and idempotent; peer: pgbench with the equivalent transaction',
    attain: async (connections) => {
      const before = await countWrites(bench, actor.tenantId);
      const fields = { type: 'sales-commission' };
      const asked = { url: `${url}/api/plans`, headers, connections, seconds, fields, status: 201 };
      const result = await ask({ ...asked, method: 'POST' });
      const after = await countWrites(bench, actor.tenantId);
      for (const [name, count] of Object.entries(after)) {
        if (count - (before[name] ?? 0) !== result.requests)
          throw new Error(`${result.requests} plans were created, but ${name} grew otherwise`);
      }
      return result;
    },
    peer: (connections) =>
      runPgbench(bench.owner, {
        ownerUrl: bench.ownerUrl,
        tenantId: other.tenantId,
        userId: actor.userId,
        connections,
        seconds,
      }),
  };
  return [reads, writes];
}

/** The bare route in a process of its own; its address. */
async function startBare(started: ChildProcess[], ownerUrl: string, tenantId: string): Promise<string> {
  const program = new URL('api/bare.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, ownerUrl, tenantId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

async function ask(asked: Load): Promise<LoadResult> {
  const program = new URL('api/load.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(asked)]);
  return JSON.parse(stdout) as LoadResult;
}

async function textOf(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

async function countWrites({ owner, ctx }: BenchContext, tenantId: string): Promise<Record<string, number>> {
  await ctx.db.sequencer.settle(tenantId);
  const { rows } = await owner.query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM plans WHERE tenant_id = $1)::int AS plans,
            (SELECT count(*) FROM audit_entries WHERE tenant_id = $1)::int AS entries,
            (SELECT count(*) FROM idempotency_keys WHERE tenant_id = $1)::int AS answers`,
    [tenantId],
  );
  return rows[0] ?? {};
}

async function measure(pair: Pair, loads: number[]): Promise<Measured[]> {
  const measured = CONNECTIONS.map((connections) => ({
    connections,
    attain: [] as LoadResult[],
    peer: [] as LoadResult[],
  }));
  for (let at = 0; at <= Number(options.rounds); at++) {
    for (const one of measured) {
      const attain = await pair.attain(one.connections);
      const peer = await pair.peer(one.connections);
      const rate = `${attain.perSecond.toFixed(0)} / ${peer.perSecond.toFixed(0)} a second`;
      console.error(pair.name.slice(0, 5), at === 0 ? 'warm-up' : `round ${at}`, one.connections, rate);
      if (at === 0) continue;
      one.attain.push(attain);
      one.peer.push(peer);
    }
    if (at > 0) loads.push(load());
  }
  return measured;
}

function section(name: string, measured: readonly Measured[]): string {
  const of = (results: readonly LoadResult[], pick: (result: LoadResult) => number) =>
    median(results.map(pick));
  const rows = measured.map(({ connections, attain, peer }) => [
    String(connections),
    of(attain, (result) => result.perSecond).toFixed(0),
    of(peer, (result) => result.perSecond).toFixed(0),
    `${(100 * median(attain.map((result, at) => result.perSecond / (peer[at]?.perSecond ?? 1)))).toFixed(0)} %`,
    of(attain, (result) => result.p50).toFixed(2),
    of(attain, (result) => result.p99).toFixed(2),
    of(peer, (result) => result.p50).toFixed(2),
    of(peer, (result) => result.p99).toFixed(2),
  ]);
  const head = ['connections', 'Attain/s', 'peer/s', 'Attain ÷ peer'];
  return `## ${name}

${table([...head, 'Attain p50 ms', 'Attain p99 ms', 'peer p50 ms', 'peer p99 ms'], rows)}
`;
}
