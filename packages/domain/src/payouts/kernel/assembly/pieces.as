// A line's pay as a function of its running credit, in pieces that are straight (KERNEL-2), made from the component's program
// and the line's own quota, target and cap; and the one rounding (KERNEL-3).

/** The pieces of the line at hand and the one its running credit is in. A static block, so nothing is ever allocated. */
@unmanaged
class Pieces {
  lo: f64 = 0;
  hi: f64 = 0;
  base: f64 = 0;
  slope: f64 = 0;
  divisor: f64 = 1;
  scale: f64 = 1;
  /** The largest size of x for which every number on the way is an exact integer (KERNEL-4). */
  safe: f64 = 0;
  count: u32 = 0;
  table: usize = 0;

  /** Moves to the piece that holds x; false when x is beyond the proven range. */
  move(x: f64): bool {
    if (abs(x) > this.safe) return false;
    let at = this.table;
    const last = at + (<usize>(this.count - 1) * 24);
    while (at < last && x >= load<f64>(at, 24)) at += 24;
    const below = at == this.table ? -Infinity : load<f64>(at), above = at < last ? load<f64>(at, 24) : Infinity;
    this.lo = max(below, -this.safe);
    this.hi = min(above, this.safe + 1);
    this.base = load<f64>(at, 8);
    this.slope = load<f64>(at, 16);
    return true;
  }
}

/** Where this thread's pieces are; placed by `placePieces`. */
export let pieces: Pieces = changetype<Pieces>(0);

/** Gives this instance (one a thread) room for its pieces: 80 bytes and 24 for each piece of the longest program. */
export function placePieces(at: usize): void {
  pieces = changetype<Pieces>(at);
  pieces.table = at + 80;
}

const EXACT: f64 = 1125899906842624; // 2^50
const MOST: f64 = 1073741823; // 2^30 - 1, so that the difference of two pays is an int32

/**
 * Makes the pieces of one line. A program is f64: count, scale, divisor fixed, divisor per quota, 1 if times target, then
 * per piece: from fixed, from per quota, base fixed, base per quota, slope. False when no credit at all is in proven range.
 */
export function fillPieces(program: usize, quota: f64, target: f64, cap: f64): bool {
  const run = pieces;
  const count = <u32>load<f64>(program);
  const times: f64 = load<f64>(program, 32) != 0 ? target : 1;
  const divisor = load<f64>(program, 16) + load<f64>(program, 24) * quota;
  run.count = count;
  run.scale = load<f64>(program, 8);
  run.divisor = divisor;
  if (!(divisor >= 1 && divisor <= EXACT)) return false;
  let steepest: f64 = 0, largest: f64 = 0;
  let from = program + 40, to = run.table;
  for (let i: u32 = 0; i < count; i++) {
    const perQuota = load<f64>(from, 24) * quota, fixed = load<f64>(from, 16);
    const base = (fixed + perQuota) * times, slope = load<f64>(from, 32) * times;
    store<f64>(to, load<f64>(from) + load<f64>(from, 8) * quota);
    store<f64>(to, base, 8);
    store<f64>(to, slope, 16);
    largest = max(largest, max(abs(base), max(abs(fixed), abs(perQuota))));
    steepest = max(steepest, abs(slope));
    from += 40;
    to += 24;
  }
  const room = cap <= MOST ? EXACT : min(EXACT, MOST * divisor * 0.999999);
  if (!(largest < room)) return false;
  run.safe = steepest == 0 ? EXACT : min(EXACT, floor(((room - largest) / steepest) * 0.999999));
  return true;
}

/** `numerator / divisor` rounded to a whole minor unit and limited; exact because both are whole and at most 2^50 (KERNEL-3). */
@inline
export function payRow(numerator: f64, divisor: f64, limit: f64, halfUp: bool): f64 {
  const exact = numerator / divisor;
  let pay = halfUp ? trunc(exact + copysign(0.5, exact)) : nearest(exact);
  if (pay > limit) pay = limit;
  else if (pay < -limit) pay = -limit;
  return pay;
}
