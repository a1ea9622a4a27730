/**
 * What one workspace at full load does to another: its webhook while 50 webhooks of the first are called without a pause, and
 * `/healthz` and a list while 40 hostile runs compute. `node bench/neighbours.ts --help`
 */

import { setTimeout } from 'node:timers/promises';
import { newId } from '../packages/server/src/base/ids.ts';
import { type Client, signInClient } from '../packages/server/src/testing/client.ts';
import { type BenchContext, newWorkspace, startBenchContext } from './bench-context.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, percentile, publish, table, waitForQuiet } from './measuring.ts';
import { heavy, heavyInput, shortFlow } from './runs/flows.ts';
import { makeHook } from './runs/hook.ts';
import { publishedBy } from './runs/signed-in.ts';
import { deliver } from './runs/throughput.ts';

const HELP = `node bench/neighbours.ts [--seconds 5] [--rounds 3] [--out bench/results/neighbours.md] [--quiet-seconds 0]

Each round asks as the second workspace alone, then while the first is at full load. The control is the second workspace
called over as many connections as the first: what the machine itself does to a 51st caller.`;

const { values: options } = parseFlags({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string', default: 'bench/results/neighbours.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const seconds = Number(options.seconds);
const busyHooks = 50;
const hostileRuns = 40;

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const bench = await startBenchContext();
  try {
    const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    const [busy, other] = [await administrator(bench, url), await administrator(bench, url)];
    const webhooks = await measureWebhooks({ url, busy, other }, loads);
    const computing = await measureComputing(busy, other);
    loads.push(load());
    const command = `node bench/neighbours.ts --seconds ${options.seconds} --rounds ${options.rounds}`;
    publish(
      options.out,
      `${report(webhooks, computing)}\n\n${circumstances({ command, serverVersion: bench.serverVersion, loads })}`,
    );
  } finally {
    await bench.stop();
  }
}

interface Webhooks {
  readonly alone: number[];
  readonly busy: number[];
  readonly control: number[];
}

/** p50 of the other workspace's webhook, milliseconds, by round. */
async function measureWebhooks(
  { url, busy, other }: { url: string; busy: Client; other: Client },
  loads: number[],
): Promise<Webhooks> {
  const first = await makeHook(other, shortFlow);
  const many = [];
  for (let at = 0; at < busyHooks; at += 1) {
    many.push(await makeHook(busy, { ...shortFlow, name: `Short flow ${at + 1}` }));
  }
  const calls = (hook: { address: string; secret: string }, connections: number) =>
    ({ url: `${url}${hook.address}`, secret: hook.secret, connections, seconds }) as const;
  const urls = many.map(({ address, secret }) => ({ url: `${url}${address}`, secret }));
  const found: Webhooks = { alone: [], busy: [], control: [] };
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const alone = await deliver(calls(first, 1));
    const [during] = await Promise.all([
      deliver(calls(first, 1)),
      deliver({ ...calls(first, busyHooks), many: urls }),
    ]);
    const [control] = await Promise.all([deliver(calls(first, 1)), deliver(calls(first, busyHooks))]);
    loads.push(load());
    console.error(
      `p50 ms alone, beside 50 webhooks, beside itself: ${alone.p50}, ${during.p50}, ${control.p50}`,
    );
    if (round === 0) continue;
    found.alone.push(alone.p50);
    found.busy.push(during.p50);
    found.control.push(control.p50);
  }
  return found;
}

interface Computing {
  readonly rejected: number;
  readonly health: { readonly before: number[]; readonly during: number[] };
  readonly list: { readonly before: number[]; readonly during: number[] };
}

/** How long `/healthz` and the other workspace's list of runs take, before and while the hostile runs compute. */
async function measureComputing(busy: Client, other: Client): Promise<Computing> {
  const id = await publishedBy(busy, heavy);
  const health = { before: await timesOf(other, '/healthz', 100), during: [] as number[] };
  const list = { before: await timesOf(other, '/api/workflow-runs', 100), during: [] as number[] };
  const starts = Array.from({ length: hostileRuns }, () =>
    busy.post(`/api/workflows/${id}/runs`, { input: heavyInput(1_000) }),
  );
  const answered = Promise.all(starts);
  const until = performance.now() + 10_000;
  while (performance.now() < until) {
    health.during.push(...(await timesOf(other, '/healthz', 5)));
    list.during.push(...(await timesOf(other, '/api/workflow-runs', 5)));
  }
  const answers = await answered;
  const started = answers.filter(({ status }) => status === 201);
  for (const { body } of started)
    await busy.post(`/api/workflow-runs/${body.id}/cancel`, { reason: 'Enough was measured.' });
  return { rejected: answers.length - started.length, health, list };
}

async function timesOf(client: Client, path: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const from = performance.now();
    const { status } = await client.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    times.push(performance.now() - from);
    await setTimeout(2);
  }
  return times;
}

function report(webhooks: Webhooks, { rejected, health, list }: Computing): string {
  const ms = (value: number) => value.toFixed(1);
  const ratio = (values: readonly number[]) =>
    median(values.map((value, round) => value / (webhooks.alone[round] ?? Number.NaN))).toFixed(1);
  const times = (name: string, values: readonly number[]) => [
    name,
    ...[50, 95, 99, 100].map((percent) => ms(percentile(values, percent))),
  ];
  return `# Neighbours

## A webhook, p50

${table(
  ['', 'ms', '÷ alone'],
  [
    ['alone', ms(median(webhooks.alone)), ''],
    [
      `while another workspace's ${busyHooks} webhooks are called`,
      ms(median(webhooks.busy)),
      ratio(webhooks.busy),
    ],
    [
      `control: while it is itself called over ${busyHooks} connections`,
      ms(median(webhooks.control)),
      ratio(webhooks.control),
    ],
  ],
)}

Goal: ≤ 3 × alone. Medians of ${options.rounds} rounds of ${options.seconds} s.

## ${hostileRuns} runs that compute as much as they may, started at once (${rejected} rejected)

${table(
  ['', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'],
  [
    times('/healthz before', health.before),
    times('/healthz during', health.during),
    times("the other workspace's runs before", list.before),
    times("the other workspace's runs during", list.during),
  ],
)}

Goal: /healthz p99 ≤ 250 ms.`;
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
