/**
 * The kernel on workload W (bench/pay/workload.ts) against DuckDB, PostgreSQL and naive TypeScript: results equal to an exact
 * oracle first, then interleaved rounds and their medians. `node bench/pay.ts --help`
 */

import { arch, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { publish, waitForQuiet } from './measuring.ts';
import { barChart } from './pay/chart.ts';
import { installPeers } from './pay/peers.ts';
import { atMost, bars, type Figure, faster, goals, milliseconds, ranking } from './pay/report.ts';
import { best, type Timing } from './pay/rounds.ts';
import {
  changedDeal,
  checkAgainstOracle,
  fromCsv,
  fullCalculation,
  peakMemory,
  recalculation,
  records,
  type Told,
  whatIf,
} from './pay/sections.ts';

const HELP = `node bench/pay.ts [--rows 10000000] [--small-rows 1000000] [--rounds 5] [--seed 7] [--policy HALF_EVEN|HALF_UP]
  [--out bench/results/pay.md] [--chart bench/results/pay.svg] [--quiet-seconds 0]

The first run installs DuckDB into bench/pay/peers (npm, about 70 MB). --quiet-seconds waits at most so long for a load
below 1 before each part. A small one first: --rows 1000000 --small-rows 200000 --rounds 2 --out /tmp/pay.md --chart /tmp/pay.svg`;

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    'small-rows': { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '7' },
    policy: { type: 'string', default: 'HALF_EVEN' },
    out: { type: 'string', default: 'bench/results/pay.md' },
    chart: { type: 'string', default: 'bench/results/pay.svg' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  installPeers();
  const told: Told = {
    rounds: Number(options.rounds),
    seed: Number(options.seed),
    policy: options.policy === 'HALF_UP' ? 'HALF_UP' : 'HALF_EVEN',
  };
  const part = async <T>(name: string, work: () => Promise<T>) => {
    await waitForQuiet({ below: 1, atMostSeconds: Number(options['quiet-seconds']) });
    console.error(`${name}, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
    return work();
  };
  const large = records(told, Number(options.rows));
  const small = records(told, Number(options['small-rows']));
  try {
    const checked = await part('against the oracle', () => checkAgainstOracle(told));
    const full = await part('full, large', () => fullCalculation(told, large.setting, false));
    const fullSmall = await part('full, small', () => fullCalculation(told, small.setting, true));
    const kept = await part('clustered', () => recalculation(told, large.setting));
    const csv = await part('CSV', () => fromCsv(told, large.setting));
    const simulated = await part('what if', () => whatIf(told, large.setting));
    const memory = await part('memory', () => peakMemory(large.setting));
    const changed = await part('one changed deal', () => changedDeal(large.setting));
    const figures = [
      ...calculated(full, fullSmall),
      ...recalculated(kept),
      faster(
        `CSV on disk to results, ${millions(options.rows)}`,
        [csv.get('Attain, 2 threads')!, best(csv, 'DuckDB')],
        12,
      ),
      ...oneDeal(changed),
      faster(
        'what if, against TypeScript',
        [simulated.get('Attain, compiled, 2 threads')!, simulated.get('straightforward TypeScript')!],
        20,
      ),
      faster(
        'what if, against DuckDB',
        [simulated.get('Attain, compiled, 2 threads')!, best(simulated, 'DuckDB')],
        25,
      ),
      atMost(`memory at ${millions(options.rows)}, as a part of DuckDB's`, {
        ...{ ours: `${memory.attain} MiB`, theirs: `${memory.duckdb} MiB` },
        ...{ value: memory.attain / memory.duckdb, most: 0.45, unit: '' },
      }),
    ];
    publish(
      options.chart,
      barChart('Attain’s kernel: how many times as fast (mark: the goal)', bars(figures)),
    );
    publish(options.out, report({ figures, checked, full, fullSmall, kept, csv, simulated }));
  } finally {
    large.forget();
    small.forget();
  }
}

