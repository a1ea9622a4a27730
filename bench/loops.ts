/**
 * What one turn of a loop with a call costs at its beginning and at its end: time between the calls, and processor time of Attain.
 * `node bench/loops.ts --help`
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EMPTY_WORKFLOW, type Workflow } from '../packages/domain/src/workflows/workflow.ts';
import { type BenchContext, startBenchContext } from './bench-context.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, publish, table, waitForQuiet } from './measuring.ts';
import { chain } from './runs/flows.ts';
import { publishedBy, signedIn } from './runs/signed-in.ts';

const HELP = `node bench/loops.ts [--turns 10000] [--out bench/results/loops.md] [--quiet-seconds 0]

One run calls a target that answers at once, in each turn of a loop. A run of a tenth of the turns warms up.`;

const { values: options } = parseFlags({
  options: {
    turns: { type: 'string', default: '10000' },
    out: { type: 'string', default: 'bench/results/loops.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const turns = Number(options.turns);
/** Turns that are compared: so many from the tenth on, and the last ones. */
const portion = Math.max(20, Math.floor(turns / 100));

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const { child, target } = await startTarget();
  const bench = await startBenchContext({ ATTAIN_ALLOWED_HOSTS: target });
  try {
    const { client } = await signedIn(bench);
    const workflowId = await publishedBy(client, looping(target));
    const run = async (count: number) => {
      const items = Array.from({ length: count }, (_, at) => at);
      const { body } = await client.post(`/api/workflows/${workflowId}/runs`, { input: { items } });
      return watched(bench, body.id, count);
    };
    await run(Math.ceil(turns / 10));
    const { between, processor } = await run(turns);
    loads.push(load());
    const first = median(between.slice(9, 9 + portion));
    const last = median(between.slice(-portion));
    const early = processor(0.01, 0.11);
    const late = processor(0.9, 1);
    const ms = (value: number) => value.toFixed(2);
    publish(
      options.out,
      `# A loop with calls\n\nOne run, ${turns} turns, one call each, one process.\n\n${table(
        ['', `From the 10th turn on`, 'The last turns', 'Last ÷ first'],
        [
          [
            `Between calls, median of ${portion} turns`,
            `${ms(first)} ms`,
            `${ms(last)} ms`,
            ms(last / first),
          ],
          [
            'Processor time a turn, a tenth of the turns',
            `${ms(early)} ms`,
            `${ms(late)} ms`,
            ms(late / early),
          ],
        ],
      )}\n\n${circumstances({ command: `node bench/loops.ts --turns ${turns}`, serverVersion: bench.serverVersion, loads })}`,
    );
  } finally {
    child.kill();
    await bench.stop();
  }
}

function looping(target: string): Workflow {
  const { nodes } = chain('Calls in a loop', 1, 'api_call', {
    method: 'POST',
    url: target,
    repeatable: 'honours-idempotency-key',
    body: 'loop.item',
  });
  const [begin, call, finish] = nodes;
  if (!begin || !call || !finish) throw new Error('A chain of one has three nodes.');
  const link = (from: string, to: string, port: string, into: string) => ({
    id: `${from}-${port}`,
    from: { node: from, port },
    to: { node: to, port: into },
  });
  return {
    ...EMPTY_WORKFLOW,
    name: 'Calls in a loop',
    nodes: [
      begin,
      {
        id: 'each',
        type: 'loop',
        title: '',
        position: { x: 0, y: 0 },
        config: { over: 'input.items', limit: 10_000 },
      },
      call,
      finish,
    ],
    edges: [
      link(begin.id, 'each', 'out', 'in'),
      link('each', call.id, 'each', 'in'),
      link(call.id, 'each', 'out', 'next'),
      link('each', finish.id, 'done', 'in'),
    ],
  };
}

/** Waits for a run: milliseconds from call to call, and what a turn took of processor time between two shares of the turns. */
async function watched(bench: BenchContext, id: string, count: number) {
  const samples: { turn: number; usedMs: number }[] = [];
  const usedMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  for (;;) {
    const { rows } = await bench.owner.query<{ lines: number; status: string }>(
      'SELECT entry_count AS lines, status FROM agent_executions WHERE id = $1',
      [id],
    );
    const [{ lines = 0, status = '' } = {}] = rows;
    samples.push({ turn: lines / 3, usedMs: usedMs() });
    if (status === 'completed') break;
    if (status === 'failed' || status === 'cancelled') throw new Error(`The run has ${status}.`);
    await setTimeout(100);
  }
  const { rows } = await bench.owner.query<{ ms: number }>(
    `SELECT extract(epoch FROM at)::float8 * 1000 AS ms FROM run_journal
      WHERE run_id = $1 AND key LIKE 'requested/%' ORDER BY seq`,
    [id],
  );
  const between = rows.slice(1).map(({ ms }, at) => ms - (rows[at]?.ms ?? ms));
  const at = (share: number) =>
    samples.find(({ turn }) => turn >= share * count) ??
    samples[samples.length - 1] ?? { turn: 0, usedMs: 0 };
  const processor = (from: number, to: number) =>
    (at(to).usedMs - at(from).usedMs) / (at(to).turn - at(from).turn);
  return { between, processor };
}

async function startTarget(): Promise<{ child: ChildProcess; target: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('runs/target.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, target: String(line).trim() };
}
