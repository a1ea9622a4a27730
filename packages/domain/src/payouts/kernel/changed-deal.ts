import { type ClusteredPlaces, LEFT, type LedgerEngine } from './engine.ts';
import type { LedgerLayout } from './ledger-layout.ts';

/** What a changed deal does to its line, and why: the pay is `round((base + slope × x) ÷ divisor)`, limited by the cap. */
export interface ChangedLine {
  readonly group: number;
  /** Minor units; exact unless `left`. */
  readonly paidBefore: number;
  readonly paidAfter: number;
  readonly credited: number;
  readonly attainedBps: number;
  /** What the deal itself earns now. */
  readonly earned: number;
  /** The piece of the component's program that the line's credit has reached, counted from 0. */
  readonly piece: number;
  readonly x: number;
  /** True when the line left the proven range and must be settled in whole numbers of any size (KERNEL-5). */
  readonly left: boolean;
}

/**
 * A ledger kept clustered, in which deals change one at a time. Only the deal's own line is paid again (KERNEL-9): nothing
 * else depends on it, so that the whole equals a full calculation, always.
 */
export function changingLedger(
  engine: LedgerEngine,
  memory: ArrayBufferLike,
  kept: { readonly layout: LedgerLayout; readonly places: ClusteredPlaces },
): { change(group: number, position: number, amount: number): ChangedLine } {
  const { layout, places } = kept;
  const { at, groups, rows } = layout;
  const amounts = new Int32Array(memory, places.amounts, rows);
  const earned = new Int32Array(memory, places.earned, rows);
  const payout = new Float64Array(memory, at.payout, groups);
  const credited = new Float64Array(memory, at.credited, groups);
  const attained = new Float64Array(memory, at.attained, groups);
  const quota = new Float64Array(memory, at.quota, groups);
  const flags = new Uint8Array(memory, at.flags, groups);
  const programs = new Float64Array(memory);
  const programAt = new Uint32Array(memory, at.programAt, layout.components);
  return {
    change: (group, position, amount) => {
      const paidBefore = payout[group]!;
      amounts[position] = amount;
      engine.payClustered(places, group, group + 1);
      const start = (at.programs + programAt[Math.trunc(group / layout.periods) % layout.components]!) / 8;
      const x = programs[start + 1]! * credited[group]!;
      return {
        group,
        paidBefore,
        paidAfter: payout[group]!,
        credited: credited[group]!,
        attainedBps: attained[group]!,
        earned: earned[position]!,
        piece: pieceOf(programs, start, { x, quota: quota[group]! }),
        x,
        left: (flags[group]! & LEFT) !== 0,
      };
    },
  };
}

function pieceOf(
  programs: Float64Array,
  start: number,
  line: { readonly x: number; readonly quota: number },
): number {
  const count = programs[start]!;
  let piece = 0;
  for (let next = 1, at = start + 13; next < count; next++, at += 5) {
    if (programs[at]! + programs[at + 1]! * line.quota > line.x) break;
    piece = next;
  }
  return piece;
}
