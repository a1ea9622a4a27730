import type { RoundingMode } from '../../base/ratio.ts';
import { typescriptEngine } from './block-phases.ts';
import { compiledEngine } from './compiled-engine.ts';
import { sharedMemory } from './compiled-kernel.ts';
import { WIDE } from './engine.ts';
import { type LedgerShape, ledgerLayout, writeFixedParts } from './ledger-layout.ts';
import { evenRanges, ledgerPhases } from './pay-ledger.ts';
import { type LineNumbers, type PayProgram, payExactly } from './pay-program.ts';
import { settleLeft, type WideNumbers } from './settle-left.ts';

/** A small ledger in whole numbers of any size, as a test writes it. */
export interface WrittenLedger {
  readonly payees: number;
  readonly programs: readonly PayProgram[];
  readonly periodOfDay: readonly number[];
  readonly mode: RoundingMode;
  /** In the order of their ids. */
  readonly rows: readonly {
    readonly payee: number;
    readonly component: number;
    readonly day: number;
    readonly amount: bigint;
  }[];
  line(group: number): LineNumbers;
}

/** Everything a ledger comes to. */
export interface LedgerResults {
  readonly earned: readonly bigint[];
  readonly credited: readonly bigint[];
  readonly payout: readonly bigint[];
}

/** Pays straight from the rules, line by line, in whole numbers. */
export function payPlainly(ledger: WrittenLedger): LedgerResults {
  const periods = Math.max(...ledger.periodOfDay) + 1;
  const groups = ledger.payees * ledger.programs.length * periods;
  const credited = Array.from({ length: groups }, () => 0n);
  const payout = Array.from({ length: groups }, () => 0n);
  const earned = ledger.rows.map(() => 0n);
  const ordered = ledger.rows.map((row, at) => ({ ...row, at })).sort((a, b) => a.day - b.day || a.at - b.at);
  for (const { payee, component, day, amount, at } of ordered) {
    const group = (payee * ledger.programs.length + component) * periods + ledger.periodOfDay[day]!;
    credited[group]! += amount;
    const own = { credit: credited[group]!, mode: ledger.mode };
    const now = payExactly(ledger.programs[component]!, ledger.line(group), own);
    earned[at] = now - payout[group]!;
    payout[group] = now;
  }
  return { earned, credited, payout };
}

/** How the work is divided; none of it may change a result. */
export interface Division {
  readonly engine: 'typescript' | 'compiled';
  /** Room for so many rows: little makes blocks thin, so that they are sorted in two passes. */
  readonly room: number;
  readonly threads: number;
  readonly maxSlots: number;
}

/** Pays in columns; where there are several threads, each phase is done by one after the other. */
export function payInColumns(ledger: WrittenLedger, division: Division): LedgerResults {
  const { rows, mode, programs, periodOfDay } = ledger;
  const { threads } = division;
  const { layout, shared, wide } = laidOut(ledger, division, 0);
  const memory = shared.buffer;
  const ranges = evenRanges(rows.length, threads);
  const courses = ranges.map((_, thread) => {
    const own = { thread, mode };
    const engine =
      division.engine === 'compiled'
        ? compiledEngine(shared, layout, own)
        : typescriptEngine(memory, layout, own);
    return ledgerPhases(engine, { memory, layout, thread }, ranges);
  });
  for (const phase of courses[0]!.keys()) for (const course of courses) course[phase]!();
  const settled = settleLeft({ memory, layout, programs, periodOfDay, ranges, mode }, wide);
  const floats = (place: number) => [...new Float64Array(memory, place, layout.groups)].map(BigInt);
  const results = {
    earned: [...new Int32Array(memory, layout.at.earned, rows.length)].map(BigInt),
    credited: floats(layout.at.credited),
    payout: floats(layout.at.payout),
  };
  for (const [group, one] of settled) {
    results.credited[group] = one.credited;
    results.payout[group] = one.payout;
    for (const { row, amount } of one.earned) results.earned[row] = amount;
  }
  return results;
}

