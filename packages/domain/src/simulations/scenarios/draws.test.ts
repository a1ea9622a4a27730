import { describe, expect, test } from 'vitest';
import { drawsOf, murmur3 } from './draws.ts';

describe('[SIM-5] draws', () => {
  test.each([
    [[0x87654321], 0, 0xf55b516b],
    [[0x87654321], 0x5082edee, 0x2362f9de],
    [[0xffffffff], 0, 0x76293b50],
    [[0], 0, 0x2362f9de],
    [[], 1, 0x514e28b7],
  ])('the hash is MurmurHash3: %j under %i', (words, seed, hash) => {
    expect(murmur3(words, seed)).toBe(hash);
  });

  test('a draw depends on seed, scenario, payee and k alone, in whatever order it is asked for', () => {
    const all = (seed: string, payee: string, order: readonly number[]) => {
      const draws = drawsOf(seed, payee);
      const found = new Map(order.map((i) => [i, draws.index(i >> 4, i & 15, 12)]));
      return Array.from({ length: 256 }, (_, i) => found.get(i));
    };
    const forth = Array.from({ length: 256 }, (_, i) => i);
    expect(all('s', 'ann', forth.toReversed())).toEqual(all('s', 'ann', forth));
    expect(all('t', 'ann', forth)).not.toEqual(all('s', 'ann', forth));
    expect(all('s', 'ben', forth)).not.toEqual(all('s', 'ann', forth));
    const filled = new Int32Array(16);
    drawsOf('s', 'ann').fill(3, filled, 12);
    expect([...filled]).toEqual(all('s', 'ann', forth).slice(48, 64));
  });

  test('all months are about equally likely', () => {
    const counts = new Array<number>(12).fill(0);
    const draws = drawsOf('seed', 'ann');
    for (let scenario = 0; scenario < 1_000; scenario += 1) {
      for (let k = 0; k < 12; k += 1) {
        const at = draws.index(scenario, k, 12);
        counts[at] = (counts[at] ?? 0) + 1;
      }
    }
    // χ² with 11 degrees of freedom exceeds 31.3 once in a thousand; the draws are fixed, so this never flickers
    const chi = counts.reduce((all, count) => all + (count - 1_000) ** 2 / 1_000, 0);
    expect(chi).toBeLessThan(31.3);
  });
});
