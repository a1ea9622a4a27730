import type { RoundingMode } from '../../base/ratio.ts';

/**
 * How a component pays, as straight pieces over the running credit of a line, before the line's quota, target and cap are
 * known (KERNEL-2). With x = `scale` × credit, in whole units, the pay in minor units is
 * `round((base + slope × x) × (target) ÷ divisor)`, limited to ± the line's cap. All numbers are whole.
 */
export interface PayProgram {
  /** x is this many times the credit, so that bounds in percent of quota are whole numbers. */
  readonly scale: bigint;
  /** Above zero for every quota the program is used with. */
  readonly divisor: PerQuota;
  /** Whether base and slope are multiplied by the line's target. */
  readonly timesTarget: boolean;
  /** In order of `from`; the first holds everything below, whatever its `from` says. */
  readonly pieces: readonly PayPiece[];
}

/** `fixed + perQuota × quota`. */
export interface PerQuota {
  readonly fixed: bigint;
  readonly perQuota: bigint;
}

/** Holds from the first whole x that is at least `from` up to the next piece. */
export interface PayPiece {
  readonly from: PerQuota;
  readonly base: PerQuota;
  readonly slope: bigint;
}

/** What belongs to one line: quota in units of credit, target and cap in minor units; a cap of 0 pays nothing. */
export interface LineNumbers {
  readonly quota: bigint;
  readonly target: bigint;
  readonly cap: bigint | null;
}

/** The pay, in minor units, of a line whose running credit is `credit`; exact for numbers of any size (KERNEL-5). */
export function payExactly(
  program: PayProgram,
  line: LineNumbers,
  { credit, mode }: { readonly credit: bigint; readonly mode: RoundingMode },
): bigint {
  const x = program.scale * credit;
  const at = (value: PerQuota) => value.fixed + value.perQuota * line.quota;
  let piece = program.pieces[0]!;
  for (const next of program.pieces.slice(1)) {
    if (at(next.from) > x) break;
    piece = next;
  }
  const times = program.timesTarget ? line.target : 1n;
  const pay = divideRounded((at(piece.base) + piece.slope * x) * times, at(program.divisor), mode);
  if (line.cap === null) return pay;
  if (pay > line.cap) return line.cap;
  if (pay < -line.cap) return -line.cap;
  return pay;
}

/** `over ÷ under` to a whole number, ties by the mode, a debit as the mirror of a credit; `under` is above zero. */
export function divideRounded(over: bigint, under: bigint, mode: RoundingMode): bigint {
  const size = over < 0n ? -over : over;
  const whole = size / under;
  const twice = (size - whole * under) * 2n;
  const up = twice > under || (twice === under && (mode === 'HALF_UP' || (whole & 1n) === 1n));
  const rounded = up ? whole + 1n : whole;
  return over < 0n ? -rounded : rounded;
}

/** How many words an encoded program has before its pieces, and for each of them. */
export const PROGRAM_WORDS = { head: 8, piece: 5 } as const;

/** A bound or base with both parts set is proven only while each is no larger. */
const EXACT = 2n ** 50n;

/**
 * The programs one behind the other as binary floats, and where each begins. Numbers beyond 2^53 lose digits here; the
 * kernel sees by their size that they are out of its proven range and leaves their lines to `payExactly` (KERNEL-4).
 */
export function encodePrograms(programs: readonly PayProgram[]): {
  readonly words: Float64Array;
  readonly starts: readonly number[];
} {
  const words: number[] = [];
  const starts = programs.map((program) => {
    const start = words.length;
    const { divisor, scale, timesTarget, pieces } = program;
    words.push(pieces.length, Number(scale), Number(divisor.fixed), Number(divisor.perQuota));
    words.push(timesTarget ? 1 : 0);
    words.push(
      largest(pieces.map(({ base }) => base.fixed)),
      largest(pieces.map(({ base }) => base.perQuota)),
    );
    words.push(
      pieces.every(({ from }) => isPlain(from)) ? largest(pieces.map(({ slope }) => slope)) : Infinity,
    );
    for (const { from, base, slope } of pieces) {
      words.push(Number(from.fixed), Number(from.perQuota));
      words.push(Number(base.fixed), Number(base.perQuota), Number(slope));
    }
    return start;
  });
  return { words: Float64Array.from(words), starts };
}

function largest(values: readonly bigint[]): number {
  return Math.max(...values.map((value) => Math.abs(Number(value))));
}

/** A bound whose parts cannot cancel each other out after losing digits. */
function isPlain({ fixed, perQuota }: PerQuota): boolean {
  return perQuota === 0n || (fixed <= EXACT && fixed >= -EXACT);
}
