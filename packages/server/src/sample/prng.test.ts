import { expect, test } from 'vitest';
import { apportion, lognormal, ONE, powerOfTwo, stream } from './prng.ts';

test('a stream of the same name gives the same numbers for ever, another name gives others', () => {
  const draws = (name: string) => {
    const prng = stream(name);
    return [prng.next(), prng.next(), prng.next()];
  };
  expect(draws('attain')).toEqual([885_551_267, 1_175_547_089, 870_721_351]);
  expect(draws('attain')).toEqual(draws('attain'));
  expect(draws('attain!')).not.toEqual(draws('attain'));
});

test('draws stay in their bounds, reach both ends and are about even', () => {
  const prng = stream('bounds');
  const seen = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 60_000; i++) seen[prng.between(1, 6) - 1]!++;
  for (const times of seen) expect(Math.abs(times - 10_000)).toBeLessThan(400);
  const hits = Array.from({ length: 10_000 }, () => prng.chance(60)).filter(Boolean).length;
  expect(Math.abs(hits - 600)).toBeLessThan(100);
});

test('normal deviates have mean 0 and deviation 1', () => {
  const prng = stream('normal');
  const draws = Array.from({ length: 50_000 }, () => prng.normal() / ONE);
  const mean = draws.reduce((all, draw) => all + draw, 0) / draws.length;
  const variance = draws.reduce((all, draw) => all + (draw - mean) ** 2, 0) / draws.length;
  expect(Math.abs(mean)).toBeLessThan(0.02);
  expect(Math.abs(variance - 1)).toBeLessThan(0.03);
});

test('the fixed-point power of two agrees with the floating one to four decimals', () => {
  for (const exponent of [-10, -3.25, -0.5, 0, 0.1, 1, 2.75, 9.5]) {
    const exact = 2 ** exponent;
    expect(Math.abs(powerOfTwo(Math.floor(exponent * ONE)) / ONE - exact)).toBeLessThan(
      0.0001 * exact + 0.00002,
    );
  }
});

test('lognormal factors have median 1 and a long right tail', () => {
  const prng = stream('lognormal');
  const factors = Array.from({ length: 20_001 }, () => lognormal(prng, 900) / ONE).sort((x, y) => x - y);
  expect(Math.abs(factors[10_000]! - 1)).toBeLessThan(0.03);
  expect(factors[19_000]! / factors[10_000]!).toBeGreaterThan(4);
});

test('apportioned parts add up to the total and follow the weights', () => {
  expect(apportion(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(apportion(7, [0, 5, 2])).toEqual([0, 5, 2]);
});
