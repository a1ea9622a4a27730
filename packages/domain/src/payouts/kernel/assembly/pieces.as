// A line's pay as a function of its running credit, in pieces that are straight (KERNEL-2), made from the component's program
// and the line's own quota, target and cap; and the one rounding (KERNEL-3).

/** The line at hand and the piece that its running credit is in. One block a thread, so nothing is ever allocated. */
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
  quota: f64 = 0;
  times: f64 = 1;
  first: usize = 0;
  last: usize = 0;
  at: usize = 0;
  unused: u32 = 0;
  /** Up to this size of the credit, credits and unlimited pays fit an i32, and rows are taken four at a time; -1: never. */
  near: f64 = 0;
  /** Constants that are loaded once a line; as constants of the code they would be made anew for every row. */
  whole: f64 = 0;
  half: f64 = 0;
  sign: f64 = 0;

  /** Moves to the piece that holds x; false when x is beyond the proven range. */
  move(x: f64): bool {
    const safe = this.safe, quota = this.quota, times = this.times, last = this.last;
    if (abs(x) > safe) return false;
    let at = this.at, lo = this.lo, hi = this.hi;
    while (x >= hi) {
      at += PIECE;
      lo = hi;
      hi = at < last ? min(bound(at + PIECE, quota), safe + 1) : safe + 1;
    }
    while (x < lo) {
      hi = lo;
      lo = at - PIECE > this.first ? max(bound(at - PIECE, quota), -safe) : -safe;
      at -= PIECE;
    }
    this.at = at;
    this.lo = lo;
    this.hi = hi;
    this.base = (load<f64>(at, 16) + load<f64>(at, 24) * quota) * times;
    this.slope = load<f64>(at, 32) * times;
    return true;
  }
}

const PIECE: usize = 40;

@inline
function bound(piece: usize, quota: f64): f64 {
  return load<f64>(piece) + load<f64>(piece, 8) * quota;
}

/** Where this thread's pieces are; placed by `placePieces`. */
export let pieces: Pieces = changetype<Pieces>(0);

/** Behind the pieces: the running credits of the rows at hand, and their pays. */
export const ROWS: usize = 128;
export const PAYS: usize = 32;

/** Gives this instance (one a thread) room for its pieces and the rows at hand: 256 bytes. */
export function placePieces(at: usize): void {
  pieces = changetype<Pieces>(at);
  // 1.5 × 2^52: a number below 2^50 added to it is rounded half to even, and stands in the lower word as an i32.
  pieces.whole = 6755399441055744;
  pieces.half = 0.5;
  pieces.sign = -0.0;
}

const EXACT: f64 = 1125899906842624; // 2^50
const MOST: f64 = 1073741823; // 2^30 - 1, so that the difference of two pays is an int32

/**
 * Turns to one line and stands at a credit of nothing. A program is f64: count, scale, divisor fixed, divisor per quota, 1 if
 * times target, largest fixed base, largest base per quota, steepest slope; then per piece: from fixed, from per quota, base
 * fixed, base per quota, slope. False when no credit at all is in proven range.
 */
export function fillPieces(program: usize, quota: f64, target: f64, cap: f64): bool {
  const run = pieces;
  const times: f64 = load<f64>(program, 32) != 0 ? target : 1;
  const divisor = load<f64>(program, 16) + load<f64>(program, 24) * quota;
  if (!(divisor >= 1 && divisor <= EXACT && quota >= 0)) return false;
  const intercept = load<f64>(program, 40) + load<f64>(program, 48) * abs(quota);
  const largest = intercept * times, steepest = load<f64>(program, 56) * times;
  // Up to here a pay, not yet limited, fits an i32.
  const fits = min(EXACT, MOST * divisor * 0.999999), room = cap > MOST ? fits : EXACT;
  if (!(intercept < EXACT && largest < room)) return false;
  let safe: f64 = EXACT, near: f64 = EXACT;
  if (steepest * EXACT > room - largest) safe = floor(((room - largest) / steepest) * 0.999999);
  if (steepest * EXACT > fits - largest) near = floor(((fits - largest) / steepest) * 0.999999);
  const scale = load<f64>(program, 8);
  run.near = largest < fits ? min(MOST, floor(min(near, safe) / scale)) : -1;
  run.safe = safe;
  run.divisor = divisor;
  run.scale = scale;
  run.quota = quota;
  run.times = times;
  run.first = program + 64;
  run.last = program + 64 + (<usize>load<f64>(program) - 1) * PIECE;
  run.at = run.first;
  run.lo = -safe;
  run.hi = run.first < run.last ? min(bound(run.first + PIECE, quota), safe + 1) : safe + 1;
  run.base = (load<f64>(run.first, 16) + load<f64>(run.first, 24) * quota) * times;
  run.slope = load<f64>(run.first, 32) * times;
  return run.hi > 0 || run.move(0);
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
