/**
 * Counter-based draws: the number for (seed, scenario, payee, k) is a hash of these four and nothing else, so that any
 * scenario can be drawn alone, in any order, on any thread, and comes out the same (SIM-5).
 */
export interface Draws {
  /** A whole number from 0 to below `count`, for the k-th draw of a scenario. */
  index(scenario: number, k: number, count: number): number;
}

/** The draws of one payee under a seed. */
export function drawsOf(seed: string, participantId: string): Draws {
  const seedHash = textHash(seed);
  const payee = textHash(participantId);
  return {
    // multiply and shift: all indexes are equally likely, to within count ÷ 2³²
    index: (scenario, k, count) => Math.floor((murmur3([scenario, payee, k], seedHash) * count) / 2 ** 32),
  };
}

/** MurmurHash3 x86 32 of whole 32-bit words, little endian (Austin Appleby, public domain); 0 to 2³² − 1. */
export function murmur3(words: readonly number[], seed: number): number {
  let hash = seed | 0;
  for (const word of words) {
    const mixed = Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
    hash = (Math.imul(rotate(hash ^ mixed, 13), 5) + 0xe6546b64) | 0;
  }
  hash ^= words.length * 4;
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
