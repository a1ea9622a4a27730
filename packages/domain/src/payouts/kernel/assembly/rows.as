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
  const signs = f64x2.splat(run.sign), halves = f64x2.splat(run.half), least = f64x2.splat(-limit), most = f64x2.splat(limit);
  let credits = f64x2.splat(0), before = i32x4.splat(0), at = from;
  while (at + four <= end) {
    // x is scale × credit, both whole: no x is nearer than a half to these, which is more than the product can be off.
    const los = f64x2.splat((run.lo - 0.5) * perScale), his = f64x2.splat((run.hi - 0.5) * perScale);
    const bases = f64x2.splat(run.base), slopes = f64x2.splat(run.slope * run.scale);
    let pays = before;
    let stays = true;
    // Where more credit does not pay more, nobody earns anything.
    if (run.slope == 0 && payRow(run.base, run.divisor, limit, halfUp) == <f64>i32x4.extract_lane(before, 3)) do {
      const amounts = amountsAt(at, apart), firstTwo = sumsOfFirst(amounts), all = sumsOfLast(amounts, firstTwo);
      const one = f64x2.add(credits, firstTwo), two = f64x2.add(credits, all);
      if (apart) {
        store<i32>(load<u32>(at, 4), 0);
        store<i32>(load<u32>(at, 12), 0);
        store<i32>(load<u32>(at, 20), 0);
        store<i32>(load<u32>(at, 28), 0);
      } else v128.store(at + ahead, i32x4.splat(0));
      stays = !v128.any_true(v128.or(f64x2.lt(f64x2.pmin(one, two), los), f64x2.gt(f64x2.pmax(one, two), his)));
      if (!stays) break;
      credits = f64x2.add(credits, upper(all));
      at += four;
    } while (at + four <= end);
    else do {
      const amounts = amountsAt(at, apart), firstTwo = sumsOfFirst(amounts), all = sumsOfLast(amounts, firstTwo);
      const one = f64x2.add(credits, firstTwo), two = f64x2.add(credits, all);
      const payOne = rounded(f64x2.div(f64x2.add(bases, f64x2.mul(slopes, one)), divisors), signs, halves, halfUp);
      const payTwo = rounded(f64x2.div(f64x2.add(bases, f64x2.mul(slopes, two)), divisors), signs, halves, halfUp);
      pays = v128.shuffle<i32>(
        f64x2.add(f64x2.pmin(f64x2.pmax(payOne, least), most), wholes),
        f64x2.add(f64x2.pmin(f64x2.pmax(payTwo, least), most), wholes),
        0, 2, 4, 6,
      );
      // What those past a piece's end seem to earn is written over by what they do.
      const earned = i32x4.sub(pays, v128.shuffle<i32>(before, pays, 3, 4, 5, 6));
      if (apart) {
        v128.store32_lane(load<u32>(at, 4), earned, 0);
        v128.store32_lane(load<u32>(at, 12), earned, 1);
        v128.store32_lane(load<u32>(at, 20), earned, 2);
        v128.store32_lane(load<u32>(at, 28), earned, 3);
      } else v128.store(at + ahead, earned);
      stays = !v128.any_true(v128.or(f64x2.lt(f64x2.pmin(one, two), los), f64x2.gt(f64x2.pmax(one, two), his)));
      if (!stays) break;
      credits = f64x2.add(credits, upper(all));
      before = pays;
      at += four;
    } while (at + four <= end);
    if (stays) break;
    // Those before the first one of another piece are paid; it and the rest are paid again, in that piece.
    const amounts = amountsAt(at, apart), firstTwo = sumsOfFirst(amounts);
    const one = f64x2.add(credits, firstTwo), two = f64x2.add(credits, sumsOfLast(amounts, firstTwo));
    const inside = <usize>ctz(i64x2.bitmask(beyond(one, los, his)) | (i64x2.bitmask(beyond(two, los, his)) << 2));
    v128.store(kept, credits);
    v128.store(kept, one, 8);
    v128.store(kept, two, 24);
    v128.store(kept, before, PAYS);
    v128.store(kept, pays, PAYS + 16);
    if (!run.move(run.scale * load<f64>(kept + (inside << 3), 8))) return false;
    credits = v128.load64_splat(kept + (inside << 3));
    before = v128.load32_splat(kept + (inside << 2), PAYS + 12);
    at += inside * step;
  }
  let credit = f64x2.extract_lane(credits, 0), paid = <f64>i32x4.extract_lane(before, 3);
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

/** Running sums of the first two amounts. */
@inline
function sumsOfFirst(amounts: v128): v128 {
  return sums(f64x2.convert_low_i32x4_s(amounts));
}

/** Running sums of the last two, the first two before them. */
@inline
function sumsOfLast(amounts: v128, firstTwo: v128): v128 {
  return f64x2.add(sums(f64x2.convert_low_i32x4_s(upper(amounts))), upper(firstTwo));
}

/** (a, a + b) of (a, b). */
@inline
function sums(pair: v128): v128 {
  return f64x2.add(pair, v128.shuffle<i64>(f64x2.splat(0), pair, 0, 2));
}

/** The upper half, twice. */
@inline
function upper(four: v128): v128 {
  return v128.shuffle<i64>(four, four, 1, 1);
}

@inline
function beyond(x: v128, los: v128, his: v128): v128 {
  return v128.or(f64x2.lt(x, los), f64x2.gt(x, his));
}

/** Half up, or as it is: what is added to 1.5 × 2^52 afterwards is rounded half to even by that, as the limits are whole. */
@inline
function rounded(exact: v128, signs: v128, halves: v128, halfUp: bool): v128 {
  return halfUp ? f64x2.trunc(f64x2.add(exact, v128.or(v128.and(exact, signs), halves))) : exact;
}
