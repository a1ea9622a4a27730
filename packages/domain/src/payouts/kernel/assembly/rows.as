// The one pass over a line's rows in order of day and id (KERNEL-1): four at once, a piece at a time.

import { PAYS, payRow, pieces, ROWS } from './pieces';

/** What the rows paid last came to. */
export let creditOfRows: f64 = 0;
export let payOfRows: f64 = 0;

/**
 * Pays the rows of the line that `pieces` has turned to. Rows are pairs of an amount and the place of its answer (`apart`), or
 * amounts whose answers lie `ahead`. False when a row leaves the proven range; answers so far count for nothing then.
 */
@inline
export function payRows(limit: f64, from: usize, end: usize, ahead: usize, apart: bool, halfUp: bool): bool {
  const step: usize = apart ? 8 : 4, four: usize = step << 2;
  const run = pieces, kept = changetype<usize>(run) + ROWS, perScale = 1 / run.scale;
  const divisors = f64x2.splat(run.divisor), wholes = f64x2.splat(run.whole);
  const signs = f64x2.splat(run.sign), halves = f64x2.splat(run.half);
  const ceiling = <i32>min(limit, 2147483647);
  const least = i32x4.splat(-ceiling), most = i32x4.splat(ceiling);
  const lastFour = end - four;
  let credits = i32x4.splat(0), before = i32x4.splat(0), at = from;
  while (at <= lastFour && run.near >= 0) {
    // x is scale × credit, both whole: no x is nearer than a half to its bounds, which is more than the product can be off.
    const los = i32x4.splat(<i32>max(ceil((run.lo - 0.5) * perScale), -run.near));
    const his = i32x4.splat(<i32>min(floor((run.hi - 0.5) * perScale), run.near));
    const bases = f64x2.splat(run.base), slopes = f64x2.splat(run.slope * run.scale);
    let pays = before;
    // Where more credit does not pay more, nobody earns anything.
    if (run.slope == 0 && payRow(run.base, run.divisor, limit, halfUp) == <f64>i32x4.extract_lane(before, 3)) do {
      const sums = i32x4.add(credits, runningSums(amountsAt(at, apart)));
      if (apart) {
        store<i32>(load<u32>(at, 4), 0);
        store<i32>(load<u32>(at, 12), 0);
        store<i32>(load<u32>(at, 20), 0);
        store<i32>(load<u32>(at, 28), 0);
      } else v128.store(at + ahead, i32x4.splat(0));
      if (beyond(sums, los, his)) break;
      credits = last(sums);
      at += four;
    } while (at <= lastFour);
    else do {
      const sums = i32x4.add(credits, runningSums(amountsAt(at, apart)));
      const one = f64x2.convert_low_i32x4_s(sums), two = f64x2.convert_low_i32x4_s(upper(sums));
      pays = v128.shuffle<i32>(
        f64x2.add(rounded(f64x2.div(f64x2.add(bases, f64x2.mul(slopes, one)), divisors), signs, halves, halfUp), wholes),
        f64x2.add(rounded(f64x2.div(f64x2.add(bases, f64x2.mul(slopes, two)), divisors), signs, halves, halfUp), wholes),
        0, 2, 4, 6,
      );
      pays = i32x4.min_s(i32x4.max_s(pays, least), most);
      // What those past a piece's end seem to earn is written over by what they do.
      const earned = i32x4.sub(pays, v128.shuffle<i32>(before, pays, 3, 4, 5, 6));
      if (apart) {
        v128.store32_lane(load<u32>(at, 4), earned, 0);
        v128.store32_lane(load<u32>(at, 12), earned, 1);
        v128.store32_lane(load<u32>(at, 20), earned, 2);
        v128.store32_lane(load<u32>(at, 28), earned, 3);
      } else v128.store(at + ahead, earned);
      if (beyond(sums, los, his)) break;
      credits = last(sums);
      before = pays;
      at += four;
    } while (at <= lastFour);
    if (at > lastFour) break;
    // Those before the first one of another piece are paid; it and the rest are paid again, in that piece.
    const sums = i32x4.add(credits, runningSums(amountsAt(at, apart)));
    const inside = <usize>ctz(beyond(sums, los, his));
    v128.store(kept, credits);
    v128.store(kept, sums, 4);
    v128.store(kept, before, PAYS);
    v128.store(kept, pays, PAYS + 16);
    credits = v128.load32_splat(kept + (inside << 2));
    before = v128.load32_splat(kept + (inside << 2), PAYS + 12);
    at += inside * step;
    const next = <f64>i32x4.extract_lane(credits, 0) + <f64>load<i32>(at);
    // From here on one at a time, in floats.
    if (abs(next) > run.near) break;
    run.move(run.scale * next);
  }
  let credit = <f64>i32x4.extract_lane(credits, 0), paid = <f64>i32x4.extract_lane(before, 3);
  for (; at < end; at += step) {
    credit += <f64>load<i32>(at);
    const x = run.scale * credit;
    if ((x < run.lo || x >= run.hi) && !run.move(x)) return false;
    const pay = payRow(run.base + run.slope * x, run.divisor, limit, halfUp);
    store<i32>(apart ? <usize>load<u32>(at, 4) : at + ahead, <i32>(pay - paid));
    paid = pay;
  }
  creditOfRows = credit;
  payOfRows = paid;
  return true;
}

@inline
function amountsAt(at: usize, apart: bool): v128 {
  return apart ? v128.shuffle<i32>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6) : v128.load(at);
}

/** Running sums of four. */
@inline
function runningSums(amounts: v128): v128 {
  const zero = i32x4.splat(0);
  const two = i32x4.add(amounts, v128.shuffle<i32>(zero, amounts, 0, 4, 5, 6));
  return i32x4.add(two, v128.shuffle<i32>(zero, two, 0, 1, 4, 5));
}

/** The last one, four times. */
@inline
function last(four: v128): v128 {
  return v128.shuffle<i32>(four, four, 3, 3, 3, 3);
}

/** The upper half, twice. */
@inline
function upper(four: v128): v128 {
  return v128.shuffle<i64>(four, four, 1, 1);
}

/**
 * A bit for each that is not from `los` to `his`, by the signs of the differences. Both are less than 2^30 in size, and an amount
 * at most 2^31: a sum that wraps around lands outside them too, so those before the first bit are as they should be.
 */
@inline
function beyond(sums: v128, los: v128, his: v128): i32 {
  return i32x4.bitmask(v128.or(i32x4.sub(sums, los), i32x4.sub(his, sums)));
}

/** Half up, or as it is: what is added to 1.5 × 2^52 afterwards is rounded half to even by that. */
@inline
function rounded(exact: v128, signs: v128, halves: v128, halfUp: bool): v128 {
  return halfUp ? f64x2.trunc(f64x2.add(exact, v128.or(v128.and(exact, signs), halves))) : exact;
}
