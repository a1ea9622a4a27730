import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { drawn } from '../../../packages/server/src/security-tests/runs/sample-runs.fixture.ts';
import { startBenchContext } from '../../bench-context.ts';
import { table } from '../../measuring.ts';
import { publishedBy, signedIn } from '../signed-in.ts';
import { startWorker } from '../worker-process.ts';
import { startHoldingTarget } from './holding-target.ts';
import type { Part } from './part.ts';

const runs = 50;
/** How long to watch after the suspended one resumes: longer than its lease and every poll. */
const watchedMs = 15_000;

/** Results of the runs that a worker was performing when it was stopped. */
interface TakenOver {
  readonly askedAgainMs: readonly number[];
  readonly allEndedMs: number;
  /** Lines of journals written after the stopped one was awake again; null when it was killed. */
  readonly writtenLater: number | null;
  readonly serverVersion: string;
}

/**
 * A worker has 50 calls under way and another one has none; the first is killed, or stopped for so many seconds and woken up. All
 * runs must end, each call once a key, and the one that wakes up must write nothing; else this throws.
 */
export async function takenOver(stoppedSeconds: number): Promise<Part> {
  const killed = await strike(null);
  const stopped = await strike(stoppedSeconds);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const row = (name: string, { askedAgainMs, allEndedMs, writtenLater }: TakenOver) => [
    ...[name, String(runs), String(askedAgainMs.length), seconds(Math.min(...askedAgainMs))],
    ...[
      seconds(Math.max(...askedAgainMs)),
      seconds(allEndedMs),
      writtenLater === null ? '' : String(writtenLater),
    ],
  ];
  const head = [
    ...['the first of two workers', 'its runs in flight', 'taken over by the second'],
    ...['the first of them after, s', 'the last of them after, s (goal: ≤ 20)', 'all runs ended after, s'],
    'written when it was awake again',
  ];
  const text = `${table(head, [row('killed with SIGKILL', killed), row(`SIGSTOP for ${stoppedSeconds} s, then SIGCONT`, stopped)])}

No server runs; the ${runs} calls are in progress at a target that answers none before all of them have been requested a second
time. Every run ends as completed with one result a call, and each key was asked for twice. The stopped one has the target's answers
waiting for it when it wakes up; for ${watchedMs / 1000} s after that every journal and every run stays as it was.

`;
  return { text, serverVersion: killed.serverVersion };
}

async function strike(stoppedSeconds: number | null): Promise<TakenOver> {
  const target = await startHoldingTarget();
  const bench = await startBenchContext({ ATTAIN_ALLOWED_HOSTS: target.origin });
  const owner = new pg.Pool({ connectionString: bench.ownerUrl, max: 2 });
  const env = { ATTAIN_ALLOWED_HOSTS: target.origin };
  const stops: (() => Promise<void>)[] = [];
  try {
    const { client } = await signedIn(bench);
    const workflowId = await publishedBy(client, restThenCall(target.origin));
    const start = () => client.post(`/api/workflows/${workflowId}/runs`);
    for (const { status } of await Promise.all(Array.from({ length: runs }, start)))
      assert.equal(status, 201);
    await bench.close();
    const first = await startWorker(bench, env);
    stops.push(first.stop);
    while (target.waiting() < runs) await setTimeout(20);
    const second = await startWorker(bench, env);
    stops.push(second.stop);
    const from = performance.now();
    process.kill(first.pid, stoppedSeconds === null ? 'SIGKILL' : 'SIGSTOP');
    const again = new Map<string, number>();
    while (again.size < runs) {
      for (const [key, times] of target.asked)
        if (times > 1 && !again.has(key)) again.set(key, performance.now() - from);
      await setTimeout(20);
    }
    target.answer();
    const open = async () =>
      (await owner.query(`SELECT 1 FROM agent_executions WHERE status <> 'completed'`)).rowCount;
    while ((await open()) !== 0) await setTimeout(50);
    const allEndedMs = performance.now() - from;
    const before = await stateOfRuns(owner);
    assert.deepEqual([before.results, before.effects], [runs, 0]);
    assert.deepEqual([...target.asked.values()], Array(runs).fill(2));
    let writtenLater: number | null = null;
    if (stoppedSeconds !== null) {
      await setTimeout(Math.max(0, stoppedSeconds * 1000 - (performance.now() - from)));
      process.kill(first.pid, 'SIGCONT');
      await setTimeout(watchedMs);
      const after = await stateOfRuns(owner);
      assert.deepEqual(after, before);
      writtenLater = after.lines - before.lines;
    }
    return {
      askedAgainMs: [...again.values()],
      allEndedMs,
      writtenLater,
      serverVersion: bench.serverVersion,
    };
  } finally {
    for (const stop of stops) await stop();
    await owner.end();
    await bench.stop();
    target.close();
  }
}

/** Everything a run writes, in a few numbers and one hash. */
async function stateOfRuns(owner: pg.Pool) {
  const { rows } = await owner.query<{ lines: number; results: number; effects: number; hash: string }>(
    `SELECT (SELECT count(*)::int FROM run_journal) AS lines,
            (SELECT count(*)::int FROM run_journal WHERE key LIKE 'result/call%') AS results,
            (SELECT count(*)::int FROM run_effects) AS effects,
            (SELECT md5(string_agg(r::text, '' ORDER BY id)) FROM agent_executions r) AS hash`,
  );
  return rows[0] as (typeof rows)[number];
}

/** Waits until no server runs, then calls the target. */
function restThenCall(origin: string) {
  const call = { method: 'POST', url: origin, repeatable: 'honours-idempotency-key', timeoutSeconds: 300 };
  return drawn(
    'Rests, then calls',
    {
      begin: ['start'],
      rest: ['wait', { mode: 'duration', seconds: 8 }],
      call: ['api_call', call],
      finish: ['end'],
    },
    ['begin.out > rest.in', 'rest.out > call.in', 'call.out > finish.in'],
  );
}
