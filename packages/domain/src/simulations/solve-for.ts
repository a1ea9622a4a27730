import { type Decimal, decimal, plain } from '../base/decimal.ts';

/** A number to find between two bounds, and what is read at it; null where nothing can be read. */
export interface Sought {
  readonly now: string;
  readonly from: string;
  readonly to: string;
  /** Decimals of the number. */
  readonly digits: number;
  readonly wanted: Decimal;
  read(value: string): Decimal | null;
}

/** A number and what is read at it. */
export interface Solution {
  readonly value: string;
  readonly result: Decimal;
}

interface Point {
  readonly at: bigint;
  readonly off: Decimal;
}

/**
 * The number at which exactly the wanted is read, or the closest one found; null if neither side of now comes closer.
 * Narrows the side on which the wanted lies, so it expects what is read to rise or to fall on that side. Of the numbers at which the
 * wanted is read it prefers a round one.
 */
export function solveFor(sought: Sought): Solution | null {
  const { digits, wanted, read } = sought;
  const seen = new Map<bigint, Decimal | null>();
  const offAt = (at: bigint): Decimal | null => {
    if (!seen.has(at)) seen.set(at, read(textOf(at, digits))?.minus(wanted) ?? null);
    return seen.get(at) ?? null;
  };
  const now = unitsOf(sought.now, digits);
  const start = offAt(now);
  if (start === null) return null;
  let closest: Point | null = null;
  for (const bound of [sought.from, sought.to].map((text) => unitsOf(text, digits))) {
    const off = offAt(bound);
    if (off === null) continue;
    if (!off.eq('0') && off.gt('0') === start.gt('0')) {
      if (off.abs().lt((closest ?? { off: start }).off.abs()))
        closest = { at: edge(now, { at: bound, off }, offAt), off };
      continue;
    }
    const found = meet({ at: now, off: start }, { at: bound, off }, offAt);
    const at = found.off.eq('0') ? roundest(found.at, offAt) : found.at;
    return { value: textOf(at, digits), result: wanted.plus(found.off) };
  }
  return closest && { value: textOf(closest.at, digits), result: wanted.plus(closest.off) };
}

/** The number nearest to now at which the same is read as at the bound, such as where a cap is reached. */
function edge(now: bigint, bound: Point, offAt: (at: bigint) => Decimal | null): bigint {
  let [other, same] = [now, bound.at];
  while (same - other > 1n || other - same > 1n) {
    const at = (other + same) / 2n;
    if (offAt(at)?.eq(bound.off)) same = at;
    else other = at;
  }
  return same;
}

/**
 * Between two points with the wanted between them: where it is read, or the point next to it that is closer. Pay is a line between
 * tiers, so every other step goes to where a straight line meets the wanted.
 */
function meet(first: Point, second: Point, offAt: (at: bigint) => Decimal | null): Point {
  let [low, high] = first.at < second.at ? [first, second] : [second, first];
  for (let step = 0; high.at - low.at > 1n; step += 1) {
    if (low.off.eq('0')) return low;
    if (high.off.eq('0')) return high;
    const at = step % 2 === 0 ? straight(low, high) : (low.at + high.at) / 2n;
    const off = offAt(at);
    if (off === null) break;
    if (off.eq('0')) return { at, off };
    if (off.gt('0') === low.off.gt('0')) low = { at, off };
    else high = { at, off };
  }
  return low.off.abs().lte(high.off.abs()) ? low : high;
}

function straight(low: Point, high: Point): bigint {
  const part = low.off.abs().div(low.off.abs().plus(high.off.abs()));
  const at = low.at + BigInt(plain(part.times(`${high.at - low.at}`).round(0, 1)));
  if (at <= low.at) return low.at + 1n;
  return at >= high.at ? high.at - 1n : at;
}

/** The roundest number near a found one at which the wanted is read too. */
function roundest(found: bigint, offAt: (at: bigint) => Decimal | null): bigint {
  const isRead = (at: bigint) => at !== 0n && (offAt(at)?.eq('0') ?? false);
  let round = found;
  // numbers that end in more zeros are among those that end in fewer
  for (let step = 10n; ; step *= 10n) {
    const down = (round / step) * step;
    const next = [down, down + step, down - step].find(isRead);
    if (next === undefined || step > 10n ** 24n) return round;
    round = next;
  }
}

function unitsOf(text: string, digits: number): bigint {
  return BigInt(
    plain(
      decimal(text)
        .times(`1${'0'.repeat(digits)}`)
        .round(0, 1),
    ),
  );
}

function textOf(units: bigint, digits: number): string {
  const size = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const cut = size.length - digits;
  const text = digits === 0 ? size : `${size.slice(0, cut)}.${size.slice(cut)}`;
  return plain(decimal(units < 0n ? `-${text}` : text));
}
