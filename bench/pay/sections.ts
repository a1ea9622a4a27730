import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contestant, invite, type Outcome, type Setting } from './contestant.ts';
import { writeDealsCsv, writeGroupsCsv } from './deals-csv.ts';
import { type Entry, inTurn, type Timing } from './rounds.ts';
import { fillDeals, fillGroups, GROUPS, type Policy, type WorkloadSize } from './workload.ts';

/** Options of a bench run. */
export interface Options {
  readonly rounds: number;
  readonly seed: number;
  readonly policy: Policy;
}

const LARGEST = 2_000_000;

/** The same records for all contestants; files are made once a run and removed with `forget`. */
export function records(options: Options, rows: number): { readonly setting: Setting; forget(): void } {
  const size: WorkloadSize = { rows, seed: options.seed, largestCents: LARGEST };
  const name = join(tmpdir(), `attain-bench-pay-${process.pid}-${rows}`);
  const [dealsCsv, groupsCsv] = [`${name}.csv`, `${name}-groups.csv`];
  const columns = {
    payee: new Uint32Array(rows),
    component: new Uint8Array(rows),
    day: new Uint16Array(rows),
    amount: new Int32Array(rows),
    quota: new Float64Array(GROUPS),
    cap: new Float64Array(GROUPS),
  };
  fillDeals(columns, size);
  fillGroups(columns, size);
  writeDealsCsv(dealsCsv, columns, rows);
  writeGroupsCsv(groupsCsv, columns);
  const setting = {
    ...size,
    policy: options.policy,
    threads: 2,
    engine: 'compiled' as const,
    dealsCsv,
    groupsCsv,
  };
  const forget = () => {
    for (const file of [dealsCsv, groupsCsv]) rmSync(file, { force: true });
  };
  return { setting, forget };
}

/** The oracle's results for some records. */
async function asOracle(setting: Setting): Promise<Outcome['digest']> {
  return withAll(
    [invite('oracle', 'oracle-run.ts', setting)],
    async ([oracle]) => (await oracle!.ask('pay')).digest,
  );
}

/** The kernel against the oracle alone: other seeds, both policies, amounts whose products pass 2^53. */
export async function checkAgainstOracle(options: Options): Promise<readonly string[]> {
  const checked: string[] = [];
  for (const [seed, policy, largestCents] of [
    [options.seed + 1, 'HALF_EVEN', LARGEST],
    [options.seed + 2, 'HALF_UP', LARGEST],
    [options.seed + 3, 'HALF_EVEN', 2_000_000_000],
    [options.seed + 4, 'HALF_UP', 2_000_000_000],
  ] as const) {
    const setting = { rows: 200_000, seed, largestCents, policy, threads: 2, dealsCsv: '', groupsCsv: '' };
    const expected = await asOracle({ ...setting, engine: 'compiled' });
    for (const engine of ['compiled', 'typescript'] as const) {
      const left = await withAll([invite(engine, 'attain.ts', { ...setting, engine })], async ([kernel]) => {
        const entry = { label: `${engine}, seed ${seed}`, contestant: kernel!, work: 'pay' };
        const timings = await inTurn([entry], { rounds: 1, expected });
        return timings.get(entry.label)?.figures?.left ?? 0;
      });
      const largest = `amounts to ${(largestCents / 100).toLocaleString('en-US')}`;
      checked.push(
        `${engine}: seed ${seed}, ${policy}, ${largest}, ${left} of ${GROUPS} lines in whole numbers of any size`,
      );
    }
    checked.push(await checkSimulation(setting));
  }
  return checked;
}

/** The simulation against the one straight from the definition. */
async function checkSimulation(setting: Omit<Setting, 'engine'>): Promise<string> {
  return withAll(
    [invite('what if', 'attain-what-if.ts', { ...setting, engine: 'compiled' })],
    async ([one]) => {
      const plainly = { label: 'straight from the definition', contestant: one!, work: 'plainly' };
      const compiled = { label: 'what if, compiled', contestant: one!, work: 'simulate' };
      await inTurn([plainly, compiled], { rounds: 1, expected: null });
      return `what if: seed ${setting.seed}, ${setting.policy}, compiled as straight from the definition`;
    },
  );
}

/** The statement of DuckDB's that is the faster one here, by one try each after one to warm up. */
async function duckWork(duck: Contestant, kind: 'pay' | 'csv'): Promise<string> {
  const tried: { readonly work: string; readonly ms: number }[] = [];
  for (const work of [`${kind} lag`, `${kind} twice`, `${kind} lag`, `${kind} twice`])
    tried.push({ work, ms: (await duck.ask(work)).ms });
  return tried.slice(2).reduce((a, b) => (b.ms < a.ms ? b : a)).work;
}

/** The full calculation, and the one over the clustered ledger, by the kernel in its variants and DuckDB. */
export async function fullCalculation(
  options: Options,
  setting: Setting,
): Promise<ReadonlyMap<string, Timing>> {
  const expected = await asOracle(setting);
  const inMemory = { ...setting, dealsCsv: '' };
  const people = [
    invite('compiled 2', 'attain.ts', inMemory),
    invite('compiled 1', 'attain.ts', { ...inMemory, threads: 1 }),
    invite('TypeScript 2', 'attain.ts', { ...inMemory, engine: 'typescript' }),
    invite('TypeScript 1', 'attain.ts', { ...inMemory, engine: 'typescript', threads: 1 }),
    invite('DuckDB', 'duckdb.ts', setting),
  ];
  return withAll(people, async ([two, one, typescriptTwo, typescriptOne, duck]) => {
    const work = await duckWork(duck!, 'pay');
    const short = recalculations(two!, one!);
    return inTurn(
      [
        { label: 'Attain, compiled, 2 threads', contestant: two!, work: 'pay' },
        { label: 'Attain, compiled, 1 thread', contestant: one!, work: 'pay' },
        { label: 'Attain, TypeScript, 2 threads', contestant: typescriptTwo!, work: 'pay' },
        { label: 'Attain, TypeScript, 1 thread', contestant: typescriptOne!, work: 'pay' },
        { label: `DuckDB (${work})`, contestant: duck!, work },
        ...short,
      ],
      { rounds: options.rounds, expected },
    );
  });
}

