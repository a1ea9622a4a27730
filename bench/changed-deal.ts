/**
 * One changed deal through the API: only who depends on it is paid again, stored and audited, however many deals there are.
 * `node bench/changed-deal.ts --help`
 */

import type { Deal } from '../packages/domain/src/crediting/deal.ts';
import { newId } from '../packages/server/src/base/ids.ts';
import { calculationJob } from '../packages/server/src/slices/calculations/calculation-job.ts';
import { startCalculation } from '../packages/server/src/slices/calculations/start-calculation.ts';
import { signInClient } from '../packages/server/src/testing/client.ts';
import type { BenchContext as Bench } from './bench-context.ts';
import { newWorkspace, startBenchContext, withoutQueue } from './bench-context.ts';
import { yearCase } from './calculation/cases.ts';
import { fillYear } from './calculation/fill-year.ts';
import { loadCase } from './calculation/records.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, percentile, publish, table, waitForQuiet } from './measuring.ts';

const HELP = `node bench/changed-deal.ts [--deals 20000,200000] [--payees-per-deals 100] [--changes 300]
  [--filled-above 1000000] [--out bench/results/changed-deal.md] [--quiet-seconds 0]

Of a generated year one quarter is calculated and stored; then one deal after the other gets another amount. Above
--filled-above deals PostgreSQL writes the year itself, which takes minutes for ten million.`;

const { values: options } = parseFlags({
  options: {
    deals: { type: 'string', default: '20000,200000' },
    'payees-per-deals': { type: 'string', default: '100' },
    changes: { type: 'string', default: '300' },
    'filled-above': { type: 'string', default: '1000000' },
    out: { type: 'string', default: 'bench/results/changed-deal.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const GOAL_MS = 50;
const WARM_UP = 30;

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const rows: string[][] = [];
  let serverVersion = '';
  for (const deals of options.deals.split(',').map(Number)) {
    const bench = await startBenchContext();
    serverVersion = bench.serverVersion;
    try {
      const times = await changes(bench, deals);
      loads.push(load());
      const of = (percent: number) => percentile(times, percent).toFixed(1);
      rows.push([deals.toLocaleString('en-US'), String(times.length), of(50), of(95), of(99)]);
      console.error(rows.at(-1)?.join(' '), `load ${load().toFixed(1)}`);
    } finally {
      await bench.stop();
    }
  }
  const command = `node bench/changed-deal.ts --deals ${options.deals} --changes ${options.changes}`;
  publish(
    options.out,
    `# One changed deal through the API

${table(['Deals', 'changes', 'p50 ms', 'p95 ms', 'p99 ms'], rows)}

Goal: ≤ ${GOAL_MS} ms. From the request on one connection to its answer: session, permission, contract, the inputs a run keeps of who
depends on the deal, their pay with its explanations, the lines that are others, stored with an audit entry in one transaction.
What it does, and how it is held to a full run: [README](../README.md).

${circumstances({ command, serverVersion, loads })}`,
  );
}

/** Money deals of the calculated quarter, spread over all of them by a hash of their ids. */
async function dealsToChange({ owner }: Bench, tenantId: string, count: number): Promise<readonly Deal[]> {
  const found = await owner.query<Deal>(
    `SELECT id, date, amount::text, unit, currency, participant_id AS "participantId", coalesce(splits, '[]') AS splits, kind, product, territory, customer
       FROM deals WHERE tenant_id = $1 AND date BETWEEN '2025-01-01' AND '2025-03-31' AND unit = '$' ORDER BY hashtext(id), id LIMIT $2`,
    [tenantId, count],
  );
  return found.rows;
}

/** Milliseconds of each change; every answer must name the payee whose deal it was. */
async function changes(bench: Bench, deals: number): Promise<number[]> {
  const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
  const account = { username: 'bench', password: `a long password ${newId()}`, displayName: 'Bench' };
  const ctx = withoutQueue(bench.ctx);
  const actor = await newWorkspace(ctx, [{ ...account, roles: ['administrator'], participantId: null }]);
  const volume = { deals, payees: Math.max(10, Math.round(deals / Number(options['payees-per-deals']))) };
  const started = performance.now();
  const { planId } =
    deals > Number(options['filled-above'])
      ? await fillYear(bench, actor, volume)
      : await loadCase(ctx, actor, yearCase(volume));
  const filled = performance.now();
  const run = await startCalculation(ctx, actor, { planId, period: '2025-Q1' });
  await calculationJob.run(ctx, { tenantId: actor.tenantId, id: run.id });
  const seconds = (from: number, to: number) => `${Math.round((to - from) / 1000)} s`;
  console.error(
    `${deals} deals: filled in ${seconds(started, filled)}, a quarter calculated in ${seconds(filled, performance.now())}`,
  );
  await bench.owner.query('VACUUM (ANALYZE) payout_lines, payout_deal_places, payout_inputs');
  const client = await signInClient(url, account.username, account.password);
  const count = Number(options.changes) + WARM_UP;
  const chosen = await dealsToChange(bench, actor.tenantId, count);
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const { id, ...deal } = chosen[i % chosen.length]!;
    const after = { ...deal, amount: `${1_000 + i}.25` };
    const asked = { change: { of: 'deal', id, after }, reason: 'measured' };
    const from = performance.now();
    const { status, body } = await client.post(`/api/calculations/${run.id}/recalculations`, asked);
    const ms = performance.now() - from;
    if (status !== 201) throw new Error(JSON.stringify(body));
    const payees = body.payees.map((payee: { participantId: string }) => payee.participantId);
    const named =
      deal.splits.length === 0 ? [deal.participantId] : deal.splits.map((split) => split.participantId);
    if (named.some((id) => !payees.includes(id)) || payees.length !== named.length)
      throw new Error(`${id} is of ${named.join()}, but ${payees.join()} were paid again`);
    if (i >= WARM_UP) times.push(ms);
  }
  return times;
}
