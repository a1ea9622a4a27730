/** Attain's kernel as a contestant: the ledger in shared memory, paid by one or more threads. */

import { statSync } from 'node:fs';
import { changingLedger } from '../../../packages/domain/src/payouts/kernel/changed-deal.ts';
import { compiledEngine } from '../../../packages/domain/src/payouts/kernel/compiled-engine.ts';
import { evenRanges, type RowRanges } from '../../../packages/domain/src/payouts/kernel/pay-ledger.ts';
import { settleLeft } from '../../../packages/domain/src/payouts/kernel/settle-left.ts';
import { percentile } from '../../measuring.ts';
import { clusterRows } from '../cluster.ts';
import { compete, type Outcome, type Setting, took } from '../contestant.ts';
import { type Order, startCrew } from '../crew.ts';
import { type LedgerMemory, reserveLedger } from '../ledger-memory.ts';
import { memberOf, readRanges } from '../member.ts';
import {
  below,
  COMPONENTS,
  type Digest,
  digestOf,
  draws,
  fillDeals,
  fillGroups,
  QUARTER_OF_DAY,
  workloadPrograms,
} from '../workload.ts';

/** The shortest row of the file: `0,0,0,2024-01-01,10000` and a line feed. */
const SHORTEST_ROW = 23;
const CHANGES = 200_000;

await compete(async (setting) => {
  const bytes = setting.dealsCsv === '' ? 0 : statSync(setting.dealsCsv).size;
  const kept = reserveLedger(setting, bytes === 0 ? setting.rows : Math.ceil(bytes / SHORTEST_ROW));
  const { columns, ledger } = kept;
  fillGroups(columns, setting);
  if (bytes === 0) fillDeals(columns, setting);
  const work = {
    memory: kept.memory,
    engine: setting.engine,
    mode: setting.policy,
    threads: setting.threads,
    ledger,
  };
  const own = memberOf(work, 0);
  const crew = await startCrew(work);
  const together = (order: Order) => crew.together(order, () => own.obey(order));
  const ranges = evenRanges(setting.rows, setting.threads);
  const clustered = lazily(() => clusterRows(kept.memory.buffer, { ...kept, places: ledger.clustered }));
  const works = {
    pay: () => {
      columns.earned.fill(0);
      let left = 0;
      const time = took(() => {
        together({ act: 'pay', ranges });
        left = settle(kept, setting, ranges);
      });
      return { ...time, digest: digest(kept, ranges), figures: { left } };
    },
    csv: () => {
      let read: RowRanges = [];
      const time = took(() => {
        together({ act: 'read', path: setting.dealsCsv, bytes });
        read = readRanges(kept.memory.buffer, ledger, setting.threads);
        settle(kept, setting, read);
      });
      return { ...time, digest: digest(kept, read) };
    },
    recalculate: () => {
      const { order } = clustered();
      keptEarned(kept).fill(0);
      const time = took(() => together({ act: 'recalculate' }));
      return { ...time, digest: keptDigest(kept, order) };
    },
    stream: () => took(() => together({ act: 'stream' })),
    change: () => {
      const { order, position } = clustered();
      together({ act: 'recalculate' });
      const figures = changeDeals(kept, setting, position);
      const changed = keptDigest(kept, order);
      const full = works.pay();
      if (JSON.stringify(changed) !== JSON.stringify(full.digest))
        throw new Error('The changed ledger is not what a full calculation makes of it.');
      return { ms: 0, digest: changed, figures };
    },
  };
  return { works, end: () => crew.stop() };
});

/** Pays what the kernel left; how many lines that was. */
function settle({ memory, layout }: LedgerMemory, { policy }: Setting, ranges: RowRanges): number {
  const programs = workloadPrograms();
  const ledger = {
    memory: memory.buffer,
    layout,
    programs,
    periodOfDay: QUARTER_OF_DAY,
    ranges,
    mode: policy,
  };
  return settleLeft(ledger).size;
}

function digest({ columns }: LedgerMemory, ranges: RowRanges, earned = columns.earned): Digest {
  let firstId = 0;
  const ids = ranges.map(({ from, to }) => {
    const range = { from, to, firstId };
    firstId += to - from;
    return range;
  });
  return digestOf({ ...columns, earned }, ids);
}

function keptEarned({ memory, ledger, layout }: LedgerMemory): Int32Array {
  return new Int32Array(memory.buffer, ledger.clustered.earned, layout.rows);
}

/** The digest of the current clustered ledger. */
function keptDigest(kept: LedgerMemory, order: Uint32Array): Digest {
  const earned = keptEarned(kept);
  const inOrder = new Int32Array(order.length);
  for (let at = 0; at < order.length; at++) inOrder[order[at]!] = earned[at]!;
  return digest(kept, [{ from: 0, to: order.length }], inOrder);
}

/** 200,000 deals get another amount, one at a time; each is timed separately, in microseconds. */
function changeDeals(
  kept: LedgerMemory,
  setting: Setting,
  position: Uint32Array,
): NonNullable<Outcome['figures']> {
  const { memory, layout, ledger, columns } = kept;
  const engine = compiledEngine(memory, layout, { thread: 0, mode: setting.policy });
  const changing = changingLedger(engine, memory.buffer, { layout, places: ledger.clustered });
  const next = draws(setting.seed ^ 0x1234567);
  const times: number[] = [];
  let moved = 0;
  for (let i = 0; i < CHANGES; i++) {
    const row = below(next(), setting.rows);
    const amount = 10_000 + below(next(), setting.largestCents - 10_000);
    const line = columns.payee[row]! * COMPONENTS + columns.component[row]!;
    const group = line * 4 + QUARTER_OF_DAY[columns.day[row]!]!;
    const from = performance.now();
    const changed = changing.change(group, position[row]!, amount);
    times.push((performance.now() - from) * 1000);
    columns.amount[row] = amount;
    if (changed.paidAfter !== changed.paidBefore) moved += 1;
    if (changed.left) throw new Error('a line left the proven range');
  }
  return { p50: percentile(times, 50), p99: percentile(times, 99), changes: CHANGES, moved };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
