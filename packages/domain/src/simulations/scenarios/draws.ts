/**
 * Counter-based draws: the number for (seed, scenario, payee, k) is a hash of these four and nothing else, so that any
 * scenario can be drawn alone, in any order, on any thread, and comes out the same (SIM-5).
 */
export interface Draws {
  /** A whole number from 0 to below `count`, for the k-th draw of a scenario. */
  index(scenario: number, k: number, count: number): number;
  /** The first draws of a scenario, as many as `into` has places. */
  fill(scenario: number, into: Int32Array, count: number): void;
}

/** The draws of one payee under a seed. */
export function drawsOf(seed: string, participantId: string): Draws {
  const seedHash = textHash(seed);
  const payee = textHash(participantId);
  const begun = (scenario: number) => absorbed(absorbed(seedHash, scenario), payee);
  // multiply and shift: all indexes are equally likely, to within count ÷ 2³²
  const drawn = (start: number, k: number, count: number) =>
    Math.floor((ended(absorbed(start, k), 3) * count) / 2 ** 32);
  return {
    index: (scenario, k, count) => drawn(begun(scenario), k, count),
    fill: (scenario, into, count) => {
      const start = begun(scenario);
      for (let k = 0; k < into.length; k += 1) into[k] = drawn(start, k, count);
    },
  };
}

/** MurmurHash3 x86 32 of whole 32-bit words, little endian (Austin Appleby, public domain); 0 to 2³² − 1. */
export function murmur3(words: readonly number[], seed: number): number {
  return ended(words.reduce(absorbed, seed | 0), words.length);
}

/** The state after one more word. */
function absorbed(state: number, word: number): number {
  const mixed = Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  return (Math.imul(rotate(state ^ mixed, 13), 5) + 0xe6546b64) | 0;
}

/** The hash, once all words are in the state. */
function ended(state: number, words: number): number {
  let hash = state ^ (words * 4);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A text as one word: the hash of its UTF-16 code units. */
function textHash(text: string): number {
  return murmur3(
    Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
    0,
  );
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
