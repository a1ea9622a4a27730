/** Cost of runs that wait for people, and how soon a decision resumes one. */

import { setTimeout } from 'node:timers/promises';
import { EMPTY_WORKFLOW, type Workflow } from '../../packages/domain/src/workflows/workflow.ts';
import { parkMore } from '../../packages/server/src/security-tests/runs/parked.fixture.ts';
import type { Client } from '../../packages/server/src/testing/client.ts';
import { type BenchContext, startBenchContext } from '../bench-context.ts';
import { parseFlags } from '../flags.ts';
import { circumstances, load, median, percentile, publish, table } from '../measuring.ts';
import { publishedBy, signedIn } from './signed-in.ts';
import { startWorker } from './worker-process.ts';

const { values: options } = parseFlags({
  options: {
    runs: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '20' },
    decisions: { type: 'string', default: '100' },
    out: { type: 'string', default: 'bench/results/parked.md' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help)
  console.log(
    'node bench/runs/parked.ts [--runs 100000] [--seconds 20] [--decisions 100] [--out bench/results/parked.md]',
  );
else await main();

async function main(): Promise<void> {
  const loads = [load()];
  const bench = await startBenchContext();
  try {
    const { client } = await signedIn(bench);
    const first = await parkOne(client);
    const one = await restingWorker(bench);
    for (let left = Number(options.runs) - 1; left > 0; left -= 20_000) {
      await parkMore(bench.owner, first, Math.min(20_000, left));
      console.error(`${left} runs to park`);
    }
    await bench.owner.query('ANALYZE');
    const jobs = await countJobs(bench);
    const many = await restingWorker(bench);
    const jobsAfter = await countJobs(bench);
    const resumed = await resume(bench, client);
    loads.push(load());
    publish(
      options.out,
      report({ one, many, jobs, jobsAfter, resumed }) +
        circumstances({
          command: `node bench/runs/parked.ts --runs ${options.runs} --seconds ${options.seconds} --decisions ${options.decisions}`,
          serverVersion: bench.serverVersion,
          loads,
        }),
    );
  } finally {
    await bench.stop();
  }
}

async function parkOne(client: Client): Promise<string> {
  const place = { title: '', position: { x: 0, y: 0 } };
  const document: Workflow = {
    ...EMPTY_WORKFLOW,
    name: 'Parks',
    nodes: [
      { ...place, id: 'begin', type: 'start', config: {} },
      {
        ...place,
        id: 'ask',
        type: 'approval',
        config: { title: 'Go on?', queue: 'finance', slaMinutes: 10_000 },
      },
      { ...place, id: 'finish', type: 'end', config: {} },
    ],
    edges: [
      { id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'ask', port: 'in' } },
      { id: 'b', from: { node: 'ask', port: 'approved' }, to: { node: 'finish', port: 'in' } },
    ],
  };
  const id = await publishedBy(client, document);
  const started = await client.post(`/api/workflows/${id}/runs`, {});
  if (started.body.status !== 'waiting')
    throw new Error(`The run did not park: ${JSON.stringify(started.body)}`);
  return started.body.id;
}

interface Resting {
  readonly cpuMsASecond: number;
  readonly memoryMb: number;
  /** Since it was started, the work of starting included. */
  readonly maxMb: number;
}

/** Starts a worker, lets it come to rest, and says what it uses after that. */
async function restingWorker(bench: BenchContext): Promise<Resting> {
  const worker = await startWorker(bench);
  try {
    await setTimeout(10_000);
    const [from, at] = [worker.spentMs(), performance.now()];
    await setTimeout(Number(options.seconds) * 1_000);
    const seconds = (performance.now() - at) / 1_000;
    const { nowMb, maxMb } = worker.memory();
    return { cpuMsASecond: (worker.spentMs() - from) / seconds, memoryMb: nowMb, maxMb };
  } finally {
    await worker.stop();
  }
}

async function countJobs(bench: BenchContext): Promise<number> {
  const { rows } = await bench.owner.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pgboss.job WHERE name <> 'housekeeping' AND name NOT LIKE '\\_\\_%'`,
  );
  return rows[0]?.n ?? Number.NaN;
}

/** Milliseconds from sending a decision until its run has ended, one after the other. */
async function resume(bench: BenchContext, client: Client): Promise<number[]> {
  const { rows } = await bench.owner.query<{ task: string; run: string }>(
    'SELECT task_id AS task, run_id AS run FROM human_approval_tasks WHERE is_open ORDER BY md5(task_id::text) LIMIT $1',
    [Number(options.decisions)],
  );
  const times: number[] = [];
  for (const { task, run } of rows) {
    const from = performance.now();
    const decided = await client.post(`/api/tasks/${task}/decide`, { decision: 'approved' });
    if (decided.status !== 200) throw new Error(`The decision was refused: ${JSON.stringify(decided.body)}`);
    let status = '';
    while (status !== 'completed') status = (await client.get(`/api/workflow-runs/${run}`)).body.status;
    times.push(performance.now() - from);
  }
  return times;
}

function report(found: {
  one: Resting;
  many: Resting;
  jobs: number;
  jobsAfter: number;
  resumed: readonly number[];
}): string {
  const { one, many, jobs, jobsAfter, resumed } = found;
  const count = Number(options.runs).toLocaleString('en-US');
  return `# Parked runs

${table(
  ['', '1 parked run', `${count} parked runs`],
  [
    [
      'processor time of a resting worker, ms a second',
      one.cpuMsASecond.toFixed(1),
      many.cpuMsASecond.toFixed(1),
    ],
    ['memory of a resting worker, MB', one.memoryMb.toFixed(0), many.memoryMb.toFixed(0)],
    ['the most it held since it was started (goal: ≤ 250)', one.maxMb.toFixed(0), many.maxMb.toFixed(0)],
    ['jobs in the queue before and after a worker started and ended', '', `${jobs} and ${jobsAfter}`],
    ['from sending a decision until its run has ended, ms: median', '', median(resumed).toFixed(0)],
    ['the slowest of them (goal: ≤ 1,000)', '', percentile(resumed, 100).toFixed(0)],
  ],
)}

Each run waits for an approval, with a timer for its escalation. The worker is \`attain worker\`, restarted, observed from 10 s on for
${options.seconds} s. ${options.decisions} runs are decided one after the other over HTTP; each counts until the run is read as completed.

`;
}