function calculated(
  full: ReadonlyMap<string, Timing>,
  small: ReadonlyMap<string, Timing>,
): readonly Figure[] {
  const ours = 'Attain, compiled, 2 threads';
  const [large, little] = [full.get(ours)!, small.get(ours)!];
  const tenfold = Number(options.rows) / Number(options['small-rows']);
  return [
    faster(`full calculation, ${millions(options.rows)}`, [large, best(full, 'DuckDB')], 25),
    faster(`full calculation, ${millions(options['small-rows'])}`, [little, best(small, 'DuckDB')], 15),
    atMost('growth: exponent', {
      ...{ ours: milliseconds(large.ms), theirs: milliseconds(little.ms), unit: '' },
      ...{ value: Math.log(large.ms / little.ms) / Math.log(tenfold), most: 1, load: large.load },
    }),
  ];
}

function recalculated(kept: ReadonlyMap<string, Timing>): readonly Figure[] {
  const ours = kept.get('Attain, 2 threads')!;
  const streamed = kept.get('streaming, 1 thread')!;
  const both = kept.get('streaming, 2 threads')!;
  return [
    faster(`recalculation, clustered, ${millions(options.rows)}`, [ours, best(kept, 'DuckDB')], 100),
    atMost('recalculation ÷ streaming the same bytes (1 thread)', {
      ...{
        ours: milliseconds(ours.ms),
        theirs: `${milliseconds(streamed.ms)}; 2 threads ${milliseconds(both.ms)}`,
      },
      ...{ value: ours.ms / streamed.ms, most: 2.5, unit: ' ×', load: ours.load },
    }),
  ];
}

function oneDeal({ kernel, postgres }: Awaited<ReturnType<typeof changedDeal>>): readonly Figure[] {
  const micro = (value = Number.NaN) => `${value >= 100 ? Math.round(value) : value.toFixed(2)} µs`;
  const [p50, p99] = [kernel?.p50 ?? Number.NaN, kernel?.p99 ?? Number.NaN];
  const times = (postgres?.p50 ?? Number.NaN) / p50;
  const shown = `p50 ${micro(p50)}, p99 ${micro(p99)}`;
  return [
    atMost('one changed deal, p99', { ours: shown, theirs: '', value: p99, most: 10, unit: ' µs' }),
    {
      ...{ what: 'one changed deal, against PostgreSQL (medians)', ours: shown, times, asked: 300 },
      theirs: `p50 ${micro(postgres?.p50)}, p99 ${micro(postgres?.p99)}`,
      ...{
        result: `${Math.round(times)} ×`,
        goal: '≥ 300 ×',
        reached: times >= 300,
        load: loadavg()[0] ?? 0,
      },
    },
  ];
}

function report(of: {
  readonly figures: readonly Figure[];
  readonly checked: readonly string[];
  readonly full: ReadonlyMap<string, Timing>;
  readonly fullSmall: ReadonlyMap<string, Timing>;
  readonly kept: ReadonlyMap<string, Timing>;
  readonly csv: ReadonlyMap<string, Timing>;
  readonly simulated: ReadonlyMap<string, Timing>;
}): string {
  const command = `node bench/pay.ts --rows ${options.rows} --small-rows ${options['small-rows']} --rounds ${options.rounds} --seed ${options.seed} --policy ${options.policy}`;
  const section = (title: string, timings: ReadonlyMap<string, Timing>) =>
    `## ${title}\n\n${ranking(timings)}\n`;
  return `# The kernel on workload W

${goals(of.figures)}

![How many times as fast](pay.svg)

${section(`Full calculation, ${millions(options.rows)} deals in memory`, of.full)}
${section(`Full calculation, ${millions(options['small-rows'])} deals in memory`, of.fullSmall)}
${section('Recalculation over the clustered ledger', of.kept)}
${section('CSV on disk to results', of.csv)}
${section('What if: 1,000 payees × 1,000 scenarios × 3 components', of.simulated)}
## Equal to the oracle

In every round every contestant's six numbers are those of the exact oracle (or, from CSV and clustered, of each other) before
its time counts. And, each of these with the oracle:

${of.checked.map((one) => `- ${one}`).join('\n')}

## How it was measured

Command: \`${command}\`

${new Date().toISOString().slice(0, 10)} · ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'} (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GB · Node ${process.version}. Medians of ${options.rounds} interleaved rounds after one to warm up; of several statements of a peer the fastest. “load” is the
machine's load average beside the figures: above about 1 others were at work, which blurs every time here. What each
contestant does, and why it is fair: [README](../README.md#pay).
`;
}

function millions(rows: string): string {
  return Number(rows) >= 1_000_000 ? `${Number(rows) / 1_000_000} M` : Number(rows).toLocaleString('en-US');
}
