// A payee's lines of a simulation, four side by side: one load brings what a drawn month credits each of them, and the pay of two
// is computed at once. The same numbers, in the same order, as a line by itself (KERNEL-3, KERNEL-4).

import { fillPieces, pieces } from './pieces';

/** Where everything stands; words as ../simulate.ts writes them. */
@unmanaged
export class Simulation {
  /** Credit of each (payee, component, month), i32. */
  history: u32 = 0;
  /** Of each (payee, component), f64. */
  quota: u32 = 0;
  target: u32 = 0;
  cap: u32 = 0;
  programs: u32 = 0;
  programAt: u32 = 0;
  /** Pay of each (payee, scenario, component), i32. */
  payout: u32 = 0;
  /** 1 where a line's numbers leave the proven range, by (payee, component), u8. */
  left: u32 = 0;
  components: u32 = 0;
  months: u32 = 0;
  scenarios: u32 = 0;
  seed: u32 = 0;
  /**
   * This thread's own: the drawn months of every scenario, u32, 16 for each month from the first; then the months of four
   * lines side by side; then their pieces.
   */
  drawn: u32 = 0;
}

/** Bytes of two lines side by side before their pieces: scale, safe, divisor and limit of both. */
export const TWO_LINES: usize = 64;
/** Bytes of a piece of both: from where it holds, base, slope. */
const TWO_PIECES: usize = 48;
/** 1.5 × 2^52: a whole number added to it stands in the lower word as an i32. */
const WHOLE: f64 = 6755399441055744;

/** Lays the months of up to four lines side by side; false when a year of one might not fit an i32. */
export function interleave(own: Simulation, payee: u32, first: u32): bool {
  const months = own.months, table = sideBySide(own), count = min<u32>(4, own.components - first);
  memory.fill(table, 0, <usize>months << 4);
  let from: usize = own.history + (((payee * own.components + first) * months) << 2);
  for (let lane: u32 = 0; lane < count; lane++) {
    for (let month: u32 = 0; month < months; month++) {
      const credit = load<i32>(from);
      if (abs<i64>(credit) * <i64>months > 0x7fffffff) return false;
      store<i32>(table + (<usize>month << 4) + (<usize>lane << 2), credit);
      from += 4;
    }
  }
  return true;
}

/** Where the months of four lines stand. */
@inline
function sideBySide(own: Simulation): usize {
  return <usize>own.drawn + <usize>own.scenarios * <usize>(((own.months + 3) >> 2) << 4);
}

/** Pays up to four lines of a payee in every scenario. */
@inline
export function payFour(own: Simulation, payee: u32, first: u32, halfUp: bool): void {
  const months = own.months, components = own.components, count = min<u32>(4, components - first);
  const table = sideBySide(own), one = table + (<usize>months << 4);
  const other = writeTwo(own, payee, first, one), end = writeTwo(own, payee, first + 2, other);
  const fours: usize = ((months + 3) >> 2) << 4, step: usize = components << 2;
  let from: usize = own.drawn;
  let to: usize = own.payout + ((payee * own.scenarios * components + first) << 2);
  let allOne = i64x2.splat(-1), allOther = i64x2.splat(-1);
  const past = from + <usize>own.scenarios * fours;
  while (from < past) {
    let credit = i32x4.splat(0);
    const last = from + (<usize>months << 2);
    for (let draw = from; draw < last; draw += 4) credit = i32x4.add(credit, v128.load(table + load<u32>(draw)));
    from += fours;
    const x = f64x2.mul(v128.load(one), f64x2.convert_low_i32x4_s(credit));
    const inRange = f64x2.le(f64x2.abs(x), v128.load(one, 16));
    allOne = v128.and(allOne, inRange);
    const pay = v128.and(payTwo(one, other, x, halfUp), inRange);
    if (count > 2) {
      const y = f64x2.mul(v128.load(other), f64x2.convert_low_i32x4_s(v128.shuffle<i32>(credit, credit, 2, 3, 2, 3)));
      const within = f64x2.le(f64x2.abs(y), v128.load(other, 16));
      allOther = v128.and(allOther, within);
      const four = wholeWords(pay, v128.and(payTwo(other, end, y, halfUp), within));
      if (count == 4) v128.store(to, four);
      else {
        v128.store64_lane(to, four, 0);
        v128.store32_lane(to, four, 2, 8);
      }
    } else if (count == 2) v128.store64_lane(to, wholeWords(pay, pay), 0);
    else v128.store32_lane(to, wholeWords(pay, pay), 0);
    to += step;
  }
  const left: usize = own.left + payee * components + first;
  store<u8>(left, i64x2.extract_lane(allOne, 0) == 0 ? 1 : 0);
  if (count > 1) store<u8>(left, i64x2.extract_lane(allOne, 1) == 0 ? 1 : 0, 1);
  if (count > 2) store<u8>(left, i64x2.extract_lane(allOther, 0) == 0 ? 1 : 0, 2);
  if (count > 3) store<u8>(left, i64x2.extract_lane(allOther, 1) == 0 ? 1 : 0, 3);
}

