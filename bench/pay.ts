/**
 * The kernel on workload W (bench/pay/workload.ts) against DuckDB, PostgreSQL and naive TypeScript: results equal to an exact
 * oracle first, then interleaved rounds and their medians. `node bench/pay.ts --help`
 */

import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { basename } from 'node:path';
import { oneOf, parseFlags } from './flags.ts';

import { publish, waitForQuiet } from './measuring.ts';
import { barChart } from './pay/chart.ts';
import { installPeers, peerVersions } from './pay/peers.ts';
import { atMost, bars, type Figure, faster, goals, milliseconds, ranking } from './pay/report.ts';
import { best, type Timing } from './pay/rounds.ts';
import {
  changedDeal,
  checkAgainstOracle,
  fromCsv,
  fullCalculation,
  type Options,
  peakMemory,
  recalculation,
  records,
  slowPeers,
  whatIf,
} from './pay/sections.ts';

const HELP = `node bench/pay.ts [--rows 10000000] [--small-rows 1000000] [--rounds 5] [--seed 7] [--policy HALF_EVEN|HALF_UP]
  [--out bench/results/pay.md] [--chart bench/results/pay.svg] [--quiet-seconds 0]
  [--parts small,large,csv,what-if,memory,change,slow,oracle,recalculation]

The first run installs DuckDB into bench/pay/peers (npm, about 70 MB). --quiet-seconds waits at most so long for a load
below 1 before each part. A small one first: --rows 1000000 --small-rows 200000 --rounds 2 --out /tmp/pay.md --chart /tmp/pay.svg`;

