import { randomInt } from 'node:crypto';

/**
 * Finds the second row with the same key without keeping the keys: a table of 96-bit seeded hashes and line numbers,
 * 16 bytes a slot, so that five million rows fit in 160 MB. Two different keys among a million share a hash with a
 * chance of about 10^-17, and with another seed at every run.
 */
export class DuplicateFinder {
  #slots = new Uint32Array(4 * 4096);
  #mask = 4095;
  #used = 0;
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32), randomInt(2 ** 32)] as const;

  /** The line that had this key first, or 0 when it is new; then it is remembered with `line`. */
  firstLineOf(key: string, line: number): number {
    let a: number = this.#seeds[0];
    let b: number = this.#seeds[1];
    let c: number = this.#seeds[2];
    for (let i = 0; i < key.length; i++) {
      const code = key.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193) ^ (a >>> 13);
      b = Math.imul(b ^ code, 0x5bd1e995) ^ (b >>> 15);
      c = Math.imul(c ^ code, 0xcc9e2d51) ^ (c >>> 16);
    }
    return this.#place(mix(a) >>> 0, mix(b) >>> 0, mix(c) >>> 0, line);
  }

  #place(a: number, b: number, c: number, line: number): number {
    if (this.#used * 3 > (this.#mask + 1) * 2) this.#grow();
    const slots = this.#slots;
    for (let slot = a & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * 4;
      const taken = slots[at + 3] ?? 0;
      if (taken === 0) {
        slots[at] = a;
        slots[at + 1] = b;
        slots[at + 2] = c;
        slots[at + 3] = line;
        this.#used++;
        return 0;
      }
      if (slots[at] === a && slots[at + 1] === b && slots[at + 2] === c) return taken;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#mask = this.#mask * 2 + 1;
    this.#slots = new Uint32Array((this.#mask + 1) * 4);
    this.#used = 0;
    for (let at = 0; at < old.length; at += 4) {
      const line = old[at + 3] ?? 0;
      if (line !== 0) this.#place(old[at] ?? 0, old[at + 1] ?? 0, old[at + 2] ?? 0, line);
    }
  }
}

/** The finalizer of MurmurHash3: every bit of the input moves every bit of the output. */
function mix(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
