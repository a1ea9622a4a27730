// What if: every payee's year drawn anew, month by month from the months there were, in many scenarios (KERNEL-8).

import { fillPieces, payRow, pieces } from './pieces';

/** Where everything stands; words as ../simulate.ts writes them. */
@unmanaged
class Simulation {
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
  /** This thread's own: the drawn months of every scenario as bytes from the first, u32; then the pieces of the line at hand. */
  drawn: u32 = 0;
}

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
  for (let component: u32 = 0; component < own.components; component++) {
    if (halfUp) payDrawn(own, payee, component, true);
    else payDrawn(own, payee, component, false);
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
      v128.store(to, i32x4.shl(month, 2));
      dice = i32x4.add(dice, four);
      to += 16;
    }
  }
}

@inline
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
  const table = from + <usize>scenarios * fours;
  const bounds = writePieces(table);
  let left: u8 = inRange ? 0 : 1;
  for (let scenario: u32 = 0; scenario < scenarios; scenario++) {
    let credit: i64 = 0;
    const past = from + (<usize>months << 2);
    for (let draw = from; draw < past; draw += 4) credit += <i64>load<i32>(history + load<u32>(draw));
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
