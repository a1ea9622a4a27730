/** Attain's kernel as a contestant: the ledger in shared memory, paid by one or more threads. */

import { statSync } from 'node:fs';
import { changingLedger } from '../../packages/domain/src/payouts/kernel/changed-deal.ts';
import { compiledEngine } from '../../packages/domain/src/payouts/kernel/compiled-engine.ts';
import { sharedMemory } from '../../packages/domain/src/payouts/kernel/compiled-kernel.ts';
import { ledgerLayout, writeFixedParts } from '../../packages/domain/src/payouts/kernel/ledger-layout.ts';
import { evenRanges, type RowRanges } from '../../packages/domain/src/payouts/kernel/pay-ledger.ts';
import { READING_BYTES } from '../../packages/domain/src/payouts/kernel/read-deals.ts';
import { settleLeft } from '../../packages/domain/src/payouts/kernel/settle-left.ts';
import { percentile } from '../measuring.ts';
import { clusterRows } from './cluster.ts';
import { compete, type Outcome, type Setting, took } from './contestant.ts';
import { type CrewWork, startCrew } from './crew.ts';
import { memberOf, readRanges } from './member.ts';
import {
  below,
  type DealColumns,
  digestOf,
  draws,
  fillDeals,
  fillGroups,
  GROUPS,
  PAYEES,
  QUARTER_OF_DAY,
  workloadPrograms,
} from './workload.ts';

const TEXT_BYTES = 1 << 19;
/** The shortest row of the file: `0,0,0,2024-01-01,10000` and a line feed. */
const SHORTEST_ROW = 23;
const CHANGES = 200_000;

