import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharedMemory } from './compiled-kernel.ts';
import { payExactly } from './pay-program.ts';
import { compiledSimulation, simulationLayout, typescriptSimulation, writePrograms } from './simulate.ts';

const SIZE = { payees: 5, months: 12, scenarios: 40 };
const nothing = { fixed: 0n, perQuota: 0n };

/** 8 % of everything above half the quota, 15 % above it; and the same mirrored by nothing. */
const tiered = {
  scale: 100n,
  divisor: { fixed: 10_000n, perQuota: 0n },
  timesTarget: false,
  pieces: [
    { from: nothing, base: nothing, slope: 0n },
    { from: { fixed: 0n, perQuota: 50n }, base: { fixed: 0n, perQuota: -400n }, slope: 8n },
    { from: { fixed: 0n, perQuota: 100n }, base: { fixed: 0n, perQuota: -1100n }, slope: 15n },
  ],
};
/** Target × attainment. */
const target = {
  scale: 1n,
  divisor: { fixed: 0n, perQuota: 1n },
  timesTarget: true,
  pieces: [{ from: nothing, base: nothing, slope: 1n }],
};

interface Given {
  readonly seed: number;
  readonly history: readonly number[];
  readonly quotas: readonly number[];
  readonly mode: 'HALF_UP' | 'HALF_EVEN';
}

const given: fc.Arbitrary<Given> = fc.record({
  seed: fc.nat(),
  history: fc.array(fc.integer({ min: -300_000, max: 2_000_000 }), { minLength: 120, maxLength: 120 }),
  quotas: fc.array(fc.integer({ min: 1, max: 9_000_000 }), { minLength: 10, maxLength: 10 }),
  mode: fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const),
});

function simulate(
  { seed, history, quotas, mode }: Given,
  engine: 'typescript' | 'compiled',
  order: readonly number[],
) {
  const layout = simulationLayout({ ...SIZE, programs: [tiered, target], seed, threads: 2 });
  const memory = sharedMemory(layout.bytes);
  const { buffer } = memory;
  writePrograms(buffer, layout);
  new Int32Array(buffer, layout.at.history, 120).set(history);
  new Float64Array(buffer, layout.at.quota, 10).set(quotas);
  new Float64Array(buffer, layout.at.target, 10).fill(123_457);
  new Float64Array(buffer, layout.at.cap, 10).fill(400_000);
  const crew = [0, 1].map((thread) =>
    engine === 'compiled'
      ? compiledSimulation(memory, layout, { thread, mode })
      : typescriptSimulation(buffer, layout, { thread, mode }),
  );
  for (const [i, payee] of order.entries()) crew[i % 2]!(payee);
  expect([...new Uint8Array(buffer, layout.at.left, 10)]).toEqual(Array.from({ length: 10 }, () => 0));
  return [...new Int32Array(buffer, layout.at.payout, SIZE.payees * SIZE.scenarios * 2)];
}

/** By the definition: twelve draws a payee and scenario, the same for both components, each line paid exactly. */
function plainly({ seed, history, quotas, mode }: Given): number[] {
  const pays: number[] = [];
  for (let payee = 0; payee < SIZE.payees; payee++) {
    for (let scenario = 0; scenario < SIZE.scenarios; scenario++) {
      const dice = murmur(seed ^ Math.imul(payee, 0x9e3779b1)) ^ Math.imul(scenario, 0x85ebca77);
      const drawn = Array.from({ length: 12 }, (_, k) =>
        Number((BigInt(murmur(dice + Math.imul(k, 0xc2b2ae3d)) >>> 0) * 12n) >> 32n),
      );
      for (const [component, program] of [tiered, target].entries()) {
        const line = payee * 2 + component;
        const credit = BigInt(drawn.reduce((sum, month) => sum + history[line * 12 + month]!, 0));
        const numbers = { quota: BigInt(quotas[line]!), target: 123_457n, cap: 400_000n };
        pays.push(Number(payExactly(program, numbers, { credit, mode })));
      }
    }
  }
  return pays;
}

function murmur(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

describe('a simulation', () => {
  test.each(['typescript', 'compiled'] as const)(
    '[KERNEL-8] pays every scenario as the rules do, in whatever order payees come: %s',
    (engine) => {
      const property = fc.property(
        given,
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        (one, order) => {
          expect(simulate(one, engine, order)).toEqual(plainly(one));
        },
      );
      fc.assert(property, { numRuns: 30 });
    },
  );
});
