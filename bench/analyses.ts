/**
 * All analysers as users run them: an analysis of a generated year over HTTP, by the job runner on the deals in PostgreSQL, with its
 * progress, its cancel and what others wait meanwhile. `node bench/analyses.ts --help`
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { AnalysisRun } from '../packages/contract/src/analyses.ts';
import { newId } from '../packages/server/src/base/ids.ts';
import { type Client, signInClient } from '../packages/server/src/testing/client.ts';
import { newWorkspace, startBenchContext } from './bench-context.ts';
import { processorOfAll } from './calculation/all-processors.ts';
import { fillYear } from './calculation/fill-year.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, percentile, publish, table, waitForQuiet } from './measuring.ts';

const HELP = `node bench/analyses.ts [--deals 1000000] [--payees 10000] [--rounds 3] [--out bench/results/analyses.md]
  [--quiet-seconds 0]

PostgreSQL writes a year of deals. Then its plan is analyzed so many times, and once more until it is cancelled at half its progress.
Ends with 1 if an analysis does not complete.`;

const { values: options } = parseFlags({
  options: {
    deals: { type: 'string', default: '1000000' },
    payees: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string', default: 'bench/results/analyses.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

/** How often a client asks for the state of the analysis, as an open panel hears of it. */
const ASK_MS = 500;

interface Round {
  readonly run: AnalysisRun;
  /** Seconds from the request to the stored suggestions, and of all processors. */
  readonly clock: number;
  readonly processor: number;
  /** How many states of progress a client saw. */
  readonly steps: number;
  /** Milliseconds of each request meanwhile. */
  readonly asked: readonly number[];
}

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const bench = await startBenchContext();
  try {
    const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    const account = { username: 'bench', password: `a long password ${newId()}`, displayName: 'Bench' };
    const accounts = [{ ...account, roles: ['administrator' as const], participantId: null }];
    const actor = await newWorkspace(bench.ctx, accounts);
    const volume = { deals: Number(options.deals), payees: Number(options.payees) };
    const { planId } = await fillYear(bench, actor, volume);
    await bench.owner.query('VACUUM (ANALYZE) ledger_segments');
    console.error('filled');
    const client = await signInClient(url, account.username, account.password);
    const folder = await bench.owner.query<{ data_directory: string }>('SHOW data_directory');
    const processor = () => processorOfAll(folder.rows[0]?.data_directory ?? '');
    const loads = [await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) })];
    const rounds: Round[] = [];
    for (let round = 0; round < Number(options.rounds); round += 1) {
      rounds.push(await analysed(client, { planId, processor }));
      console.error(
        `${rounds.at(-1)?.clock.toFixed(1)} s, ${rounds.at(-1)?.processor.toFixed(1)} s of processor`,
      );
      loads.push(load());
    }
    // the most it held since its start, filling included
    const peak = Math.round(process.resourceUsage().maxRSS / 1024);
    const cancelled = await cancelledHalfway(client, planId);
    loads.push(load());
    publish(options.out, report({ rounds, cancelled, peak, loads, serverVersion: bench.serverVersion }));
    if (rounds.some(({ run }) => run.status !== 'completed')) process.exitCode = 1;
  } finally {
    await bench.stop();
  }
}

async function newest(client: Client, planId: string): Promise<AnalysisRun> {
  const { body } = await client.get(`/api/plans/${planId}/analyses/newest`);
  return body.analysis as AnalysisRun;
}

function isOpen({ status }: AnalysisRun): boolean {
  return status === 'queued' || status === 'running';
}

async function analysed(
  client: Client,
  { planId, processor }: { readonly planId: string; readonly processor: () => number },
): Promise<Round> {
  const [before, from] = [processor(), performance.now()];
  const started = await client.post(`/api/plans/${planId}/analyses`, {});
  if (started.status !== 202) throw new Error(JSON.stringify(started.body));
  const seen = new Set<number>();
  const asked: number[] = [];
  for (;;) {
    const at = performance.now();
    const run = await newest(client, planId);
    const now = performance.now();
    asked.push(now - at);
    seen.add(run.progress.done);
    if (!isOpen(run))
      return {
        ...{ run, asked, steps: seen.size },
        clock: (now - from) / 1000,
        processor: (processor() - before) / 1000,
      };
    await sleep(ASK_MS);
  }
}

/** Milliseconds from the request to cancel until the analysis has ended. */
async function cancelledHalfway(client: Client, planId: string): Promise<number> {
  await client.post(`/api/plans/${planId}/analyses`, {});
  for (;;) {
    const { status, progress } = await newest(client, planId);
    if (status === 'running' && progress.total !== null && progress.done * 2 >= progress.total) break;
    if (status !== 'queued' && status !== 'running') throw new Error(`The analysis ended (${status}).`);
    await sleep(ASK_MS);
  }
  const from = performance.now();
  await client.post(`/api/plans/${planId}/analyses/cancel`, {});
  for (;;) {
    const { status } = await newest(client, planId);
    const now = performance.now();
    if (status === 'cancelled') return now - from;
    if (status !== 'running') throw new Error(`The analysis ended (${status}).`);
    await sleep(10);
  }
}

function report({
  rounds,
  cancelled,
  peak,
  loads,
  serverVersion,
}: {
  readonly rounds: readonly Round[];
  readonly cancelled: number;
  readonly peak: number;
  readonly loads: readonly number[];
  readonly serverVersion: string;
}): string {
  const of = (value: (one: Round) => number) => rounds.map(value);
  const last = rounds.at(-1)!.run;
  const row = (name: string, values: readonly number[]) => [
    name,
    median(values).toFixed(1),
    Math.max(...values).toFixed(1),
  ];
  const asked = rounds.flatMap((one) => one.asked);
  return `# All analysers over a year of deals

${Number(options.deals).toLocaleString('en-US')} deals and ${Number(options.payees).toLocaleString('en-US')} payees in PostgreSQL: ${last.read?.deals.toLocaleString('en-US')} credited deals,
${last.read?.lines.toLocaleString('en-US')} lines, ${last.looked.length} rules, ${last.found} suggestions.

${table(
  ['Seconds', `median of ${rounds.length}`, 'slowest'],
  [
    row(
      'From the request to the stored suggestions',
      of(({ clock }) => clock),
    ),
    row(
      'The same in processor time, PostgreSQL included',
      of(({ processor }) => processor),
    ),
  ],
)}

| Meanwhile | |
| --- | ---: |
| States of progress that a client saw, fewest | ${Math.min(...of(({ steps }) => steps))} |
| A request of the same process: median, p95, slowest, ms | ${median(asked).toFixed(0)}, ${percentile(asked, 95).toFixed(0)}, ${Math.max(...asked).toFixed(0)} |
| From cancel to cancelled, ms | ${cancelled.toFixed(0)} |
| Most memory of the process, MB | ${peak} |

Goal: ≤ 20 s in the background, with progress and cancel.

${circumstances({ command: `node bench/analyses.ts --deals ${options.deals} --payees ${options.payees} --rounds ${options.rounds}`, serverVersion, loads })}`;
}
