/**
 * How long it takes to read what credits everyone in a year, from the ledger's segments and from the rows of the deals.
 * `node bench/ledger.ts --help`
 */

import type { TenantTx } from '../packages/server/src/db/database.ts';
import { creditsFromRows, payeeCredits } from '../packages/server/src/slices/calculations/payee-credits.ts';
import { selectPayees } from '../packages/server/src/slices/calculations/payee-store.ts';
import {
  checkLedger,
  type LedgerCheck,
} from '../packages/server/src/slices/records/ledger/write-segments.ts';
import { type BenchContext, newWorkspace, startBenchContext } from './bench-context.ts';
import { processorOfAll } from './calculation/all-processors.ts';
import { fillYear } from './calculation/fill-year.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, publish, table } from './measuring.ts';

const HELP = `node bench/ledger.ts [--deals 1000000] [--payees 10000] [--rounds 5] [--out bench/results/ledger.md]`;

const { values: options } = parseFlags({
  options: {
    deals: { type: 'string', default: '1000000' },
    payees: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    out: { type: 'string', default: 'bench/results/ledger.md' },
    help: { type: 'boolean', default: false },
  },
});

const span = { key: '2025', from: '2025-01-01', to: '2025-12-31' };
const ways = { segments: payeeCredits, rows: creditsFromRows };

/** Milliseconds by the clock, and of all processors. */
interface Cost {
  readonly clock: number;
  readonly processor: number;
}

if (options.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const bench = await startBenchContext();
  try {
    const actor = await newWorkspace(bench.ctx);
    const volume = { deals: Number(options.deals), payees: Number(options.payees) };
    const { planId } = await fillYear(bench, actor, volume);
    await bench.owner.query('VACUUM (ANALYZE) ledger_segments');
    const within = <T>(work: (tx: TenantTx) => Promise<T>) =>
      bench.ctx.read(actor, work, { snapshot: true, statementTimeoutMs: 3_600_000 });
    await within((tx) => mustBeEqual(tx, planId));
    const folder = await bench.owner.query<{ data_directory: string }>('SHOW data_directory');
    const processor = () => processorOfAll(folder.rows[0]?.data_directory ?? '');
    const loads = [load()];
    const costs: Record<keyof typeof ways, Cost[]> = { segments: [], rows: [] };
    for (let round = 0; round < Number(options.rounds); round += 1) {
      for (const way of ['segments', 'rows'] as const)
        costs[way].push(await cost(processor, () => within((tx) => drain(tx, planId, way))));
      loads.push(load());
    }
    const checks: LedgerCheck[] = [];
    const checking = await cost(processor, async () => {
      checks.push(await within((tx) => checkLedger(tx, { repair: false })));
    });
    const check = checks[0]!;
    if (check.differing.length > 0) throw new Error('The ledger differs from the deals.');
    const size = await sizeOf(bench);
    publish(options.out, report({ costs, check, checking, size, loads, serverVersion: bench.serverVersion }));
  } finally {
    await bench.stop();
  }
}

async function* creditsOf(tx: TenantTx, planId: string, way: keyof typeof ways) {
  const scope = { planId, period: span };
  const payees = await selectPayees(tx, scope, []);
  yield* ways[way](tx, scope, { payees, needed: { from: span.from, levelsBelow: null } });
}

async function drain(tx: TenantTx, planId: string, way: keyof typeof ways): Promise<void> {
  let deals = 0;
  for await (const { credits } of creditsOf(tx, planId, way)) deals += credits.deals.length;
  if (deals < Number(options.deals)) throw new Error(`Only ${deals} credited deals were read.`);
}

/** Every credited deal, member by member. */
async function mustBeEqual(tx: TenantTx, planId: string): Promise<void> {
  const texts: string[] = [];
  for await (const one of creditsOf(tx, planId, 'rows')) texts.push(JSON.stringify(one));
  let at = 0;
  for await (const one of creditsOf(tx, planId, 'segments')) {
    if (JSON.stringify(one) !== texts[at]) throw new Error(`Not the same deals: ${one.participant.id}`);
    at += 1;
  }
  if (at !== texts.length) throw new Error(`${at} payees from segments, ${texts.length} from rows`);
}

async function cost(processor: () => number, work: () => Promise<unknown>): Promise<Cost> {
  const [before, from] = [processor(), performance.now()];
  await work();
  return { clock: performance.now() - from, processor: processor() - before };
}

async function sizeOf({ owner }: BenchContext): Promise<{ table: number; index: number }> {
  const { rows } = await owner.query<{ table: string; index: string }>(
    `SELECT pg_table_size('ledger_segments') AS table, pg_indexes_size('ledger_segments') AS index`,
  );
  return { table: Number(rows[0]?.table), index: Number(rows[0]?.index) };
}

function report({
  costs,
  check,
  checking,
  size,
  loads,
  serverVersion,
}: {
  costs: Record<keyof typeof ways, readonly Cost[]>;
  check: LedgerCheck;
  checking: Cost;
  size: { table: number; index: number };
  loads: readonly number[];
  serverVersion: string;
}): string {
  const clock = (way: keyof typeof ways) => median(costs[way].map((one) => one.clock));
  const processor = (way: keyof typeof ways) => median(costs[way].map((one) => one.processor));
  const row = (name: string, one: Cost) => [
    ...[name, one.clock.toFixed(0), (one.clock / clock('rows')).toFixed(2)],
    ...[one.processor.toFixed(0), (one.processor / processor('rows')).toFixed(2)],
  ];
  const medianOf = (way: keyof typeof ways) => ({ clock: clock(way), processor: processor(way) });
  const each = (bytes: number) => (bytes / check.deals).toFixed(1);
  const command = `node bench/ledger.ts --deals ${options.deals} --payees ${options.payees} --rounds ${options.rounds}`;
  return `# The ledger

${Number(options.deals).toLocaleString('en-US')} deals of ${Number(options.payees).toLocaleString('en-US')} payees in a year: ${check.deals.toLocaleString('en-US')} credited deals in ${check.segments.toLocaleString('en-US')} segments.

${table(
  ['What', 'ms', '× rows', 'processor ms', '× rows'],
  [
    row(`Reading every credited deal from rows, median of ${costs.rows.length}`, medianOf('rows')),
    row(`The same from segments, median of ${costs.segments.length}`, medianOf('segments')),
    row('Making every segment from the deals and comparing it, once', checking),
  ],
)}

Bytes a credited deal: ${each(check.bytes)} of content, ${each(size.table)} of table, ${each(size.index)} of index. Every deal from segments equals the one from rows,
member by member, before times count.

${circumstances({ command, serverVersion, loads })}`;
}
