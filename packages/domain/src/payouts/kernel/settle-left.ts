import type { RoundingMode } from '../../base/ratio.ts';
import { LEFT } from './engine.ts';
import type { LedgerLayout } from './ledger-layout.ts';
import type { RowRanges } from './pay-ledger.ts';
import { divideRounded, type PayProgram, payExactly } from './pay-program.ts';

/** What one group of a ledger comes to, in whole numbers of any size. */
export interface SettledGroup {
  readonly credited: bigint;
  readonly payout: bigint;
  readonly attainedBps: bigint;
  /** Row by row in order of day and id. */
  readonly earned: readonly { readonly row: number; readonly amount: bigint }[];
}

/** Numbers of the ledger that fit none of its columns: amounts by row, quotas, targets and caps by group. */
export interface WideNumbers {
  readonly amounts: ReadonlyMap<number, bigint>;
  readonly lines: ReadonlyMap<
    number,
    { readonly quota: bigint; readonly target: bigint; readonly cap: bigint | null }
  >;
}

/** No wide numbers at all. */
export const NOTHING_WIDE: WideNumbers = { amounts: new Map(), lines: new Map() };

/**
 * Pays the groups that the kernel left, exactly (KERNEL-5). What fits is written into the columns too; who reads results
 * looks here first. One pass over the rows, and only when there is anything to settle.
 */
export function settleLeft(
  ledger: {
    readonly memory: ArrayBufferLike;
    readonly layout: LedgerLayout;
    readonly programs: readonly PayProgram[];
    readonly periodOfDay: readonly number[];
    readonly ranges: RowRanges;
    readonly mode: RoundingMode;
  },
  wide: WideNumbers = NOTHING_WIDE,
): ReadonlyMap<number, SettledGroup> {
  const { memory, layout, programs, mode } = ledger;
  const rows = leftRows(ledger);
  const columns = columnsOf(memory, layout);
  const settled = new Map<number, SettledGroup>();
  for (const [group, own] of rows) {
    const program = programs[Math.trunc(group / layout.periods) % layout.components]!;
    const cap = columns.cap[group]!;
    const line = wide.lines.get(group) ?? {
      quota: BigInt(columns.quota[group]!),
      target: BigInt(columns.target[group]!),
      cap: Number.isFinite(cap) ? BigInt(cap) : null,
    };
    own.sort((a, b) => columns.day[a]! - columns.day[b]! || a - b);
    let credited = 0n;
    let payout = 0n;
    const earned = own.map((row) => {
      credited += wide.amounts.get(row) ?? BigInt(columns.amount[row]!);
      const now = payExactly(program, line, { credit: credited, mode });
      const amount = now - payout;
      payout = now;
      columns.earned[row] = Number(BigInt.asIntN(32, amount));
      return { row, amount };
    });
    const attainedBps = line.quota > 0n ? divideRounded(10_000n * credited, line.quota, 'HALF_EVEN') : 0n;
    columns.credited[group] = Number(credited);
    columns.payout[group] = Number(payout);
    columns.attained[group] = Number(attainedBps);
    settled.set(group, { credited, payout, attainedBps, earned });
  }
  return settled;
}

function columnsOf(memory: ArrayBufferLike, { at, rows, groups }: LedgerLayout) {
  const floats = (place: number) => new Float64Array(memory, place, groups);
  return {
    payee: new Uint32Array(memory, at.payee, rows),
    component: new Uint8Array(memory, at.component, rows),
    day: new Uint16Array(memory, at.day, rows),
    amount: new Int32Array(memory, at.amount, rows),
    earned: new Int32Array(memory, at.earned, rows),
    quota: floats(at.quota),
    target: floats(at.target),
    cap: floats(at.cap),
    credited: floats(at.credited),
    payout: floats(at.payout),
    attained: floats(at.attained),
    flags: new Uint8Array(memory, at.flags, groups),
  };
}

/** The rows of every group that was left, in the order of the input. */
function leftRows(ledger: {
  readonly memory: ArrayBufferLike;
  readonly layout: LedgerLayout;
  readonly periodOfDay: readonly number[];
  readonly ranges: RowRanges;
}): Map<number, number[]> {
  const { layout, periodOfDay, ranges } = ledger;
  const { payee, component, day, flags } = columnsOf(ledger.memory, layout);
  const rows = new Map<number, number[]>();
  for (let group = 0; group < layout.groups; group++) if ((flags[group]! & LEFT) !== 0) rows.set(group, []);
  if (rows.size === 0) return rows;
  for (const { from, to } of ranges) {
    for (let row = from; row < to; row++) {
      const period = periodOfDay[day[row]!]!;
      rows.get((payee[row]! * layout.components + component[row]!) * layout.periods + period)?.push(row);
    }
  }
  return rows;
}
