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
  /** This thread's own: the drawn months of every scenario, u8, each as the bytes from a payee's history. */
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

/** Pays one payee in every scenario. A draw depends on seed, scenario, payee and its number alone, never on who draws it. */
export function simulatePayee(simulation: usize, payee: u32, halfUp: bool): void {
  if (halfUp) simulate(changetype<Simulation>(simulation), payee, true);
  else simulate(changetype<Simulation>(simulation), payee, false);
}

@inline
function simulate(own: Simulation, payee: u32, halfUp: bool): void {
  const months = own.months, scenarios = own.scenarios, components = own.components;
  const person = mixed(own.seed ^ (payee * 0x9e3779b1));
  let to: usize = own.drawn;
  for (let scenario: u32 = 0; scenario < scenarios; scenario++) {
    const dice = person ^ (scenario * 0x85ebca77);
    for (let k: u32 = 0; k < months; k++) {
      const draw = mixed(dice + k * 0xc2b2ae3d);
      store<u8>(to, <u8>((<u64>draw * <u64>months) >>> 32));
      to++;
    }
  }
  for (let component: u32 = 0; component < components; component++) payDrawn(own, payee, component, halfUp);
}

@inline
function payDrawn(own: Simulation, payee: u32, component: u32, halfUp: bool): void {
  const months = own.months, scenarios = own.scenarios, components = own.components;
  const line = payee * components + component;
  const at = <usize>line << 3;
  const program = own.programs + load<u32>(own.programAt + (<usize>component << 2));
  const limit = load<f64>(own.cap + at);
  const inRange = fillPieces(program, load<f64>(own.quota + at), load<f64>(own.target + at), limit);
  const run = pieces, divisor = run.divisor, scale = run.scale;
  const history: usize = own.history + ((line * months) << 2);
  let from: usize = own.drawn;
  let to: usize = own.payout + (((payee * scenarios) * components + component) << 2);
  let left: u8 = inRange ? 0 : 1;
  for (let scenario: u32 = 0; scenario < scenarios; scenario++) {
    let credit: f64 = 0;
    for (let k: u32 = 0; k < months; k++) credit += <f64>load<i32>(history + (<usize>load<u8>(from + k) << 2));
    from += months;
    const x = scale * credit;
    if (x < run.lo || x >= run.hi) {
      if (!inRange || !run.move(x)) {
        left = 1;
        store<i32>(to, 0);
        to += components << 2;
        continue;
      }
    }
    store<i32>(to, <i32>payRow(run.base + run.slope * x, divisor, limit, halfUp));
    to += components << 2;
  }
  store<u8>(own.left + line, left);
}
