import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharedMemory } from './compiled-kernel.ts';
import { payExactly } from './pay-program.ts';
import { compiledSimulation, simulationLayout, typescriptSimulation, writePrograms } from './simulate.ts';

const SIZE = { payees: 5, scenarios: 21 };
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
/** 1 % of everything, and ties often. */
const flat = {
  scale: 1n,
  divisor: { fixed: 100n, perQuota: 0n },
  timesTarget: false,
  pieces: [{ from: nothing, base: nothing, slope: 1n }],
};
const PROGRAMS = [tiered, target, flat];
const TARGET = 123_457;

interface Given {
  readonly seed: number;
  readonly months: number;
  /** Of each component its place in PROGRAMS. */
  readonly programs: readonly number[];
  /** Credit of each (payee, component, month). */
  readonly history: readonly number[];
  /** By (payee, component). */
  readonly quotas: readonly number[];
  readonly caps: readonly number[];
  readonly mode: 'HALF_UP' | 'HALF_EVEN';
}

/** Amounts, quotas and caps as asked, for one to six components and up to fourteen months. */
function given(of: Record<'amount' | 'quota' | 'cap', fc.Arbitrary<number>>): fc.Arbitrary<Given> {
  const shape = fc.record({
    months: fc.integer({ min: 1, max: 14 }),
    programs: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 6 }),
  });
  const many = (one: fc.Arbitrary<number>, length: number) =>
    fc.array(one, { minLength: length, maxLength: length });
  return shape.chain(({ months, programs }) => {
    const lines = SIZE.payees * programs.length;
    return fc.record({
      months: fc.constant(months),
      programs: fc.constant(programs),
      seed: fc.nat(),
      history: many(of.amount, lines * months),
      quotas: many(of.quota, lines),
      caps: many(of.cap, lines),
      mode: fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const),
    });
  });
}

const usual = given({
  amount: fc.integer({ min: -300_000, max: 2_000_000 }),
  quota: fc.integer({ min: 1, max: 9_000_000 }),
  cap: fc.constant(400_000),
});

/** Years beyond an int32 among others, quotas of nothing, and no cap at all: some lines leave what is proven. */
const extreme = given({
  amount: fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: -2_000_000, max: 2_000_000 }) },
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  ),
  quota: fc.oneof(fc.integer({ min: 1, max: 9_000_000 }), fc.constantFrom(0, 1, 2 ** 40)),
  cap: fc.constantFrom(400_000, Number.POSITIVE_INFINITY, 0),
});

function simulate(
  { seed, months, programs, history, quotas, caps, mode }: Given,
  engine: 'typescript' | 'compiled',
  order: readonly number[],
) {
  const shape = { ...SIZE, months, seed, threads: 2 };
  const layout = simulationLayout({ ...shape, programs: programs.map((one) => PROGRAMS[one]!) });
  const memory = sharedMemory(layout.bytes);
  const { buffer } = memory;
  const lines = quotas.length;
  writePrograms(buffer, layout);
  new Int32Array(buffer, layout.at.history, history.length).set(history);
  new Float64Array(buffer, layout.at.quota, lines).set(quotas);
  new Float64Array(buffer, layout.at.target, lines).fill(TARGET);
  new Float64Array(buffer, layout.at.cap, lines).set(caps);
  const crew = [0, 1].map((thread) =>
    engine === 'compiled'
      ? compiledSimulation(memory, layout, { thread, mode })
      : typescriptSimulation(buffer, layout, { thread, mode }),
  );
  for (const [i, payee] of order.entries()) crew[i % 2]!(payee);
  return {
    left: [...new Uint8Array(buffer, layout.at.left, lines)],
    pays: [...new Int32Array(buffer, layout.at.payout, lines * SIZE.scenarios)],
  };
}

/** By the definition: as many draws a payee and scenario as months, the same for all components, each line paid exactly. */
function plainly({ seed, months, programs, history, quotas, caps, mode }: Given): number[] {
  const pays: number[] = [];
  for (let payee = 0; payee < SIZE.payees; payee++) {
    for (let scenario = 0; scenario < SIZE.scenarios; scenario++) {
      const dice = murmur(seed ^ Math.imul(payee, 0x9e3779b1)) ^ Math.imul(scenario, 0x85ebca77);
      const drawn = Array.from({ length: months }, (_, k) =>
        Number((BigInt(murmur(dice + Math.imul(k, 0xc2b2ae3d)) >>> 0) * BigInt(months)) >> 32n),
      );
      for (const [component, program] of programs.entries()) {
        const line = payee * programs.length + component;
        const credit = BigInt(drawn.reduce((sum, month) => sum + history[line * months + month]!, 0));
        const cap = Number.isFinite(caps[line]) ? BigInt(caps[line]!) : null;
        const numbers = { quota: BigInt(quotas[line]!), target: BigInt(TARGET), cap };
        const isPayable = PROGRAMS[program] !== target || quotas[line] !== 0;
        const pay = isPayable ? payExactly(PROGRAMS[program]!, numbers, { credit, mode }) : 0n;
        pays.push(Number(pay));
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

const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 });

describe('a simulation', () => {
  test.each(['typescript', 'compiled'] as const)(
    '[KERNEL-8] pays every scenario as the rules do, in whatever order payees come: %s',
    (engine) => {
      const property = fc.property(usual, order, (one, inOrder) => {
        const { left, pays } = simulate(one, engine, inOrder);
        expect(left).not.toContain(1);
        expect(pays).toEqual(plainly(one));
      });
      fc.assert(property, { numRuns: 60 });
    },
  );

  test('[KERNEL-4] [KERNEL-6] leaves the same lines in either engine, and pays all others exactly', () => {
    const found = { left: 0, paid: 0, wideYears: 0 };
    const property = fc.property(extreme, order, (one, inOrder) => {
      const compiled = simulate(one, 'compiled', inOrder);
      expect(compiled).toEqual(simulate(one, 'typescript', inOrder));
      const exact = plainly(one);
      const lines = one.programs.length;
      for (const [line, left] of compiled.left.entries()) {
        const own = one.history.slice(line * one.months, (line + 1) * one.months);
        const isWide = own.some((amount) => Math.abs(amount) * one.months > 2 ** 31 - 1);
        found[left === 1 ? 'left' : isWide ? 'wideYears' : 'paid'] += 1;
        if (left === 1) continue;
        const ofLine = (pays: readonly number[]) =>
          Array.from({ length: SIZE.scenarios }, (_, scenario) =>
            pays.at((Math.floor(line / lines) * SIZE.scenarios + scenario) * lines + (line % lines)),
          );
        expect(ofLine(compiled.pays)).toEqual(ofLine(exact));
      }
    });
    fc.assert(property, { numRuns: 150 });
    expect(Math.min(...Object.values(found))).toBeGreaterThan(50);
  });
});