/** What a ledger that is kept clustered comes to; a line that was left (KERNEL-5) counts for nothing. */
export function payKept(ledger: WrittenLedger, engine: Division['engine']) {
  const { rows, periodOfDay, programs, mode } = ledger;
  const room = rows.length + 1;
  const bytes = (room + programs.length * ledger.payees * periodOfDay.length) * 12;
  const { layout, shared } = laidOut(ledger, { room, threads: 1, maxSlots: 40_000 }, bytes);
  const memory = shared.buffer;
  const { groups } = layout;
  const groupOf = ({ payee, component, day }: WrittenLedger['rows'][number]) =>
    (payee * programs.length + component) * layout.periods + periodOfDay[day]!;
  const order = [...rows.entries()].sort(
    ([i, a], [j, b]) => groupOf(a) - groupOf(b) || a.day - b.day || i - j,
  );
  const places = { earned: layout.bytes, starts: layout.bytes + room * 4, amounts: 0 };
  // The amounts end where the memory ends: a read beyond the last one would be a fault.
  places.amounts = memory.byteLength - rows.length * 4;
  const starts = new Uint32Array(memory, places.starts, groups + 1).fill(rows.length);
  for (let at = rows.length - 1, group = groups - 1; group >= 0; group--) {
    while (at >= 0 && groupOf(order[at]![1]) >= group) at -= 1;
    starts[group] = at + 1;
  }
  new Int32Array(memory, places.amounts, rows.length).set(order.map(([, { amount }]) => Number(amount)));
  const own = { thread: 0, mode };
  const made =
    engine === 'compiled' ? compiledEngine(shared, layout, own) : typescriptEngine(memory, layout, own);
  made.payClustered(places, 0, groups);
  const kept = new Int32Array(memory, places.earned, rows.length);
  const earned = rows.map(() => 0n);
  for (const [at, [row]] of order.entries()) earned[row] = BigInt(kept[at]!);
  const flags = new Uint8Array(memory, layout.at.flags, groups);
  const floats = (place: number) => [...new Float64Array(memory, place, groups)].map(BigInt);
  return {
    earned,
    credited: floats(layout.at.credited),
    payout: floats(layout.at.payout),
    isLeft: (row: number) => flags[groupOf(rows[row]!)] !== 0,
    left: [...flags.keys()].filter((group) => flags[group] !== 0),
  };
}

function laidOut(ledger: WrittenLedger, division: Omit<Division, 'engine'>, further: number) {
  const { room, threads, maxSlots } = division;
  const { payees, programs, periodOfDay } = ledger;
  const shape: LedgerShape = { rows: room, payees, programs, periodOfDay, threads, maxSlots };
  const layout = ledgerLayout(shape);
  const shared = sharedMemory(layout.bytes + further);
  writeFixedParts(shared.buffer, layout, shape);
  return { layout, shared, wide: fill(shared.buffer, layout, ledger) };
}

const INT32 = 2n ** 31n;

function fill(
  memory: ArrayBufferLike,
  layout: ReturnType<typeof ledgerLayout>,
  ledger: WrittenLedger,
): WideNumbers {
  const { at, components, periods } = layout;
  const amounts = new Map<number, bigint>();
  const lines = new Map<number, LineNumbers>();
  const flags = new Uint8Array(memory, at.flags, layout.groups);
  const put = (place: number, group: number, value: bigint) => {
    new Float64Array(memory, place, layout.groups)[group] = Number(value);
    return value > 2n ** 53n;
  };
  for (let group = 0; group < layout.groups; group++) {
    const line = ledger.line(group);
    const marks = [put(at.quota, group, line.quota), put(at.target, group, line.target)];
    if (line.cap === null) new Float64Array(memory, at.cap, layout.groups)[group] = Number.POSITIVE_INFINITY;
    else marks.push(put(at.cap, group, line.cap));
    if (!marks.includes(true)) continue;
    flags[group] = WIDE;
    lines.set(group, line);
  }
  for (const [i, { payee, component, day, amount }] of ledger.rows.entries()) {
    new Uint32Array(memory, at.payee, ledger.rows.length)[i] = payee;
    new Uint8Array(memory, at.component, ledger.rows.length)[i] = component;
    new Uint16Array(memory, at.day, ledger.rows.length)[i] = day;
    new Int32Array(memory, at.amount, ledger.rows.length)[i] = Number(BigInt.asIntN(32, amount));
    if (amount >= -INT32 && amount < INT32) continue;
    amounts.set(i, amount);
    flags[(payee * components + component) * periods + ledger.periodOfDay[day]!] = WIDE;
  }
  return { amounts, lines };
}
