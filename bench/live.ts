/**
 * How long a changed plan takes on totals in memory, against a replay of the same plans over the same records.
 * `node bench/live.ts --help`
 */

import type { Plan } from '../packages/domain/src/plans/plan.ts';
import { creditingPlan } from '../packages/domain/src/simulations/live/crediting-plan.ts';
import { LiveColumns } from '../packages/domain/src/simulations/live/live-columns.ts';
import { liveComparison } from '../packages/domain/src/simulations/live/live-comparison.ts';
import { livePay } from '../packages/domain/src/simulations/live/live-pay.ts';
import { lineReader } from '../packages/domain/src/simulations/live/read-lines.ts';
import { replayCourse } from '../packages/domain/src/simulations/replay.ts';
import { yearCase } from './calculation/cases.ts';
import { historiesOf, span } from './calculation/histories.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, percentile, publish, table, waitForQuiet } from './measuring.ts';

const HELP = `node bench/live.ts [--deals 1000000] [--payees 10000] [--changes 200] [--replays 5]
  [--out bench/results/live.md] [--quiet-seconds 0]

--replays: how many of the changed plans are also replayed and compared, figure by figure.`;

const { values: options } = parseFlags({
  options: {
    deals: { type: 'string', default: '1000000' },
    payees: { type: 'string', default: '10000' },
    changes: { type: 'string', default: '200' },
    replays: { type: 'string', default: '5' },
    out: { type: 'string', default: 'bench/results/live.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) });
  const loads = [load()];
  const { plan, ...records } = yearCase({ deals: Number(options.deals), payees: Number(options.payees) });
  const histories = historiesOf(records);
  const began = performance.now();
  const reader = lineReader(creditingPlan(plan), span);
  const columns = new LiveColumns(reader.periods.length, plan.components.length);
  for (const history of histories) {
    const lines = reader.read(history);
    if (!lines.ok) throw new Error(lines.problems[0]?.message);
    columns.add(lines.value);
  }
  const read = performance.now() - began;
  const baseline = livePay(plan, columns, reader.periods).pays;
  const compared = (draft: Plan) => {
    const { pays } = livePay(draft, columns, reader.periods);
    const payees = pays.map((after, at) => ({ before: amount(baseline[at]), after: amount(after) }));
    return liveComparison(payees, plan.currency);
  };
  const times: number[] = [];
  for (let change = 0; change < Number(options.changes); change += 1) {
    const draft = changedPlan(plan, change);
    const from = performance.now();
    compared(draft);
    times.push(performance.now() - from);
  }
  loads.push(load());
  const replays: number[] = [];
  for (let change = 0; change < Number(options.replays); change += 1) {
    const draft = changedPlan(plan, change);
    const from = performance.now();
    const course = replayCourse(draft, plan);
    for (const history of histories) course.take(history);
    const replayed = course.summary();
    replays.push(performance.now() - from);
    mustBeEqual(compared(draft), replayed);
    loads.push(load());
  }
  publish(options.out, report({ columns, read, times, replays, loads }));
}

/** Other accelerators, caps and weights, another one for every change. */
function changedPlan(plan: Plan, change: number): Plan {
  const cap = `${(1.5 + (change % 50) / 100).toFixed(2)}x`;
  const accelerator = `>${100 + (change % 40)}% @ ${(1.1 + (change % 7) / 10).toFixed(1)}x`;
  const components = plan.components.map((one, at) => (at === 0 ? { ...one, cap, accelerator } : one));
  return { ...plan, components };
}

function amount(pay: bigint | string | undefined): bigint {
  if (typeof pay !== 'bigint') throw new Error(`Not paid by totals: ${pay}`);
  return pay;
}

function mustBeEqual(
  live: ReturnType<typeof liveComparison>,
  replayed: ReturnType<ReturnType<typeof replayCourse>['summary']>,
): void {
  const { payees, winners, losers, same, change, changePercent } = replayed;
  const figures = { payees, winners, losers, same, change, changePercent };
  const expected = { ...figures, baseline: replayed.baseline.cost, draft: replayed.draft.cost };
  const { changes: _, ...found } = live;
  for (const [name, value] of Object.entries(expected)) {
    const other = found[name as keyof typeof found];
    if (other !== value) throw new Error(`Not the same ${name}: ${other} live, ${value} replayed`);
  }
}

function report({
  columns,
  read,
  times,
  replays,
  loads,
}: {
  columns: LiveColumns;
  read: number;
  times: readonly number[];
  replays: readonly number[];
  loads: readonly number[];
}): string {
  const replay = median(replays);
  const row = (name: string, ms: number) => [name, ms.toFixed(1), (ms / replay).toFixed(5)];
  const command = `node bench/live.ts --deals ${options.deals} --payees ${options.payees} --changes ${options.changes} --replays ${options.replays}`;
  return `# Live design

${Number(options.deals).toLocaleString('en-US')} deals, ${Number(options.payees).toLocaleString('en-US')} payees, 4 quarters, 3 components: ${(columns.payees * columns.periods * columns.components).toLocaleString('en-US')} totals in ${(columns.bytes / 1e6).toFixed(1)} MB.

${table(
  ['What', 'ms', '× a replay'],
  [
    row(`A changed plan, median of ${times.length}`, median(times)),
    row('A changed plan, 95th percentile', percentile(times, 95)),
    row('Reading the totals, once', read),
    row(`A replay of both plans, median of ${replays.length}`, replay),
  ],
)}

Cost of both plans, winners, losers and change of every replayed plan equal those on totals.

${circumstances({ command, serverVersion: 'not used', loads: [...loads] })}`;
}
