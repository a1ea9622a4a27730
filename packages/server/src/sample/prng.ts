/**
 * A stream of reproducible random integers. Every draw is integer arithmetic below 2^53 (no Math.log, no Math.exp,
 * no Math.random), so the same name gives the same bytes on every machine and in every year.
 */
export interface Prng {
  /** The next 32 bits, 0 … 4,294,967,295. */
  next(): number;
  /** A whole number 0 … count−1, every one equally likely. */
  below(count: number): number;
  /** A whole number low … high, both included. */
  between(low: number, high: number): number;
  /** True in `perMille` of a thousand draws. */
  chance(perMille: number): boolean;
  /** One entry of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** A standard normal deviate in units of 1/65,536 (Irwin–Hall: twelve 16-bit uniforms less their mean). */
  normal(): number;
}

/**
 * Opens the stream of that name. Algorithm: sfc32 (Chris Doty-Humphrey, PractRand), its state filled by splitmix32
 * from the FNV-1a hash of the name's UTF-16 units, the first 12 outputs thrown away. Streams of different names are
 * independent, so a change in one generator never shifts the draws of another.
 */
export function stream(name: string): Prng {
  const seed = splitmix32(fnv1a(name));
  let a = seed();
  let b = seed();
  let c = seed();
  let counter = 1;
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  for (let i = 0; i < 12; i++) next();
  return drawing(next);
}

function drawing(next: () => number): Prng {
  function below(count: number): number {
    const limit = 4_294_967_296 - (4_294_967_296 % count);
    let draw = next();
    while (draw >= limit) draw = next();
    return draw % count;
  }
  function normal(): number {
    let sum = -6 * 65_535;
    for (let i = 0; i < 6; i++) {
      const bits = next();
      sum += (bits & 0xffff) + (bits >>> 16);
    }
    return sum;
  }
  return {
    next,
    below,
    normal,
    between: (low, high) => low + below(high - low + 1),
    chance: (perMille) => below(1000) < perMille,
    pick: (list) => list[below(list.length)]!,
  };
}

/** How many 1/65,536 make one: the unit of `normal` and `lognormal`. */
export const ONE = 65_536;

/**
 * A lognormal factor with median 1, in units of 1/65,536: e^(σ·z), computed as a power of two in fixed point.
 * `sigmaPerMille` is σ in thousandths.
 */
export function lognormal(prng: Prng, sigmaPerMille: number): number {
  const LOG2_E = 94_548;
  return powerOfTwo(Math.floor((prng.normal() * sigmaPerMille * LOG2_E) / (1000 * ONE)));
}

/** 2^(1/2), 2^(1/4), … 2^(1/65,536) in units of 2^−24: with these, any power of two is sixteen multiplications. */
const ROOTS_OF_TWO = [
  23726566, 19951585, 18295684, 17520007, 17144589, 16959908, 16868315, 16822704, 16799944, 16788576,
  16782895, 16780055, 16778636, 16777926, 16777571, 16777393,
];

/** 2^x, argument and result in units of 1/65,536, rounded down. */
export function powerOfTwo(exponent: number): number {
  const whole = Math.floor(exponent / ONE);
  const fraction = exponent - whole * ONE;
  let power = 16_777_216;
  for (const [i, root] of ROOTS_OF_TWO.entries()) {
    if ((fraction >>> (15 - i)) & 1) power = Math.floor((power * root) / 16_777_216);
  }
  return whole >= 8 ? power * (1 << (whole - 8)) : Math.floor(power / (1 << (8 - whole)));
}

/** Shares `total` out in proportion to the weights by largest remainder; the parts add up to `total` exactly. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const parts = weights.map((weight) => Math.floor((total * weight) / sum));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % sum }))
    .sort((x, y) => y.remainder - x.remainder || x.index - y.index);
  const missing = total - parts.reduce((all, part) => all + part, 0);
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = parts[index]! + 1;
  return parts;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function splitmix32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}