const { values: options } = parseFlags({
  options: {
    rows: { type: 'string', default: '10000000' },
    'small-rows': { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '7' },
    policy: { type: 'string', default: 'HALF_EVEN' },
    out: { type: 'string', default: 'bench/results/pay.md' },
    chart: { type: 'string', default: 'bench/results/pay.svg' },
    'quiet-seconds': { type: 'string', default: '0' },
    parts: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

/** The contestant that represents Attain in the goals. */
const OURS = 'Attain, compiled, 2 threads';

/** The parts there are, in their order. */
const PARTS = 'small,large,recalculation,csv,what-if,memory,change,slow,oracle'.split(',');
/** Recalculation is a part of the large one already. */
const EVERYTHING = PARTS.filter((name) => name !== 'recalculation');

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const request: Options = {
    rounds: Number(options.rounds),
    seed: Number(options.seed),
    policy: oneOf('policy', options.policy, ['HALF_EVEN', 'HALF_UP']),
  };
  const chosen = options.parts === '' ? EVERYTHING : options.parts.split(',');
  for (const name of chosen) oneOf('parts', name, PARTS);
  installPeers();
  const large = records(request, Number(options.rows));
  const small = records(request, Number(options['small-rows']));
  const found: Found = {};
  const parts: Readonly<Record<string, () => Promise<unknown>>> = {
    small: async () => Object.assign(found, { small: await fullCalculation(request, small.setting) }),
    large: async () => Object.assign(found, { large: await fullCalculation(request, large.setting) }),
    recalculation: async () =>
      Object.assign(found, { recalculated: await recalculation(request, large.setting) }),
    csv: async () => Object.assign(found, { csv: await fromCsv(request, large.setting) }),
    'what-if': async () => Object.assign(found, { simulated: await whatIf(request, large.setting) }),
    memory: async () => Object.assign(found, { memory: await peakMemory(large.setting) }),
    change: async () => Object.assign(found, { changed: await changedDeal(large.setting) }),
    slow: async () => Object.assign(found, { slow: await slowPeers(request, small.setting) }),
    oracle: async () => Object.assign(found, { checked: await checkAgainstOracle(request) }),
  };
  try {
    for (const name of chosen) {
      await waitForQuiet({ below: 1, atMostSeconds: Number(options['quiet-seconds']) });
      console.error(`${name}, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
      await parts[name]?.();
      // Results are written after every part, so that an interrupted run keeps them.
      const figures = figuresOf(found);
      publish(
        options.chart,
        barChart('Attain’s kernel: how many times as fast (mark: the goal)', bars(figures)),
      );
      publish(options.out, report(found, figures));
    }
  } finally {
    large.forget();
    small.forget();
  }
}

type Timings = ReadonlyMap<string, Timing>;

/** Results of the parts so far. */
interface Found {
  readonly small?: Timings;
  readonly large?: Timings;
  readonly slow?: Timings;
  readonly recalculated?: Timings;
  readonly csv?: Timings;
  readonly simulated?: Timings;
  readonly memory?: Awaited<ReturnType<typeof peakMemory>>;
  readonly changed?: Awaited<ReturnType<typeof changedDeal>>;
  readonly checked?: readonly string[];
}

function figuresOf(found: Found): readonly Figure[] {
  const { small, large, csv, simulated, memory, changed } = found;
  const figures: Figure[] = [];
  if (large) {
    figures.push(
      faster(`full calculation, ${millions(options.rows)}`, [large.get(OURS)!, best(large, 'DuckDB')], 25),
    );
    figures.push(
      faster(
        `recalculation, clustered, ${millions(options.rows)}`,
        [large.get('clustered ledger, 2 threads')!, best(large, 'DuckDB')],
        100,
      ),
    );
  }
  const kept = found.recalculated ?? large;
  if (kept) figures.push(...overStreaming(kept));
  if (small)
    figures.push(
      faster(
        `full calculation, ${millions(options['small-rows'])}`,
        [small.get(OURS)!, best(small, 'DuckDB')],
        15,
      ),
    );
  if (small && large) figures.push(growth(large.get(OURS)!, small.get(OURS)!));
  if (csv)
    figures.push(
      faster(
        `CSV on disk to results, ${millions(options.rows)}`,
        [csv.get('Attain, 2 threads')!, best(csv, 'DuckDB')],
        12,
      ),
    );
  if (changed) figures.push(...oneDeal(changed));
  if (simulated) {
    const ours = simulated.get(OURS)!;
    figures.push(
      faster('what if, against TypeScript', [ours, simulated.get('straightforward TypeScript')!], 20),
    );
    figures.push(faster('what if, against DuckDB', [ours, best(simulated, 'DuckDB')], 25));
  }
  if (memory)
    figures.push(
      atMost(`memory at ${millions(options.rows)}, as a part of DuckDB's`, {
        ours: `${memory.attain} MiB`,
        theirs: `${memory.duckdb} MiB`,
        value: memory.attain / memory.duckdb,
        max: 0.45,
        unit: '',
      }),
    );
  return figures;
}

function growth(large: Timing, small: Timing): Figure {
  const tenfold = Number(options.rows) / Number(options['small-rows']);
  return atMost('growth: exponent', {
    ours: milliseconds(large.ms),
    theirs: milliseconds(small.ms),
    unit: '',
    value: Math.log(large.ms / small.ms) / Math.log(tenfold),
    max: 1,
    load: large.load,
  });
}

function overStreaming(kept: Timings): readonly Figure[] {
  return (['1 thread', '2 threads'] as const).map((threads) => {
    const own = kept.get(`clustered ledger, ${threads}`)!;
    const streamed = kept.get(`streaming the same bytes, ${threads}`)!;
    return atMost(`recalculation ÷ streaming the same bytes, both by ${threads}`, {
      ours: milliseconds(own.ms),
      theirs: milliseconds(streamed.ms),
      load: own.load,
      value: own.ms / streamed.ms,
      byCpu: own.cpuMs! / streamed.cpuMs!,
      max: 2.5,
      unit: ' ×',
    });
  });
}

function oneDeal({ kernel, postgres }: Awaited<ReturnType<typeof changedDeal>>): readonly Figure[] {
  const micro = (value = Number.NaN) => `${value >= 100 ? Math.round(value) : value.toFixed(2)} µs`;
  const [p50, p99] = [kernel?.p50 ?? Number.NaN, kernel?.p99 ?? Number.NaN];
  const times = (postgres?.p50 ?? Number.NaN) / p50;
  const shown = `p50 ${micro(p50)}, p99 ${micro(p99)}`;
  return [
    atMost('one changed deal, p99', { ours: shown, theirs: '', value: p99, max: 10, unit: ' µs' }),
    {
      what: 'one changed deal, against PostgreSQL (medians)',
      ours: shown,
      times,
      asked: 300,
      theirs: `p50 ${micro(postgres?.p50)}, p99 ${micro(postgres?.p99)}`,
      result: `${Math.round(times)} ×`,
      goal: '≥ 300 ×',
      byCpu: null,
      reached: times >= 300,
      load: loadavg()[0] ?? 0,
    },
  ];
}

function report(found: Found, figures: readonly Figure[]): string {
  const command = `node bench/pay.ts --rows ${options.rows} --small-rows ${options['small-rows']} --rounds ${options.rounds} --seed ${options.seed} --policy ${options.policy}${options.parts === '' ? '' : ` --parts ${options.parts}`}`;
  const small = found.small && new Map([...found.small, ...(found.slow ?? [])]);
  const sections: readonly (readonly [string, Timings | undefined])[] = [
    [`${millions(options.rows)} deals in memory`, found.large],
    [`${millions(options['small-rows'])} deals in memory`, small],
    [`Recalculation of ${millions(options.rows)} deals`, found.recalculated],
    [`CSV on disk to results, ${millions(options.rows)}`, found.csv],
    ['What if: 1,000 payees × 1,000 scenarios × 3 components', found.simulated],
  ];
  const request = sections.flatMap(([title, timings]) =>
    timings ? [`## ${title}\n\n${ranking(timings)}\n`] : [],
  );
  return `# The kernel on workload W

${goals(figures)}
${asked()}
![How many times as fast](${basename(options.chart)})

${request.join('\n')}
## Equal to the oracle

In every round every contestant's six numbers are those of the exact oracle (from CSV and in what-if: of each other) before its
time counts.${found.checked ? ` Further seeds, both policies and amounts whose products pass 2^53, each against the oracle:\n\n${found.checked.map((one) => `- ${one}`).join('\n')}` : ''}

## How it was measured

Command: \`${command}\`

${new Date().toISOString().slice(0, 10)} · ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'} (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GB · ${type()} ${release()} · Node ${process.version} · ${peerVersions()}.
Records from seed ${options.seed}. Medians of ${options.rounds} interleaved rounds after one to warm up; of several statements of a peer the fastest. “load” is the
machine's load average with the figures. Above about 1, other programs were running and affect every time here. What each
contestant does, and why it is fair: [README](../README.md#pay).
`;
}

/** The goals are set for 10 M and 1 M deals; at other sizes they are only the marks of a trial. */
function asked(): string {
  const [rows, small] = [Number(options.rows), Number(options['small-rows'])];
  if (rows === 10_000_000 && small === 1_000_000) return '';
  return `\nThe goals are set for 10 M and 1 M deals, not for ${millions(options.rows)} and ${millions(options['small-rows'])}: this is a trial.\n`;
}

function millions(rows: string): string {
  return Number(rows) >= 1_000_000 ? `${Number(rows) / 1_000_000} M` : Number(rows).toLocaleString('en-US');
}
