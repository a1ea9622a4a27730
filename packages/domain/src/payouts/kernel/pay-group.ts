import type { RoundingMode } from '../../base/ratio.ts';
import { type ClusteredPlaces, LEFT, WIDE } from './engine.ts';
import type { LedgerLayout } from './ledger-layout.ts';
import { EXACT, LinePieces } from './line-pieces.ts';

const TO_EVEN = 6_755_399_441_055_744;

/** Pays groups of a ledger one at a time: the single pass over a group's rows in the order of day and id (KERNEL-1). */
export interface GroupPayer {
  /** Rows of two words: the amount and the place of its answer in bytes; `from` and `to` are places of 4 bytes. */
  sorted(group: number, from: number, to: number): void;
  /** Rows of one word. */
  clustered(ledger: ClusteredPlaces, group: number): void;
}

/** A payer of its own for a thread; it allocates nothing from one group to the next. */
export function groupPayer(memory: ArrayBufferLike, layout: LedgerLayout, mode: RoundingMode): GroupPayer {
  const { at, groups, components, periods } = layout;
  const words = new Int32Array(memory);
  const programs = new Float64Array(memory);
  const floats = (place: number) => new Float64Array(memory, place, groups);
  const columns = {
    quota: floats(at.quota),
    target: floats(at.target),
    cap: floats(at.cap),
    credited: floats(at.credited),
    payout: floats(at.payout),
    attained: floats(at.attained),
    flags: new Uint8Array(memory, at.flags, groups),
  };
  const run = new LinePieces(programs);
  const even = mode === 'HALF_EVEN';

  /** The group's pieces, standing at zero; false when it must be paid in whole numbers of any size. */
  function fill(group: number): boolean {
    columns.flags[group]! &= WIDE;
    if (columns.flags[group] !== 0) return false;
    const program = words[(at.programAt >> 2) + (Math.trunc(group / periods) % components)]!;
    const line = { quota: columns.quota[group]!, target: columns.target[group]!, cap: columns.cap[group]! };
    return run.fill((at.programs + program) / 8, line);
  }

  /** Rows of `step` words each; `place` says where the answer of the row at a place goes. False: the range was left. */
  function pay(group: number, rows: { from: number; to: number; step: number; ahead: number }): boolean {
    const { from, to, step, ahead } = rows;
    const limit = columns.cap[group]!;
    const { scale, divisor } = run;
    let { lo, hi, base, slope } = run;
    let credit = 0;
    let paid = 0;
    for (let i = from; i < to; i += step) {
      credit += words[i]!;
      const x = scale * credit;
      if (x < lo || x >= hi) {
        if (!run.move(x)) return false;
        ({ lo, hi, base, slope } = run);
      }
      const exact = (base + slope * x) / divisor;
      let now = even
        ? exact + TO_EVEN - TO_EVEN
        : exact < 0
          ? Math.ceil(exact - 0.5)
          : Math.floor(exact + 0.5);
      if (now > limit) now = limit;
      else if (now < -limit) now = -limit;
      words[step === 2 ? words[i + 1]! >>> 2 : i + ahead] = now - paid;
      paid = now;
    }
    finish(group, credit, paid);
    return true;
  }

  function finish(group: number, credited: number, paid: number): void {
    const asked = columns.quota[group]!;
    const reached = 10_000 * credited;
    columns.credited[group] = credited;
    // Nothing is added, so that a rounded −0.3 is 0 and not −0.
    columns.payout[group] = paid + 0;
    columns.attained[group] = asked > 0 ? reached / asked + TO_EVEN - TO_EVEN + 0 : 0;
    if (Math.abs(reached) > EXACT) columns.flags[group]! |= LEFT;
  }

  return {
    sorted: (group, from, to) => {
      if (fill(group) && pay(group, { from, to, step: 2, ahead: 0 })) return;
      for (let i = from; i < to; i += 2) words[words[i + 1]! >>> 2] = 0;
      columns.flags[group]! |= LEFT;
    },
    clustered: (ledger, group) => {
      const starts = ledger.starts >> 2;
      const first = ledger.amounts / 4;
      const ahead = (ledger.earned - ledger.amounts) / 4;
      const from = first + (words[starts + group]! >>> 0);
      const to = first + (words[starts + group + 1]! >>> 0);
      if (fill(group) && pay(group, { from, to, step: 1, ahead })) return;
      words.fill(0, from + ahead, to + ahead);
      columns.flags[group]! |= LEFT;
    },
  };
}
