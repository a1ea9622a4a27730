import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contestant, invite, type Outcome, type Setting } from './contestant.ts';
import { writeDealsCsv, writeGroupsCsv } from './deals-csv.ts';
import { inTurn, type Timing } from './rounds.ts';
import { fillDeals, fillGroups, GROUPS, type Policy, type WorkloadSize } from './workload.ts';

/** What a run of the bench was told. */
export interface Told {
  readonly rounds: number;
  readonly seed: number;
  readonly policy: Policy;
}

const LARGEST = 2_000_000;

/** The same records for everybody; files are made once a run and removed with `forget`. */
export function records(told: Told, rows: number): { readonly setting: Setting; forget(): void } {
  const size: WorkloadSize = { rows, seed: told.seed, largestCents: LARGEST };
  const name = join(tmpdir(), `attain-bench-pay-${process.pid}-${rows}`);
  const [dealsCsv, groupsCsv] = [`${name}.csv`, `${name}-groups.csv`];
  const columns = {
    ...{ payee: new Uint32Array(rows), component: new Uint8Array(rows), day: new Uint16Array(rows) },
    ...{ amount: new Int32Array(rows), quota: new Float64Array(GROUPS), cap: new Float64Array(GROUPS) },
  };
  fillDeals(columns, size);
  fillGroups(columns, size);
  writeDealsCsv(dealsCsv, columns, rows);
  writeGroupsCsv(groupsCsv, columns);
  const setting = {
    ...size,
    policy: told.policy,
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

/** What the oracle says of some records. */
export async function asOracle(setting: Setting): Promise<Outcome['digest']> {
  return withAll(
    [invite('oracle', 'oracle-run.ts', setting)],
    async ([oracle]) => (await oracle!.ask('pay')).digest,
  );
}

/** The kernel against the oracle alone: other seeds, both policies, amounts whose products pass 2^53. */
export async function checkAgainstOracle(told: Told): Promise<readonly string[]> {
  const checked: string[] = [];
  for (const [seed, policy, largestCents] of [
    [told.seed + 1, 'HALF_EVEN', LARGEST],
    [told.seed + 2, 'HALF_UP', LARGEST],
    [told.seed + 3, 'HALF_EVEN', 2_000_000_000],
    [told.seed + 4, 'HALF_UP', 2_000_000_000],
  ] as const) {
    const setting = { rows: 1_000_000, seed, largestCents, policy, threads: 2, dealsCsv: '', groupsCsv: '' };
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
  }
  return checked;
}

/** The full calculation: the kernel in its variants and every peer that can be waited for. */
export async function fullCalculation(told: Told, setting: Setting, withSlow: boolean) {
  const expected = await asOracle(setting);
  const inMemory = { ...setting, dealsCsv: '' };
  const all = await Promise.all([
    invite('Attain, compiled, 2 threads', 'attain.ts', inMemory),
    invite('Attain, compiled, 1 thread', 'attain.ts', { ...inMemory, threads: 1 }),
    invite('Attain, TypeScript, 2 threads', 'attain.ts', { ...inMemory, engine: 'typescript' }),
    invite('Attain, TypeScript, 1 thread', 'attain.ts', { ...inMemory, engine: 'typescript', threads: 1 }),
    invite('DuckDB', 'duckdb.ts', setting),
  ]);
  const quick = await withAll(
    all.map((one) => Promise.resolve(one)),
    () => {
      const entries = all.map((contestant) => ({ label: contestant.name, contestant, work: 'pay' }));
      const duck = ['lag', 'twice'].map((how) => ({
        ...{ label: `DuckDB, ${how}`, contestant: all[4] as Contestant, work: `pay ${how}` },
      }));
      return inTurn([...entries.slice(0, 4), ...duck], { rounds: told.rounds, expected });
    },
  );
  if (!withSlow) return quick;
  const slow = await withAll(
    [invite('PostgreSQL', 'postgres.ts', setting), invite('naive', 'naive.ts', setting)],
    ([postgres, naive]) =>
      inTurn(
        [
          { label: 'PostgreSQL', contestant: postgres!, work: 'pay' },
          { label: 'objects and Maps, numbers', contestant: naive!, work: 'numbers' },
          { label: 'objects and Maps, exact decimals', contestant: naive!, work: 'decimals' },
        ],
        { rounds: Math.min(told.rounds, 3), expected },
      ),
  );
  return new Map<string, Timing>([...quick, ...slow]);
}

/** Recalculation over the clustered ledger, and as many bytes merely streamed. */
export async function recalculation(told: Told, setting: Setting) {
  const inMemory = { ...setting, dealsCsv: '' };
  const people = [
    invite('compiled, 2 threads', 'attain.ts', inMemory),
    invite('compiled, 1 thread', 'attain.ts', { ...inMemory, threads: 1 }),
    invite('DuckDB', 'duckdb.ts', setting),
  ];
  return withAll(people, ([two, one, duck]) =>
    inTurn(
      [
        { label: 'Attain, 2 threads', contestant: two!, work: 'recalculate' },
        { label: 'streaming, 2 threads', contestant: two!, work: 'stream', unchecked: true },
        { label: 'Attain, 1 thread', contestant: one!, work: 'recalculate' },
        { label: 'streaming, 1 thread', contestant: one!, work: 'stream', unchecked: true },
        { label: 'DuckDB, lag', contestant: duck!, work: 'pay lag' },
        { label: 'DuckDB, twice', contestant: duck!, work: 'pay twice' },
      ],
      { rounds: told.rounds, expected: null },
    ),
  );
}

/** From the file on disk (in the system's cache for both) to results. */
export async function fromCsv(told: Told, setting: Setting) {
  const people = [
    invite('two', 'attain.ts', setting),
    invite('one', 'attain.ts', { ...setting, threads: 1 }),
    invite('DuckDB', 'duckdb.ts', setting),
  ];
  return withAll(people, ([two, one, duck]) =>
    inTurn(
      [
        { label: 'Attain, 2 threads', contestant: two!, work: 'csv' },
        { label: 'Attain, 1 thread', contestant: one!, work: 'csv' },
        { label: 'DuckDB, lag', contestant: duck!, work: 'csv lag' },
        { label: 'DuckDB, twice', contestant: duck!, work: 'csv twice' },
      ],
      { rounds: told.rounds, expected: null },
    ),
  );
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
export async function whatIf(told: Told, setting: Setting) {
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
      { rounds: told.rounds, expected: null },
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
