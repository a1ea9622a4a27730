import type { ClusteredPlaces, LedgerEngine } from './engine.ts';
import type { LedgerLayout } from './ledger-layout.ts';

/** The rows of each thread, from and past the last; those of a thread come before those of the next, gaps are allowed. */
export type RowRanges = readonly { readonly from: number; readonly to: number }[];

/** Ranges of equal length for so many threads. */
export function evenRanges(rows: number, threads: number): RowRanges {
  const cut = (thread: number) => Math.floor((rows * thread) / threads);
  return Array.from({ length: threads }, (_, thread) => ({ from: cut(thread), to: cut(thread + 1) }));
}

/** What a thread works with. */
export interface CrewMember {
  readonly memory: ArrayBufferLike;
  readonly layout: LedgerLayout;
  readonly thread: number;
}

/**
 * One thread's part of a calculation; every thread of the layout calls it at the same time with its own engine, and all
 * return when everything is paid, but for the groups marked LEFT. Same results for any number of threads (KERNEL-6).
 */
export function payLedger(engine: LedgerEngine, member: CrewMember, ranges: RowRanges): void {
  const control = new Int32Array(member.memory, member.layout.at.control, 4);
  for (const phase of ledgerPhases(engine, member, ranges)) {
    phase();
    meet(control, member.layout.threads);
  }
}

/** The same part in steps; every thread must have done a step before any begins the next. */
export function ledgerPhases(
  engine: LedgerEngine,
  member: CrewMember,
  ranges: RowRanges,
): readonly (() => void)[] {
  const { memory, layout, thread } = member;
  const { from, to } = ranges[thread]!;
  const control = new Int32Array(memory, layout.at.control, 4);
  return [
    () => engine.histogram(from, to),
    () => {
      placeCursors(member, 8);
      engine.partition(from, to);
    },
    () => {
      for (;;) {
        const block = Atomics.add(control, NEXT, 1);
        if (block >= layout.blocks) return;
        engine.payBlock(block);
      }
    },
    () => {
      placeCursors(member, 4);
      if (thread === 0) Atomics.store(control, NEXT, 0);
      engine.gather(from, to);
    },
  ];
}

const GROUPS_AT_ONCE = 512;

/** One thread's part of paying a ledger that is kept clustered; every thread calls it at the same time. */
export function payClusteredLedger(engine: LedgerEngine, member: CrewMember, ledger: ClusteredPlaces): void {
  const { memory, layout } = member;
  const control = new Int32Array(memory, layout.at.control, 4);
  for (;;) {
    const from = Atomics.add(control, NEXT, GROUPS_AT_ONCE);
    if (from >= layout.groups) break;
    engine.payClustered(ledger, from, Math.min(from + GROUPS_AT_ONCE, layout.groups));
  }
  meet(control, layout.threads, () => Atomics.store(control, NEXT, 0));
}

const ARRIVED = 0;
const ROUND = 1;
const NEXT = 2;

/** Waits until every thread of the layout has called it. */
export function meetCrew({ memory, layout }: CrewMember): void {
  meet(new Int32Array(memory, layout.at.control, 4), layout.threads);
}

/** Waits until every thread is here. The last one to come may do something while nobody else is at work, and wakes the others. */
function meet(control: Int32Array, threads: number, alone?: () => void): void {
  const round = Atomics.load(control, ROUND);
  if (Atomics.add(control, ARRIVED, 1) + 1 === threads) {
    alone?.();
    Atomics.store(control, ARRIVED, 0);
    Atomics.add(control, ROUND, 1);
    Atomics.notify(control, ROUND);
    return;
  }
  while (Atomics.load(control, ROUND) === round) Atomics.wait(control, ROUND, round);
}

/** Where this thread begins in each block: to write pairs of 8 bytes, or to read the answers of 4 that replaced them. */
function placeCursors({ memory, layout, thread }: CrewMember, step: 4 | 8): void {
  const { at, blocks, threads } = layout;
  const counts = new Uint32Array(memory, at.counts, threads * blocks);
  const cursors = new Uint32Array(memory, at.cursors + thread * blocks * 4, blocks);
  const starts = new Uint32Array(memory, at.blockStart, blocks + 1);
  let start = 0;
  for (let block = 0; block < blocks; block++) {
    if (thread === 0) starts[block] = start;
    let before = 0;
    let all = 0;
    for (let other = 0; other < threads; other++) {
      const count = counts[other * blocks + block]!;
      if (other < thread) before += count;
      all += count;
    }
    cursors[block] = at.pairs + start * 8 + before * step;
    start += all;
  }
  if (thread === 0) starts[blocks] = start;
}
