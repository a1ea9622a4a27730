/**
 * How long the standings of an open quarter take, against its calculation, and how long after a deal is stored a payee reads the new figure.
 * `node bench/standings.ts --help`
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { Standings } from '../packages/contract/src/standings.ts';
import type { AppContext } from '../packages/server/src/app-context.ts';
import type { Actor } from '../packages/server/src/base/actor.ts';
import { newId } from '../packages/server/src/base/ids.ts';
import { calculationJob } from '../packages/server/src/slices/calculations/calculation-job.ts';
import { readStandings } from '../packages/server/src/slices/calculations/standings/read-standings.ts';
import { startCalculation } from '../packages/server/src/slices/calculations/start-calculation.ts';
import { readPayOutlook } from '../packages/server/src/slices/simulations/pay-outlook.ts';
import { type Client, signInClient } from '../packages/server/src/testing/client.ts';
import { openEvents } from '../packages/server/src/testing/event-reader.ts';
import { type BenchContext, newWorkspace, startBenchContext, withoutQueue } from './bench-context.ts';
import { fillYear } from './calculation/fill-year.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, percentile, publish, table, timed } from './measuring.ts';

const HELP = `node bench/standings.ts [--deals 1000000] [--payees 1000] [--rounds 5] [--stored 60] [--out bench/results/standings.md]

--payees: at most 1,000, the payees of one answer. --stored: deals stored one by one.`;

const { values: options } = parseFlags({
  options: {
    deals: { type: 'string', default: '1000000' },
    payees: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    stored: { type: 'string', default: '60' },
    out: { type: 'string', default: 'bench/results/standings.md' },
    help: { type: 'boolean', default: false },
  },
});

const period = '2025-Q4';
const lastDay = '2025-12-31';
const openDay = '2025-12-30';

/** One round, in milliseconds. */
interface Round {
  readonly standings: number;
  readonly outlook: number;
  readonly run: number;
}

interface Filled {
  readonly bench: BenchContext;
  readonly ctx: AppContext;
  readonly actor: Actor;
  readonly planId: string;
}

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const bench = await startBenchContext();
  try {
    const password = `a long password ${newId()}`;
    const account = (username: string, role: 'administrator' | 'sales-rep', participantId: string | null) =>
      ({ username, password, displayName: username, roles: [role], participantId }) as const;
    const people = [
      account('bench-admin', 'administrator', null),
      account('bench-rep', 'sales-rep', 'V-000001'),
    ];
    const actor = await newWorkspace(bench.ctx, people);
    const ctx = withoutQueue(bench.ctx);
    const volume = { deals: Number(options.deals), payees: Number(options.payees) };
    const { planId } = await fillYear(bench, actor, volume);
    const filled = { bench, ctx, actor, planId };
    const loads = [load()];
    const rounds: Round[] = [];
    for (let at = 0; at <= Number(options.rounds); at += 1) {
      const round = await measureRound(filled);
      console.error(at === 0 ? 'warm-up' : `round ${at}`, JSON.stringify(round));
      if (at > 0) rounds.push(round);
      loads.push(load());
    }
    const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    const [admin, rep] = [
      await signInClient(url, 'bench-admin', password),
      await signInClient(url, 'bench-rep', password),
    ];
    const seen = await storedDeals({ url, admin, rep, planId }, Number(options.stored));
    loads.push(load());
    write(rounds, seen, { serverVersion: bench.serverVersion, loads });
  } finally {
    await bench.stop();
  }
}

/** Standings and expected pay of the day before the last, then the calculation, which the standings of the last day must equal. */
async function measureRound({ bench, ctx, actor, planId }: Filled): Promise<Round> {
  await bench.owner.query(
    'TRUNCATE calculation_runs, jobs, payout_lines, payout_inputs, payout_deal_places CASCADE',
  );
  await bench.owner.query('UPDATE tenants SET fixed_day = $2 WHERE id = $1', [actor.tenantId, openDay]);
  const today = { ...ctx, today: () => openDay };
  const standings = await timed(() => readStandings(today, actor, { planId, period }));
  const outlook = await timed(() => readPayOutlook(today, actor, { planId, period }));
  const over = await readStandings({ ...ctx, today: () => '2026-02-01' }, actor, {
    planId,
    period,
    asOf: lastDay,
  });
  const run = await timed(async () => {
    const { id } = await startCalculation(ctx, actor, { planId, period });
    await calculationJob.run(ctx, { tenantId: actor.tenantId, id });
  });
  await mustEqual(bench, over);
  return { standings, outlook, run };
}