/** Four whole numbers as words; each is less than 2^31 in size. */
@inline
function wholeWords(one: v128, other: v128): v128 {
  const whole = f64x2.splat(WHOLE);
  return v128.shuffle<i32>(f64x2.add(one, whole), f64x2.add(other, whole), 0, 2, 4, 6);
}

/** What `payRow` says of two lines at once. No piece is likelier than another, so all bounds are compared and nothing is guessed. */
@inline
function payTwo(at: usize, end: usize, x: v128, halfUp: bool): v128 {
  const limit = v128.load(at, 48);
  let base = v128.load(at, TWO_LINES + 16), slope = v128.load(at, TWO_LINES + 32);
  for (let piece = at + TWO_LINES + TWO_PIECES; piece < end; piece += TWO_PIECES) {
    const reached = f64x2.ge(x, v128.load(piece));
    base = v128.bitselect(v128.load(piece, 16), base, reached);
    slope = v128.bitselect(v128.load(piece, 32), slope, reached);
  }
  const exact = f64x2.div(f64x2.add(base, f64x2.mul(slope, x)), v128.load(at, 32));
  const pay = halfUp ? f64x2.trunc(f64x2.add(exact, halfOf(exact))) : f64x2.nearest(exact);
  return f64x2.pmin(f64x2.pmax(pay, f64x2.neg(limit)), limit);
}

/** A half with the sign of each. */
@inline
function halfOf(exact: v128): v128 {
  return v128.or(v128.and(exact, f64x2.splat(-0.0)), f64x2.splat(0.5));
}

/** Writes two neighbouring lines, and their pieces beside each other; where it ends. */
function writeTwo(own: Simulation, payee: u32, first: u32, at: usize): usize {
  const longest = max(piecesOf(own, first), piecesOf(own, first + 1));
  const end = at + TWO_LINES + longest * TWO_PIECES;
  for (let lane: usize = 0; lane < 2; lane++) {
    const to = at + (lane << 3);
    const inRange = fillLine(own, payee, first + <u32>lane);
    const run = pieces;
    // A lane without a line, or whose line is out of range, is never within: it pays nothing.
    store<f64>(to, inRange ? run.scale : 1);
    store<f64>(to, inRange ? run.safe : -1, 16);
    store<f64>(to, inRange ? run.divisor : 1, 32);
    store<f64>(to, inRange ? load<f64>(own.cap + (<usize>(payee * own.components + first + <u32>lane) << 3)) : 0, 48);
    let from = run.first;
    for (let piece = to + TWO_LINES; piece < end; piece += TWO_PIECES) {
      const is = inRange && from <= run.last;
      store<f64>(piece, is ? load<f64>(from) + load<f64>(from, 8) * run.quota : Infinity);
      store<f64>(piece, is ? (load<f64>(from, 16) + load<f64>(from, 24) * run.quota) * run.times : 0, 16);
      store<f64>(piece, is ? load<f64>(from, 32) * run.times : 0, 32);
      from += 40;
    }
  }
  return end;
}

/** Where a component's program begins. */
@inline
function programOf(own: Simulation, component: u32): usize {
  return own.programs + load<u32>(own.programAt + (<usize>component << 2));
}

/** How many pieces a component has; one where there is none, so that there is something to load. */
function piecesOf(own: Simulation, component: u32): usize {
  return component < own.components ? <usize>load<f64>(programOf(own, component)) : 1;
}

/** Turns to a line; false where there is none, or it is out of range. */
function fillLine(own: Simulation, payee: u32, component: u32): bool {
  if (component >= own.components) return false;
  const at = <usize>(payee * own.components + component) << 3;
  return fillPieces(programOf(own, component), load<f64>(own.quota + at), load<f64>(own.target + at), load<f64>(own.cap + at));
}