/** Work of a few milliseconds runs three times per round, because a single run mostly measures the machine. */
function recalculations(two: Contestant, one: Contestant): readonly Entry[] {
  const once = [
    { label: 'clustered ledger, 2 threads', contestant: two, work: 'recalculate' },
    { label: 'streaming the same bytes, 2 threads', contestant: two, work: 'stream', unchecked: true },
    { label: 'clustered ledger, 1 thread', contestant: one, work: 'recalculate' },
    { label: 'streaming the same bytes, 1 thread', contestant: one, work: 'stream', unchecked: true },
  ];
  return [...once, ...once, ...once];
}

/** The clustered ledger and the streaming of its bytes alone: short enough to wait for a quiet moment. */
export async function recalculation(
  options: Options,
  setting: Setting,
): Promise<ReadonlyMap<string, Timing>> {
  const expected = await asOracle(setting);
  const inMemory = { ...setting, dealsCsv: '' };
  const people = [
    invite('compiled 2', 'attain.ts', inMemory),
    invite('compiled 1', 'attain.ts', { ...inMemory, threads: 1 }),
  ];
  return withAll(people, ([two, one]) =>
    inTurn(recalculations(two!, one!), { rounds: options.rounds, expected }),
  );
}

/** Peers that are waited for at the small size only. */
export async function slowPeers(options: Options, setting: Setting): Promise<ReadonlyMap<string, Timing>> {
  const expected = await asOracle(setting);
  const people = [invite('PostgreSQL', 'postgres.ts', setting), invite('naive', 'naive.ts', setting)];
  return withAll(people, ([postgres, naive]) =>
    inTurn(
      [
        { label: 'PostgreSQL', contestant: postgres!, work: 'pay' },
        { label: 'objects and Maps, numbers', contestant: naive!, work: 'numbers' },
        { label: 'objects and Maps, exact decimals', contestant: naive!, work: 'decimals' },
      ],
      { rounds: options.rounds, expected },
    ),
  );
}

/** From the file on disk (in the system's cache for both) to results. */
export async function fromCsv(options: Options, setting: Setting) {
  const people = [
    invite('two', 'attain.ts', setting),
    invite('one', 'attain.ts', { ...setting, threads: 1 }),
    invite('DuckDB', 'duckdb.ts', setting),
  ];
  return withAll(people, async ([two, one, duck]) => {
    const work = await duckWork(duck!, 'csv');
    return inTurn(
      [
        { label: 'Attain, 2 threads', contestant: two!, work: 'csv' },
        { label: 'Attain, 1 thread', contestant: one!, work: 'csv' },
        { label: `DuckDB (${work})`, contestant: duck!, work },
      ],
      { rounds: options.rounds, expected: null },
    );
  });
}

/** One changed deal, many times; PostgreSQL with a covering index. */
export async function changedDeal(setting: Setting) {
  const kernel = await withAll(
    [invite('Attain', 'attain.ts', { ...setting, dealsCsv: '' })],
    async ([one]) => (await one!.ask('change')).figures,
  );
  const postgres = await withAll(
    [invite('PostgreSQL', 'postgres.ts', setting)],
    async ([one]) => (await one!.ask('change')).figures,
  );
  return { kernel, postgres };
}

/** 1,000 payees × 1,000 scenarios × 3 components. */
export async function whatIf(options: Options, setting: Setting) {
  const people = [
    invite('two', 'attain-what-if.ts', setting),
    invite('typescript', 'attain-what-if.ts', { ...setting, engine: 'typescript' }),
    invite('DuckDB', 'duckdb-what-if.ts', setting),
  ];
  return withAll(people, ([two, typescript, duck]) =>
    inTurn(
      [
        { label: 'Attain, compiled, 2 threads', contestant: two!, work: 'simulate' },
        { label: 'Attain, TypeScript, 2 threads', contestant: typescript!, work: 'simulate' },
        { label: 'straightforward TypeScript', contestant: two!, work: 'plainly' },
        { label: 'DuckDB', contestant: duck!, work: 'simulate' },
      ],
      { rounds: options.rounds, expected: null },
    ),
  );
}

/** The most memory each held for one calculation, in a process that did nothing else. */
export async function peakMemory(
  setting: Setting,
): Promise<{ readonly attain: number; readonly duckdb: number }> {
  const once = async (name: string, program: string, [own, work]: readonly [Setting, string]) => {
    const contestant = await invite(name, program, own);
    await contestant.ask(work);
    return contestant.leave();
  };
  return {
    attain: await once('Attain', 'attain.ts', [{ ...setting, dealsCsv: '' }, 'pay']),
    duckdb: await once('DuckDB', 'duckdb.ts', [setting, 'pay twice']),
  };
}

/** Works with contestants and sends them home, whatever happens. */
async function withAll<T>(
  invited: readonly Promise<Contestant>[],
  work: (all: readonly Contestant[]) => Promise<T>,
): Promise<T> {
  const all = await Promise.all(invited);
  try {
    return await work(all);
  } finally {
    await Promise.all(all.map((one) => one.leave().catch(() => Number.NaN)));
  }
}
