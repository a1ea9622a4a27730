import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isLostDatabase } from '../../../packages/server/src/base/lost-database.ts';
import { findPostmaster } from '../../../packages/server/src/db/embedded/pid-file.ts';
import {
  brokenJournals,
  sampleWorkflows,
} from '../../../packages/server/src/security-tests/runs/sample-runs.fixture.ts';
import { startTarget } from '../../../packages/server/src/security-tests/runs/target.fixture.ts';
import type { Client } from '../../../packages/server/src/testing/client.ts';
import { type BenchContext, startBenchContext } from '../../bench-context.ts';
import { table } from '../../measuring.ts';
import { publishedBy, signedIn } from '../signed-in.ts';
import { startWorker } from '../worker-process.ts';
import type { Part } from './part.ts';

/** An ordinary restart, one that leaves the journal to be replayed, and the first process killed under its children. */
const ways = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
const startsAtOnce = 20;

/** How many runs, and how often PostgreSQL ends. */
interface Asked {
  readonly runs: number;
  readonly everySeconds: number;
}

/**
 * Starts the runs over HTTP and ends PostgreSQL again and again until all of them have ended, with two workers next to the serving
 * process, which brings it back. A run or an effect lost or doubled throws.
 */
export async function databaseRestarts({ runs, everySeconds }: Asked): Promise<Part> {
  const target = await startTarget();
  const env = { ATTAIN_ALLOWED_HOSTS: target.origin, LOG_LEVEL: 'fatal' };
  const bench = await startBenchContext(env);
  const workers = [await startWorker(bench, env), await startWorker(bench, env)];
  try {
    const { client } = await signedIn(bench);
    const ids: string[] = [];
    for (const document of sampleWorkflows(target.origin).slice(1, 3))
      ids.push(await publishedBy(client, document));
    const from = performance.now();
    const restarts = restartEvery(bench, everySeconds);
    const started = await startAll(client, { ids, runs });
    console.error(`${runs} runs started after ${seconds(from)} s, ${started.again} starts sent again`);
    await allEnded(bench);
    const took = seconds(from);
    const broken = await restarts.stop();
    const half = runs / 2;
    const found = await counted(bench);
    assert.equal(new Set(started.runIds).size, runs);
    assert.deepEqual(found, { runs, completed: runs, rows: half * 3, effects: 0, timers: 0, inbox: 0 });
    assert.equal(target.done.size, half * 3);
    assert.deepEqual(
      [...target.done.values()].filter((bodies) => bodies.size > 1),
      [],
    );
    assert.deepEqual(await brokenJournals(bench.ctx), []);
    return {
      text: report({
        runs,
        everySeconds,
        took,
        broken,
        again: started.again,
        calls: target.done.size,
        rows: found.rows,
      }),
      serverVersion: bench.serverVersion,
    };
  } finally {
    for (const worker of workers) await worker.stop();
    await bench.stop();
    target.close();
  }
}

const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(0);

/** Ends PostgreSQL every so many seconds; `stop` says how often each way, and waits until it is back. */
function restartEvery(bench: BenchContext, everySeconds: number) {
  const ending = new AbortController();
  const times = new Map<string, number>();
  const ended = (async () => {
    for (let at = 0; ; at += 1) {
      await setTimeout(everySeconds * 1000, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      const server = findPostmaster(join(bench.dataDir, 'postgres', 'cluster'));
      // still on its way back
      if (server === undefined) continue;
      const way = ways[at % ways.length] ?? 'SIGINT';
      process.kill(server.pid, way);
      times.set(way, (times.get(way) ?? 0) + 1);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await ended;
      await untilAnswered(() => bench.owner.query('SELECT 1'));
      return times;
    },
  };
}

/** Starts each run with a key of its own, and again until it is answered. */
async function startAll(client: Client, { ids, runs }: { ids: readonly string[]; runs: number }) {
  const runIds: string[] = [];
  let again = 0;
  let next = 0;
  const starting = async () => {
    while (next < runs) {
      const at = next++;
      const start = { input: { n: 7 }, key: `restarts-${at}` };
      for (;;) {
        const answer = await client.post(`/api/workflows/${ids[at % 2]}/runs`, start).catch(() => null);
        if (answer?.status === 201) {
          runIds.push(answer.body.id);
          break;
        }
        again += 1;
        await setTimeout(100);
      }
    }
  };
  await Promise.all(Array.from({ length: startsAtOnce }, starting));
  return { runIds, again };
}

async function allEnded(bench: BenchContext): Promise<void> {
  for (let since = performance.now(); ; ) {
    const { rows } = await untilAnswered(() =>
      bench.owner.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM agent_executions WHERE end_time IS NULL',
      ),
    );
    if (rows[0]?.n === 0) return;
    if (performance.now() - since > 10_000) {
      since = performance.now();
      console.error(`${rows[0]?.n} runs have not ended yet`);
    }
    await setTimeout(200);
  }
}

/** The database is often unavailable, so reads are repeated until it answers. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isLostDatabase(error)) throw error;
      await setTimeout(200);
    }
  }
}

async function counted({ owner }: BenchContext) {
  const { rows } = await owner.query<
    Record<'runs' | 'completed' | 'rows' | 'effects' | 'timers' | 'inbox', number>
  >(
    `SELECT (SELECT count(*)::int FROM agent_executions WHERE start_key LIKE 'restarts-%') AS runs,
            (SELECT count(*)::int FROM agent_executions WHERE status = 'completed') AS completed,
            (SELECT count(*)::int FROM notices WHERE run_id IS NOT NULL) AS rows,
            (SELECT count(*)::int FROM run_effects) AS effects, (SELECT count(*)::int FROM run_timers) AS timers,
            (SELECT count(*)::int FROM run_inbox) AS inbox`,
  );
  return rows[0] as (typeof rows)[number];
}

function report(found: {
  runs: number;
  everySeconds: number;
  took: string;
  broken: ReadonlyMap<string, number>;
  again: number;
  calls: number;
  rows: number;
}): string {
  const { runs, everySeconds, took, broken, again, calls, rows } = found;
  const ends = ways.map((way) => `${broken.get(way) ?? 0} × ${way}`).join(', ');
  const restarts = [...broken.values()].reduce((sum, one) => sum + one, 0);
  return `${table(
    ['', ''],
    [
      ['runs, half of them calls, half of them rows and a timer', runs.toLocaleString('en-US')],
      [`ends of PostgreSQL, every ${everySeconds} s, until all of them had ended`, `${restarts} (${ends})`],
      ['seconds', took],
      ['starts that were sent again with their key', String(again)],
      ['runs lost, doubled, or not completed', '0'],
      ['calls expected and done, one set of bytes a key', `${calls} and ${calls}`],
      ['rows expected and written', `${rows} and ${rows}`],
      ['effects, timers and events left over; journals that do not lead to their hash', '0; 0'],
    ],
  )}

The serving process and two \`attain worker\` share the runs; the serving process brings PostgreSQL back. SIGINT ends it in order, SIGQUIT
leaves its journal to be replayed, SIGKILL takes the first process away from its children. Anything lost or doubled ends the bench.

`;
}
