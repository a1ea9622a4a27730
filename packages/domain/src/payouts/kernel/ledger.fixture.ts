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
  readonly mostSlots: number;
}

/** Pays in columns; where there are several threads, each phase is done by one after the other. */
export function payInColumns(ledger: WrittenLedger, division: Division): LedgerResults {
  const { rows, mode, programs, periodOfDay } = ledger;
  const { threads, mostSlots } = division;
  const shape: LedgerShape = {
    rows: division.room,
    payees: ledger.payees,
    programs,
    periodOfDay,
    threads,
    mostSlots,
  };
  const layout = ledgerLayout(shape);
  const shared = sharedMemory(layout.bytes);
  const memory = shared.buffer;
  writeFixedParts(memory, layout, shape);
  const wide = fill(memory, layout, ledger);
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
