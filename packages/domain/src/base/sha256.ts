const BLOCK = 64;
const MASK = 0xffff_ffff;

/** The first 32 bits of the fractional parts of the given roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function fractions(count: number, root: (prime: number) => number): readonly number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32));
}

const START = fractions(8, Math.sqrt);
const ROUND = fractions(64, Math.cbrt);

/** SHA-256 (FIPS 180-4). It takes about 1 µs for 64 bytes and, unlike Web Crypto, answers at once in the browser too. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = [...START];
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setUint32(at * 4, word);
  return new Uint8Array(digest.buffer);
}

const words = new Uint32Array(64);

function compress(state: number[], view: DataView, from: number): void {
  for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(from + t * 4);
  for (let t = 16; t < 64; t += 1) {
    const x = word(t - 15);
    const y = word(t - 2);
    words[t] =
      word(t - 16) +
      (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) +
      word(t - 7) +
      (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t += 1) {
    const chosen = (e & f) ^ (~e & g);
    const first =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUND[t] ?? 0) + word(t)) & MASK;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) & MASK;
    d = c;
    c = b;
    b = a;
    a = (first + second) & MASK;
  }
  for (const [at, added] of [a, b, c, d, e, f, g, h].entries()) state[at] = ((state[at] ?? 0) + added) >>> 0;
}

function word(at: number): number {
  return words[at] ?? 0;
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}
