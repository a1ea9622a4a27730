/**
 * SHA-256 (FIPS 180-4) in JavaScript: the browser's own is absent on plain HTTP, where Attain may run, and answers later.
 * Public bytes only; its time depends on nothing but their length.
 */
export function sha256(input: Uint8Array | string): Uint8Array {
  state.set(initial);
  const length = fill(input);
  for (let at = 0; at < length; at += 64) compress(view, at);
  const bytes = new Uint8Array(32);
  // a byte is the lowest eight bits of what is assigned
  for (let at = 0; at < 32; at += 1) bytes[at] = state[at >> 2]! >> (24 - 8 * (at & 3));
  return bytes;
}

const encoder = new TextEncoder();
/** The padded message; every hash uses it again, because most messages are short. */
let blocks = new Uint8Array(1_024);
let view = new DataView(blocks.buffer);

/** Puts the message into `blocks` and pads it; answers how many bytes that is. */
function fill(input: Uint8Array | string): number {
  // a unit of UTF-16 has at most 3 bytes
  const maxBytes = (typeof input === 'string' ? input.length * 3 : input.length) + 72;
  if (blocks.length < maxBytes) {
    blocks = new Uint8Array(maxBytes);
    view = new DataView(blocks.buffer);
  }
  const length = put(input);
  const padded = Math.ceil((length + 9) / 64) * 64;
  blocks[length] = 0x80;
  blocks.fill(0, length + 1, padded - 8);
  view.setUint32(padded - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded - 4, (length << 3) >>> 0);
  return padded;
}

function put(input: Uint8Array | string): number {
  if (typeof input === 'string') return encoder.encodeInto(input, blocks).written;
  blocks.set(input);
  return input.length;
}

const state = new Int32Array(8);
const words = new Int32Array(64);

/** Takes one block into the state. Everything is a 32-bit whole number in a variable of its own: engines keep these in registers. */
function compress(blocks: DataView, from: number): void {
  for (let at = 0; at < 16; at += 1) words[at] = blocks.getInt32(from + 4 * at);
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15]!;
    const late = words[at - 2]!;
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16]! + small + words[at - 7]! + large;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + rounds[at]! + words[at]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
  state[5] = state[5]! + f;
  state[6] = state[6]! + g;
  state[7] = state[7]! + h;
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional parts of a root of the first primes. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    let divisor = 2;
    while (divisor * divisor <= candidate && candidate % divisor !== 0) divisor += 1;
    if (divisor * divisor > candidate) found.push(((root(candidate) % 1) * 0x100000000) >>> 0);
  }
  return found;
}

const initial = Int32Array.from(fractions(8, Math.sqrt));
const rounds = Int32Array.from(fractions(64, Math.cbrt));
