import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Client } from '../../packages/server/src/testing/client.ts';
import type { BenchContext } from '../bench-context.ts';
import { load } from '../measuring.ts';
import { shortFlow } from './flows.ts';
import { makeHook } from './hook.ts';
import type { Asked, Deliveries } from './load.ts';
import { startNodeRed } from './node-red.ts';
import { processesOf, processorTime, spentMs } from './processor-time.ts';
import { singleInserts } from './single-inserts.ts';

/** Requests to one contestant, and the processor time of all processes involved, in milliseconds. */
export type Served = Asked & { readonly servingMs: number; readonly storingMs: number };

/** All rounds that count. */
export interface Rounds {
  readonly inserts: number[];
  readonly attain: Served[];
  readonly nodeRed: { readonly version: string; readonly results: Served[] };
}

/** Duration, rounds and connections, and the receivers of started processes and machine loads. */
export interface Throughput {
  readonly url: string;
  readonly client: Client;
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly started: ChildProcess[];
  readonly loads: number[];
}

/** Asks pgbench, Node-RED and Attain in turn; the first round is a warm-up. What Attain answered is counted in its tables. */
export async function throughput(bench: BenchContext, at: Throughput): Promise<Rounds> {
  const hook = await makeHook(at.client, shortFlow);
  const red = await startNodeRed();
  at.started.push(red.child);
  const rounds: Rounds = { inserts: [], attain: [], nodeRed: { version: red.version, results: [] } };
  const { connections, seconds } = at;
  const mine: Deliveries = { url: `${at.url}${hook.address}`, secret: hook.secret, connections, seconds };
  for (let round = 0; round <= at.rounds; round += 1) {
    const inserts = await singleInserts(bench.owner, bench.ownerUrl, seconds);
    const theirs = await served({ ...mine, url: red.url, secret: null }, red.child.pid ?? 0);
    // as autovacuum leaves a database that is not a minute old
    if (round === 1) await bench.owner.query('ANALYZE');
    const before = await stored(bench);
    const ours = await served(mine, process.pid, () => processesOf(bench.owner));
    const after = await stored(bench);
    if (after.runs - before.runs !== ours.requests || after.ended - before.ended !== ours.requests)
      throw new Error(`${ours.requests} were answered, but ${JSON.stringify([before, after])} is stored`);
    at.loads.push(load());
    const figures = [inserts, theirs.perSecond, ours.perSecond, ours.p50, ours.p99].map((one) =>
      one.toFixed(1),
    );
    console.error(`inserts, Node-RED, Attain a second; Attain p50, p99 ms: ${figures.join(', ')}`);
    // the first round is a warm-up
    if (round === 0) continue;
    rounds.inserts.push(inserts);
    rounds.nodeRed.results.push(theirs);
    rounds.attain.push(ours);
  }
  red.child.kill();
  return rounds;
}

async function served(
  deliveries: Deliveries,
  serving: number,
  storing: () => Promise<number[]> = async () => [],
): Promise<Served> {
  const times = async () => [processorTime([serving]), processorTime(await storing())] as const;
  const before = await times();
  const asked = await deliver(deliveries);
  const after = await times();
  const [servingMs, storingMs] = [spentMs(before[0], after[0]), spentMs(before[1], after[1])];
  return { ...asked, servingMs, storingMs };
}

/** Asks from a process of its own. */
export async function deliver(deliveries: Deliveries): Promise<Asked> {
  const file = fileURLToPath(new URL('load.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file, JSON.stringify(deliveries)]);
  return JSON.parse(stdout) as Asked;
}

async function stored(bench: BenchContext): Promise<{ runs: number; ended: number }> {
  const result = await bench.owner.query<{ runs: number; ended: number }>(
    `SELECT (SELECT count(*)::int FROM agent_executions WHERE status = 'completed') AS runs,
            (SELECT count(*)::int FROM run_lines WHERE entry->>'key' = 'ended') AS ended`,
  );
  return result.rows[0] ?? { runs: 0, ended: 0 };
}
