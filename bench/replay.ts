/**
 * How long a replay and a Monte Carlo simulation of a changed plan over a closed year take as jobs, against the calculation of that
 * year. `node bench/replay.ts --help`
 */

import type { Plan } from '../packages/domain/src/plans/plan.ts';
import type { AppContext } from '../packages/server/src/app-context.ts';
import type { Actor } from '../packages/server/src/base/actor.ts';
import { VOLUME_PLAN } from '../packages/server/src/sample/volume.ts';
import { calculationJob } from '../packages/server/src/slices/calculations/calculation-job.ts';
import { startCalculation } from '../packages/server/src/slices/calculations/start-calculation.ts';
import { simulationJob } from '../packages/server/src/slices/simulations/simulation-job.ts';
import { startSimulation } from '../packages/server/src/slices/simulations/start-simulation.ts';
import { type BenchContext, newWorkspace, startBenchContext, withoutQueue } from './bench-context.ts';
import { fillYear } from './calculation/fill-year.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, publish, table, timed } from './measuring.ts';

const HELP = `node bench/replay.ts [--deals 200000] [--payees 2000] [--scenarios 1000] [--rounds 3] [--out bench/results/replay.md]`;

const { values: options } = parseFlags({
  options: {
    deals: { type: 'string', default: '200000' },
    payees: { type: 'string', default: '2000' },
    scenarios: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string', default: 'bench/results/replay.md' },
    help: { type: 'boolean', default: false },
  },
});

const quarters = ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4'];

/** One round, in milliseconds. */
interface Round {
  readonly replay: number;
  readonly monteCarlo: number;
  readonly calculation: number;
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
    const actor = await newWorkspace(bench.ctx);
    const ctx = withoutQueue(bench.ctx);
    const volume = { deals: Number(options.deals), payees: Number(options.payees) };
    const filled = { bench, ctx, actor, ...(await fillYear(bench, actor, volume)) };
    const loads = [load()];
    const rounds: Round[] = [];
    for (let at = 0; at <= Number(options.rounds); at += 1) {
      const round = await measureRound(filled);
      console.error(at === 0 ? 'warm-up' : `round ${at}`, JSON.stringify(round));
      if (at > 0) rounds.push(round);
      loads.push(load());
    }
    write(rounds, { serverVersion: bench.serverVersion, loads });
  } finally {
    await bench.stop();
  }
}

/** The year by its plan, then what the changed plan would have paid; the replay's cost of the plan must be what was paid. */
async function measureRound({ bench, ctx, actor, planId }: Filled): Promise<Round> {
  await bench.owner.query(
    'TRUNCATE calculation_runs, jobs, payout_lines, payout_inputs, payout_deal_places CASCADE',
  );
  const calculation = await timed(async () => {
    for (const period of quarters) {
      const { id } = await startCalculation(ctx, actor, { planId, period });
      await calculationJob.run(ctx, { tenantId: actor.tenantId, id });
    }
  });
  const simulate = async (kind: 'replay' | 'monte-carlo') => {
    const order = { kind, planId, document: changedPlan(), span: '2025', seed: 'bench' };
    const { id } = await startSimulation(ctx, actor, { ...order, scenarios: Number(options.scenarios) });
    await simulationJob.run(ctx, { tenantId: actor.tenantId, id });
  };
  const replay = await timed(() => simulate('replay'));
  const monteCarlo = await timed(() => simulate('monte-carlo'));
  const { rows } = await bench.owner.query<{ paid: string; replayed: string }>(
    `SELECT (SELECT sum(total) FROM calculation_runs WHERE tenant_id = $1)::text AS paid,
            (SELECT (result->'baseline'->>'cost')::numeric FROM simulations WHERE tenant_id = $1 AND kind = 'replay' ORDER BY created_at DESC LIMIT 1)::text AS replayed`,
    [actor.tenantId],
  );
  if (rows[0]?.paid !== rows[0]?.replayed) throw new Error(`Not the same pay: ${JSON.stringify(rows[0])}`);
  return { replay, monteCarlo, calculation };
}

/** Five percent of weight from the first component to the second. */
function changedPlan(): Plan {
  const [first, second, ...others] = VOLUME_PLAN.components;
  if (first === undefined || second === undefined) throw new Error('the plan has two components');
  const components = [
    { ...first, weight: first.weight - 5 },
    { ...second, weight: second.weight + 5 },
    ...others,
  ];
  return { ...VOLUME_PLAN, components };
}

function write(
  rounds: readonly Round[],
  where: { readonly serverVersion: string; readonly loads: readonly number[] },
): void {
  const row = (name: string, of: (round: Round) => number) => [
    name,
    median(rounds.map(of)).toFixed(0),
    median(rounds.map((round) => of(round) / round.calculation)).toFixed(2),
  ];
  const count = (text: string | undefined) => Number(text).toLocaleString('en-US');
  publish(
    options.out,
    `# Replays and Monte Carlo against the calculation

${count(options.deals)} deals of ${count(options.payees)} payees in a year, 3 components, 4 quarters; a plan with other weights against the active one.

${table(
  ['', 'ms', '÷ calculation'],
  [
    row('replay by both plans', ({ replay }) => replay),
    row(`Monte Carlo by both plans, ${count(options.scenarios)} scenarios`, ({ monteCarlo }) => monteCarlo),
    row('calculation of the year', ({ calculation }) => calculation),
  ],
)}

Medians. In every round, the replay's cost of the active plan is the sum that the calculations paid.

${circumstances({
  command: `node bench/replay.ts --deals ${options.deals} --payees ${options.payees} --scenarios ${options.scenarios} --rounds ${options.rounds}`,
  ...where,
})}`,
  );
}
