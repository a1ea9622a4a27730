import { closeSync, openSync, readSync } from 'node:fs';
import { typescriptEngine } from '../../packages/domain/src/payouts/kernel/block-phases.ts';
import { compiledEngine } from '../../packages/domain/src/payouts/kernel/compiled-engine.ts';
import type { ClusteredPlaces } from '../../packages/domain/src/payouts/kernel/engine.ts';
import {
  type CrewMember,
  meetCrew,
  payClusteredLedger,
  payLedger,
} from '../../packages/domain/src/payouts/kernel/pay-ledger.ts';
import { type DealReader, dealReader } from '../../packages/domain/src/payouts/kernel/read-deals.ts';
import {
  compiledSimulation,
  type SimulationLayout,
  typescriptSimulation,
} from '../../packages/domain/src/payouts/kernel/simulate.ts';
import type { CrewWork, Order } from './crew.ts';
import { CSV_HEADER } from './deals-csv.ts';

/** One thread of a crew, with an engine of its own. */
export interface Member {
  obey(order: Order): void;
}

/** 2024, of which workload W has every day. */
const CALENDAR = {
  firstYear: 2024,
  months: [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map((days, month, all) => ({
    firstDay: all.slice(0, month).reduce((sum, one) => sum + one, 0),
    days,
  })),
};

/** Makes a thread's engine for whatever the crew works on. */
export function memberOf(work: CrewWork, thread: number): Member {
  return work.ledger ? ledgerMember(work, work.ledger, thread) : simulationMember(work, thread);
}

function ledgerMember(work: CrewWork, ledger: NonNullable<CrewWork['ledger']>, thread: number): Member {
  const { memory, mode } = work;
  const { layout } = ledger;
  const make = {
    compiled: () => compiledEngine(memory, layout, { thread, mode }),
    typescript: () => typescriptEngine(memory.buffer, layout, { thread, mode }),
  };
  const engine = make[work.engine]();
  const reader = dealReader(memory, layout, { at: ledger.readings[thread]!, calendar: CALENDAR });
  const member: CrewMember = { memory: memory.buffer, layout, thread };
  warmStreaming();
  return {
    obey: (order) => {
      if (order.act === 'pay') payLedger(engine, member, order.ranges);
      if (order.act === 'recalculate') payClusteredLedger(engine, member, ledger.clustered);
      if (order.act === 'stream') streamBytes(member, ledger.clustered);
      if (order.act === 'read') {
        readPart(order, { ...ledger, member, reader, threads: work.threads });
        meetCrew(member);
        payLedger(engine, member, readRanges(memory.buffer, ledger, work.threads));
      }
    },
  };
}

/** Reads every amount and writes as many bytes, and nothing else: what a calculation over the ledger can hardly be faster than. */
function streamBytes(member: CrewMember, { amounts, earned }: ClusteredPlaces): void {
  const { memory, layout, thread } = member;
  const cut = (which: number) => Math.floor((layout.rows * which) / layout.threads);
  const from = new Int32Array(memory, amounts, layout.rows);
  const to = new Int32Array(memory, earned, layout.rows);
  addOne(from, to, { first: cut(thread), past: cut(thread + 1) });
  meetCrew(member);
}

function addOne(from: Int32Array, to: Int32Array, { first, past }: { first: number; past: number }): void {
  for (let row = first; row < past; row++) to[row] = from[row]! + 1;
}

/** Enough warm-up that the loop is compiled before it is measured. */
function warmStreaming(): void {
  const [from, to] = [0, 1].map(() => new Int32Array(new SharedArrayBuffer(8192)));
  for (let time = 0; time < 3000; time++) addOne(from!, to!, { first: 0, past: from!.length });
}

/** The rows each thread has read, as it noted behind its reading. */
export function readRanges(
  memory: ArrayBufferLike,
  ledger: NonNullable<CrewWork['ledger']>,
  threads: number,
): { from: number; to: number }[] {
  return Array.from({ length: threads }, (_, thread) => {
    const from = Math.floor((ledger.layout.rows * thread) / threads);
    return { from, to: from + new Uint32Array(memory, ledger.readings[thread]! + 56, 1)[0]! };
  });
}

type Part = NonNullable<CrewWork['ledger']> & { member: CrewMember; reader: DealReader; threads: number };

/**
 * Reads this thread's part of the file in portions that fit the cache. A part begins behind the first line feed at or after
 * its share of the bytes, and ends with the row that the next part begins behind.
 */
function readPart(order: { path: string; bytes: number }, part: Part): void {
  const { member, reader, threads, textBytes } = part;
  const { thread, memory, layout } = member;
  const place = part.text[thread]!;
  const text = new Uint8Array(memory, place, textBytes);
  const share = (which: number) =>
    which === 0
      ? CSV_HEADER.length
      : CSV_HEADER.length + Math.floor(((order.bytes - CSV_HEADER.length) * which) / threads);
  const file = openSync(order.path, 'r');
  let position = thread === 0 ? share(0) : share(thread) - 1;
  let skipping = thread !== 0;
  const end = share(thread + 1);
  const first = Math.floor((layout.rows * thread) / threads);
  let row = first;
  let held = 0;
  while (position < order.bytes) {
    const got = readSync(file, text, held, textBytes - held, position);
    if (got === 0) break;
    const startOfText = position - held;
    position += got;
    // The row that holds the last byte of the share is this thread's; the next begins behind its line feed.
    const isLast = position >= end;
    const limit = isLast ? end - 1 - startOfText : held + got - 1;
    const lineEnd = isLast ? text.indexOf(0x0a, Math.max(0, limit)) : text.lastIndexOf(0x0a, limit);
    const from = skipping ? text.indexOf(0x0a) + 1 : 0;
    skipping = false;
    if (lineEnd >= from && lineEnd < held + got) {
      const { rows, ended } = reader.read(place + from, place + lineEnd + 1, row);
      row += rows;
      if (ended !== place + lineEnd + 1) throw new Error(`${order.path}: row ${row + 1} cannot be read.`);
      held = held + got - (lineEnd + 1);
      text.copyWithin(0, lineEnd + 1, lineEnd + 1 + held);
      if (isLast) break;
    } else held += got;
  }
  closeSync(file);
  new Uint32Array(memory, part.readings[thread]! + 56, 1)[0] = row - first;
}

function simulationMember(work: CrewWork, thread: number): Member {
  const layout = work.simulation as SimulationLayout;
  const make = work.engine === 'compiled' ? compiledSimulation : null;
  const own = { thread, mode: work.mode };
  const pay = make ? make(work.memory, layout, own) : typescriptSimulation(work.memory.buffer, layout, own);
  // The first words of the memory are shared: next payee, arrived members, round.
  const control = new Int32Array(work.memory.buffer, 0, 4);
  return {
    obey: () => {
      for (;;) {
        const from = Atomics.add(control, 0, 16);
        if (from >= layout.payees) break;
        for (let payee = from; payee < Math.min(from + 16, layout.payees); payee++) pay(payee);
      }
      Atomics.add(control, 1, 1);
      Atomics.notify(control, 1);
      if (thread !== 0) return;
      for (;;) {
        const arrived = Atomics.load(control, 1);
        if (arrived === work.threads) break;
        Atomics.wait(control, 1, arrived);
      }
      Atomics.store(control, 1, 0);
      Atomics.store(control, 0, 0);
    },
  };
}
