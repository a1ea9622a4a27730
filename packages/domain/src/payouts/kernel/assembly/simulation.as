// What if: every payee's year drawn anew, month by month from the months there were, in many scenarios (KERNEL-8).

import { interleave, payFour, Simulation, TWO_LINES } from './four-lines';
import { fillPieces, payRow, pieces } from './pieces';

/** The finishing function of MurmurHash3: every bit of the input moves about half of those of the result. */
@inline
function mixed(word: u32): u32 {
  let h = word;
  h ^= h >>> 16;
  h *= 0x85ebca6b;
  h ^= h >>> 13;
  h *= 0xc2b2ae35;
  return h ^ (h >>> 16);
}

/** The same for four at once. */
@inline
function mixedFour(words: v128): v128 {
  let h = v128.xor(words, i32x4.shr_u(words, 16));
  h = i32x4.mul(h, i32x4.splat(0x85ebca6b));
  h = v128.xor(h, i32x4.shr_u(h, 13));
  h = i32x4.mul(h, i32x4.splat(0xc2b2ae35));
  return v128.xor(h, i32x4.shr_u(h, 16));
}

/** Pays one payee in every scenario. A draw depends on seed, scenario, payee and its number alone, never on who draws it. */
export function simulatePayee(simulation: usize, payee: u32, halfUp: bool): void {
  const own = changetype<Simulation>(simulation);
  drawMonths(own, payee);
  for (let first: u32 = 0; first < own.components; first += 4) {
    if (interleave(own, payee, first)) {
      if (halfUp) payFour(own, payee, first, true);
      else payFour(own, payee, first, false);
    } else {
      const past = min<u32>(first + 4, own.components);
      for (let component = first; component < past; component++) payDrawn(own, payee, component, halfUp);
    }
  }
}

/** Four draws at once; a scenario has its draws rounded up to fours, of which only the first are used. */
function drawMonths(own: Simulation, payee: u32): void {
  const months = own.months, scenarios = own.scenarios;
  const person = mixed(own.seed ^ (payee * 0x9e3779b1));
  const many = i32x4.splat(months), low = i32x4.splat(0xffff);
  const steps = i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(0xc2b2ae3d)), four = i32x4.splat(4 * 0xc2b2ae3d);
  let to: usize = own.drawn;
  for (let scenario: u32 = 0; scenario < scenarios; scenario++) {
    let dice = i32x4.add(i32x4.splat(person ^ (scenario * 0x85ebca77)), steps);
    for (let k: u32 = 0; k < months; k += 4) {
      const draw = mixedFour(dice);
      // The upper word of draw × months, without 64 bits: months are below 2^16.
      const rest = i32x4.shr_u(i32x4.mul(v128.and(draw, low), many), 16);
      const month = i32x4.shr_u(i32x4.add(i32x4.mul(i32x4.shr_u(draw, 16), many), rest), 16);
      v128.store(to, i32x4.shl(month, 4));
      dice = i32x4.add(dice, four);
      to += 16;
    }
  }
}

/** A line whose year may not fit an i32, by itself: its credit is added up in 64 bits. */
function payDrawn(own: Simulation, payee: u32, component: u32, halfUp: bool): void {
  const months = own.months, scenarios = own.scenarios, components = own.components;
  const line = payee * components + component;
  const at = <usize>line << 3;
  const program = own.programs + load<u32>(own.programAt + (<usize>component << 2));
  const limit = load<f64>(own.cap + at);
  const inRange = fillPieces(program, load<f64>(own.quota + at), load<f64>(own.target + at), limit);
  const run = pieces, divisor = run.divisor, scale = run.scale, safe = run.safe;
  const history: usize = own.history + ((line * months) << 2);
  const fours: usize = ((months + 3) >> 2) << 4;
  let from: usize = own.drawn;
  let to: usize = own.payout + (((payee * scenarios) * components + component) << 2);
  // Credit is drawn anew each time, so no piece is likelier than another: all bounds are compared, nothing is guessed.
  const table = from + <usize>scenarios * fours + (<usize>months << 4) + 2 * TWO_LINES;
  const bounds = writePieces(table);
  let left: u8 = inRange ? 0 : 1;
  for (let scenario: u32 = 0; scenario < scenarios; scenario++) {
    let credit: i64 = 0;
    const past = from + (<usize>months << 2);
    for (let draw = from; draw < past; draw += 4) credit += <i64>load<i32>(history + (load<u32>(draw) >> 2));
    from += fours;
    const x = scale * <f64>credit;
    if (!inRange || abs(x) > safe) {
      left = 1;
      store<i32>(to, 0);
    } else {
      let piece = table;
      for (let next = table + 24; next < bounds; next += 24) piece += select<usize>(24, 0, x >= load<f64>(next));
      store<i32>(to, <i32>payRow(load<f64>(piece, 8) + load<f64>(piece, 16) * x, divisor, limit, halfUp));
    }
    to += components << 2;
  }
  store<u8>(own.left + line, left);
}

/** Writes every piece of the line at hand (bound, base, slope) to a table; where it ends. */
function writePieces(table: usize): usize {
  const run = pieces;
  let to = table;
  for (let at = run.first; at <= run.last; at += 40) {
    store<f64>(to, load<f64>(at) + load<f64>(at, 8) * run.quota);
    store<f64>(to, (load<f64>(at, 16) + load<f64>(at, 24) * run.quota) * run.times, 8);
    store<f64>(to, load<f64>(at, 32) * run.times, 16);
    to += 24;
  }
  return to;
}
