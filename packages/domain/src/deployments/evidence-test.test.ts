import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BLOCK,
  type Evidence,
  expectedDetection,
  judgeOutcomes,
  noEvidence,
  type Outcome,
  type Prior,
  type Verdict,
  verdictOf,
  withBlock,
  worseByAtMost,
} from './evidence-test.ts';

/** A stream of numbers between 0 and 1 from a seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The stable version’s last 200 outcomes, two of them bad. */
const prior: Prior = { outcomes: 200, bad: 2 };

/** How many of nine stable outcomes are bad, by a number between 0 and 1. */
function badOfBlock(rate: number): (u: number) => number {
  const sums: number[] = [];
  let chance = (1 - rate) ** BLOCK;
  for (let bad = 0, sum = 0; bad <= BLOCK; bad += 1) {
    sum += chance;
    sums.push(sum);
    chance *= ((BLOCK - bad) / (bad + 1)) * (rate / (1 - rate));
  }
  return (u) =>
    Math.max(
      0,
      sums.findIndex((sum) => u <= sum),
    );
}

function rollout(next: () => number, stable: (u: number) => number, canaryRate: number) {
  let evidence: Evidence = noEvidence;
  for (;;) {
    const block = { canaryBad: next() < canaryRate, stableBad: stable(next()) };
    evidence = withBlock(evidence, prior, block);
    const verdict = verdictOf([evidence]);
    if (verdict !== 'go-on') return { verdict, outcomes: evidence.canary };
  }
}

/** The shares of 2,000 rollouts in percent, and the median outcomes of those that end so. */
function simulate(stableRate: number, canaryRate: number) {
  const next = numbers(20_261_124);
  const stable = badOfBlock(stableRate);
  const ends = Array.from({ length: 2_000 }, () => rollout(next, stable, canaryRate));
  const of = (verdict: Verdict) => {
    const outcomes = ends.filter((one) => one.verdict === verdict).map((one) => one.outcomes);
    const median = outcomes.toSorted((a, b) => a - b)[outcomes.length >> 1] ?? null;
    return { percent: outcomes.length / 20, median };
  };
  return { back: of('roll-back'), promoted: of('promote'), asked: of('inconclusive') };
}

describe('the evidence of a canary', () => {
  // rates, rolled back %, median outcomes until then, promoted %, asked %
  const table = [
    [0.01, 0.01, 0.1, null, 99.7, 0.1],
    [0.05, 0.05, 0.1, null, 85.6, 14.3],
    [0.2, 0.2, 0.1, null, 55.9, 44],
    [0.01, 0.02, 14, 632, 68, 18],
    [0.01, 0.03, 74, 517, 14, 12],
    [0.01, 0.05, 99.5, 201, 0.5, 0],
    [0.01, 0.1, 100, 60, 0, 0],
    [0.05, 0.15, 100, 134, 0, 0],
    [0.001, 0.05, 100, 84, 0, 0],
  ] as const;

  it.each(table)(
    '[REL-7] from a failure rate of %d to %d is found as the table of 2,000 rollouts says',
    (...row) => {
      const [stableRate, canaryRate, back, median, promoted, asked] = row;
      const found = simulate(stableRate, canaryRate);
      // four deviations of a share of 2,000, and what rounding adds
      const room = (percent: number) => 4 * Math.sqrt((percent * (100 - percent)) / 2_000) + 0.5;
      expect(Math.abs(found.back.percent - back)).toBeLessThanOrEqual(room(back));
      expect(Math.abs(found.promoted.percent - promoted)).toBeLessThanOrEqual(room(promoted));
      expect(Math.abs(found.asked.percent - asked)).toBeLessThanOrEqual(room(asked));
      if (median !== null)
        expect(Math.abs((found.back.median ?? 0) - median) / median).toBeLessThanOrEqual(0.15);
    },
  );

  it('[REL-7] is the same however often it is read, and ends at the first verdict', () => {
    const some = fc.array(fc.record({ isCanary: fc.boolean(), bad: fc.tuple(fc.boolean(), fc.boolean()) }), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(some, some, (first, more) => {
        const priors = [prior, prior];
        const early = judgeOutcomes(first, priors);
        const late = judgeOutcomes([...first, ...more], priors);
        if (early.verdict !== 'go-on') expect(late).toEqual(early);
      }),
    );
  });

  it('[REL-7] rolls back a canary that always fails after a few blocks, and promotes an equal one', () => {
    const bad = (isCanary: boolean): Outcome => ({ isCanary, bad: [isCanary] });
    const block = [bad(true), ...Array.from({ length: BLOCK }, () => bad(false))];
    const failing = judgeOutcomes(Array.from({ length: 20 }, () => block).flat(), [prior]);
    expect(failing.verdict).toBe('roll-back');
    expect(failing.evidence[0]?.canary).toBeLessThan(10);
    const good = block.map((one) => ({ ...one, bad: [false] }));
    const equal = judgeOutcomes(Array.from({ length: 200 }, () => good).flat(), [prior]);
    expect([equal.verdict, equal.evidence[0]?.canary]).toEqual(['promote', 200]);
    expect(worseByAtMost(equal.evidence[0] ?? noEvidence)).toBeLessThan(0.02);
  });

  it('[REL-8] names the outcomes after which a rise is found, near the simulated ones', () => {
    for (const [stableRate, canaryRate, , median] of table) {
      const expected = expectedDetection(stableRate, canaryRate);
      if (canaryRate <= stableRate) expect(expected).toBeNull();
      else if (median !== null && median < 300)
        expect(Math.abs((expected ?? 0) - median) / median).toBeLessThan(0.35);
    }
  });
});