async function mustEqual({ owner }: BenchContext, standings: Standings): Promise<void> {
  const { rows } = await owner.query<{ key: string; amount: string }>(
    `SELECT participant_id || ' ' || component_id AS key, amount::text FROM payout_lines`,
  );
  const paid = new Map(rows.map(({ key, amount }) => [key, amount]));
  const others = standings.rows.filter(
    (row) => paid.get(`${row.participantId} ${row.componentId}`) !== row.amount,
  );
  if (others.length > 0 || rows.length !== standings.rows.length)
    throw new Error(`${others.length} of ${rows.length} lines differ from the standings`);
}

interface Reading {
  readonly url: string;
  readonly admin: Client;
  readonly rep: Client;
  readonly planId: string;
}

/** Milliseconds from asking to store a deal until its payee, told by an event, has read the new figure. */
async function storedDeals({ url, admin, rep, planId }: Reading, count: number): Promise<number[]> {
  const times: number[] = [];
  const credited = async () => {
    const { body } = await rep.get('/api/standings', { planId, period });
    return Number((body as Standings).rows[0]?.credited);
  };
  for (let at = 0; at < count; at += 1) {
    const deal = `id,date,amount,currency,participant\nlate-${at},2025-12-${10 + (at % 20)},100.00,USD,V-000001\n`;
    const id = await checkedImport(admin, deal);
    const before = await credited();
    const reader = await openEvents(url, rep.cookie);
    await reader.until(({ topic }) => topic === 'ready');
    const from = performance.now();
    await admin.post(`/api/imports/${id}/commit`);
    await reader.until(({ topic }) => topic === 'deals');
    const now = await credited();
    times.push(performance.now() - from);
    reader.leave();
    if (Math.abs(now - before - 100) > 0.001) throw new Error(`${before} became ${now}`);
  }
  return times;
}

/** Uploads a file of deals and waits for its dry run; its ID. */
async function checkedImport(admin: Client, content: string): Promise<string> {
  const { body } = await admin.upload(
    '/api/imports/upload',
    { name: 'deals.csv', content },
    { kind: 'deals' },
  );
  const path = `/api/imports/${body.id}`;
  await admin.post(`${path}/check`, { mapping: body.mapping });
  for (;;) {
    const { status } = (await admin.get(path)).body;
    if (status === 'checked') return body.id;
    if (status === 'failed') throw new Error('The dry run failed.');
    await pause(20);
  }
}

function write(
  rounds: readonly Round[],
  seen: readonly number[],
  where: { readonly serverVersion: string; readonly loads: readonly number[] },
): void {
  const ms = (value: number) => value.toFixed(0);
  const ratio = (of: (round: Round) => number) =>
    median(rounds.map((round) => of(round) / round.run)).toFixed(2);
  const row = (name: string, of: (round: Round) => number) => [name, ms(median(rounds.map(of))), ratio(of)];
  const command = `node bench/standings.ts --deals ${options.deals} --payees ${options.payees} --rounds ${options.rounds} --stored ${options.stored}`;
  publish(
    options.out,
    `# Standings against the calculation

${Number(options.deals).toLocaleString('en-US')} deals in a year, ${options.payees} payees, 3 components. The quarter ends a day later.

${table(
  ['', 'ms', '÷ calculation'],
  [
    row('standings of everyone', ({ standings }) => standings),
    row('expected pay of everyone', ({ outlook }) => outlook),
    row('calculation of the quarter', ({ run }) => run),
  ],
)}

Medians. In every round, the standings of the last day equal the lines of the calculation, amount by amount.

Time between the request to store an imported deal and its payee reading the new figure after the event, over ${seen.length} deals:
p50 ${ms(percentile(seen, 50))} ms, p95 ${ms(percentile(seen, 95))} ms, p99 ${ms(percentile(seen, 99))} ms.

${circumstances({ command, ...where })}`,
  );
}
