import assert from 'node:assert/strict';
import { parkMore, readsOf } from '../../../packages/server/src/security-tests/runs/parked.fixture.ts';
import { drawn } from '../../../packages/server/src/security-tests/runs/sample-runs.fixture.ts';
import { type BenchContext, startBenchContext } from '../../bench-context.ts';
import { median, table } from '../../measuring.ts';
import { publishedBy, signedIn } from '../signed-in.ts';
import { startWorker } from '../worker-process.ts';
import type { Part } from './part.ts';

/** How many runs wait, and how often a worker starts and ends meanwhile. */
interface Asked {
  readonly parked: number;
  readonly restarts: number;
}

/** Starts and ends workers while many runs wait for people; a job or a row more than before throws. */
export async function processesAgain({ parked, restarts }: Asked): Promise<Part> {
  const bench = await startBenchContext();
  try {
    const { client } = await signedIn(bench);
    const asks = drawn(
      'Parks',
      {
        begin: ['start'],
        ask: ['approval', { title: 'Go on?', queue: 'finance', slaMinutes: 10_000 }],
        finish: ['end'],
      },
      ['begin.out > ask.in', 'ask.approved > finish.in'],
    );
    const first = await client.post(`/api/workflows/${await publishedBy(client, asks)}/runs`, {});
    assert.equal(first.body.status, 'waiting');
    for (let left = parked - 1; left > 0; left -= 20_000)
      await parkMore(bench.owner, first.body.id, Math.min(20_000, left));
    await bench.owner.query('ANALYZE');
    const before = await stateOfRuns(bench);
    const readBefore = await readsOf(bench.owner);
    const memory: number[] = [];
    for (let at = 0; at < restarts; at += 1) {
      const worker = await startWorker(bench);
      memory.push(worker.memory().maxMb);
      await worker.stop();
      if (at % 10 === 9) console.error(`${at + 1} of ${restarts} workers have come and gone`);
    }
    const read = (await readsOf(bench.owner)) - readBefore;
    assert.deepEqual(await stateOfRuns(bench), before);
    assert.ok(read < parked, `${read} rows of runs were read`);
    const count = parked.toLocaleString('en-US');
    const text = `${table(
      ['', ''],
      [
        ['runs that wait for an approval, with a timer for its escalation', count],
        ['workers started and ended', String(restarts)],
        ['jobs in the queue before and after', `${before.jobs} and ${before.jobs}`],
        ['journals, timers, tasks and status of all runs, by one hash before and after', 'the same'],
        ['rows of runs read meanwhile by anybody', String(read)],
        ['most memory a worker held until it worked, MB: median, greatest', highest(memory)],
      ],
    )}

`;
    return { text, serverVersion: bench.serverVersion };
  } finally {
    await bench.stop();
  }
}

function highest(memory: readonly number[]): string {
  return `${median(memory).toFixed(0)}, ${Math.max(...memory).toFixed(0)}`;
}

/** Jobs, and everything that runs have, as one hash. Housekeeping runs once a minute. */
async function stateOfRuns({
  owner,
}: BenchContext): Promise<{ readonly jobs: number; readonly hash: string }> {
  const { rows: jobs } = await owner.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pgboss.job WHERE name <> 'housekeeping' AND name NOT LIKE '\\_\\_%'`,
  );
  const { rows } = await owner.query<{ hash: string }>(
    `SELECT md5(concat(
       (SELECT string_agg(md5(r::text), '' ORDER BY id) FROM agent_executions r),
       (SELECT string_agg(md5(t::text), '' ORDER BY run_id, key) FROM run_timers t),
       (SELECT string_agg(md5(h::text), '' ORDER BY task_id) FROM human_approval_tasks h),
       (SELECT count(*) FROM run_journal), (SELECT count(*) FROM run_effects), (SELECT count(*) FROM run_inbox))) AS hash`,
  );
  return { jobs: jobs[0]?.n ?? Number.NaN, hash: rows[0]?.hash ?? '' };
}