await compete(async (setting) => {
  const fromFile = setting.dealsCsv !== '';
  const bytes = fromFile ? statSync(setting.dealsCsv).size : 0;
  const rows = fromFile ? Math.ceil(bytes / SHORTEST_ROW) : setting.rows;
  const { layout, shape, memory, ledger } = reserve(setting, rows);
  writeFixedParts(memory.buffer, layout, shape);
  const columns = columnsOf(memory.buffer, layout);
  fillGroups(columns, setting);
  if (!fromFile) fillDeals(columns, setting);
  const work: CrewWork = {
    memory,
    engine: setting.engine,
    mode: setting.policy,
    threads: setting.threads,
    ledger,
  };
  const own = memberOf(work, 0);
  const crew = await startCrew(work);
  const together = (order: Parameters<typeof own.obey>[0]) =>
    took(() => crew.together(order, () => own.obey(order)));
  const digest = (ranges: RowRanges, earned = columns.earned) => {
    let firstId = 0;
    const ids = ranges.map(({ from, to }) => {
      const range = { from, to, firstId };
      firstId += to - from;
      return range;
    });
    return digestOf({ ...columns, earned }, ids);
  };
  const settle = (ranges: RowRanges) =>
    settleLeft({
      ...{ memory: memory.buffer, layout, programs: shape.programs, periodOfDay: QUARTER_OF_DAY, ranges },
      mode: setting.policy,
    });
  const ranges = evenRanges(setting.rows, setting.threads);
  const clustered = lazily(() => clusterRows(memory.buffer, { layout, columns, places: ledger.clustered }));

  const works = {
    pay: () => {
      columns.earned.fill(0);
      let left = 0;
      const order = { act: 'pay' as const, ranges };
      const ms = took(() => {
        crew.together(order, () => own.obey(order));
        left = settle(ranges).size;
      });
      return { ms, digest: digest(ranges), figures: { left } };
    },
    csv: () => {
      const order = { act: 'read' as const, path: setting.dealsCsv, bytes };
      let read: RowRanges = [];
      const ms = took(() => {
        crew.together(order, () => own.obey(order));
        read = readRanges(memory.buffer, ledger, setting.threads);
        settle(read);
      });
      return {
        ms,
        digest: digest(read),
        figures: { rows: read.reduce((all, { from, to }) => all + to - from, 0) },
      };
    },
    recalculate: () => {
      clustered();
      new Int32Array(memory.buffer, ledger.clustered.earned, setting.rows).fill(0);
      const ms = together({ act: 'recalculate' });
      return { ms, digest: keptDigest() };
    },
    stream: () => ({ ms: together({ act: 'stream' }) }),
    change: () => change(),
  };
  return { works, end: () => crew.stop() };

  /** The digest of the clustered ledger as it stands. */
  function keptDigest() {
    const earned = new Int32Array(memory.buffer, ledger.clustered.earned, setting.rows);
    const inOrder = new Int32Array(setting.rows);
    const { order } = clustered();
    for (let at = 0; at < setting.rows; at++) inOrder[order[at]!] = earned[at]!;
    return digest([{ from: 0, to: setting.rows }], inOrder);
  }

  /** 200,000 deals get another amount, one at a time; the digest is that of the ledger with all of them changed. */
  function change(): Outcome {
    const { position } = clustered();
    together({ act: 'recalculate' });
    const engine = compiledEngine(memory, layout, { thread: 0, mode: setting.policy });
    const kept = changingLedger(engine, memory.buffer, { layout, places: ledger.clustered });
    const next = draws(setting.seed ^ 0x1234567);
    const times = new Float64Array(CHANGES);
    let moved = 0;
    for (let i = 0; i < CHANGES; i++) {
      const row = below(next(), setting.rows);
      const amount = 10_000 + below(next(), setting.largestCents - 10_000);
      const group =
        (columns.payee[row]! * 3 + columns.component[row]!) * 4 + QUARTER_OF_DAY[columns.day[row]!]!;
      const from = performance.now();
      const line = kept.change(group, position[row]!, amount);
      times[i] = (performance.now() - from) * 1000;
      columns.amount[row] = amount;
      if (line.paidAfter !== line.paidBefore) moved += 1;
      if (line.left) throw new Error('a line left the proven range');
    }
    const keptSays = keptDigest();
    const full = works.pay();
    if (JSON.stringify(keptSays) !== JSON.stringify(full.digest))
      throw new Error('The changed ledger is not what a full calculation makes of it.');
    const all = [...times];
    return {
      ms: 0,
      digest: full.digest,
      figures: { p50: percentile(all, 50), p99: percentile(all, 99), changes: CHANGES, moved },
    };
  }
});

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function reserve(setting: Setting, rows: number) {
  const shape = {
    ...{ rows, payees: PAYEES, programs: workloadPrograms(), periodOfDay: QUARTER_OF_DAY },
    threads: setting.threads,
  };
  const layout = ledgerLayout(shape);
  let bytes = layout.bytes;
  const place = (size: number) => {
    const at = Math.ceil(bytes / 64) * 64;
    bytes = at + size;
    return at;
  };
  const each = (size: number) => Array.from({ length: setting.threads }, () => place(size));
  const clustered = { starts: place((GROUPS + 1) * 4), amounts: place(rows * 4), earned: place(rows * 4) };
  const ledger = {
    layout,
    clustered,
    text: each(TEXT_BYTES + 64),
    textBytes: TEXT_BYTES,
    readings: each(READING_BYTES),
  };
  return { layout, shape, ledger, memory: sharedMemory(bytes) };
}

function columnsOf(memory: ArrayBufferLike, { at, rows, groups }: ReturnType<typeof ledgerLayout>) {
  const floats = (place: number) => new Float64Array(memory, place, groups);
  const deals: DealColumns = {
    payee: new Uint32Array(memory, at.payee, rows),
    component: new Uint8Array(memory, at.component, rows),
    day: new Uint16Array(memory, at.day, rows),
    amount: new Int32Array(memory, at.amount, rows),
  };
  return {
    ...deals,
    earned: new Int32Array(memory, at.earned, rows),
    quota: floats(at.quota),
    cap: floats(at.cap),
    credited: floats(at.credited),
    payout: floats(at.payout),
    attained: floats(at.attained),
  };
}
