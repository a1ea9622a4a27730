/**
 * SHA-256 (FIPS 180-4) in JavaScript: the browser's own is absent on plain HTTP, where Attain may run, and answers later.
 * Public bytes only; its time depends on nothing but their length.
 */
export function sha256(input: Uint8Array | string): Uint8Array {
  const message = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const state = Uint32Array.from(initial);
  const blocks = padded(message);
  const words = new Uint32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64)
    compress(state, words, new DataView(blocks.buffer, at, 64));
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  for (const [at, word] of state.entries()) view.setUint32(4 * at, word);
  return bytes;
}

function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(blocks.length - 4, (message.length << 3) >>> 0);
  return blocks;
}

function compress(state: Uint32Array, words: Uint32Array, block: DataView): void {
  for (let at = 0; at < 16; at += 1) words[at] = block.getUint32(4 * at);
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15]!;
    const late = words[at - 2]!;
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16]! + small + words[at - 7]! + large;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + rounds[at]! + words[at]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = state[at]! + word;
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

const initial = fractions(8, Math.sqrt);
const rounds = fractions(64, Math.cbrt);
