import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PayTerm } from '../../../quotas/participant.ts';
import { calculate } from '../../calculate.ts';
import type { CalculationInput } from '../../payout.ts';
import { calculateFigures, figuresOf } from './calculate-figures.ts';
import { inCredits } from './credit-columns.ts';
import { randomInput } from './random-input.fixture.ts';
import { randomWorld } from './random-world.fixture.ts';

const CASES = 1_000;

interface Change {
  readonly day: number;
  readonly target: number;
  readonly rate: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  day: fc.integer({ min: 2, max: 27 }),
  target: fc.nat(99_999),
  rate: fc.integer({ min: 0, max: 900 }),
});

/** The terms of every payee change on a day in February; until then the participant's own columns apply. */
function withTerms(input: CalculationInput, { day, target, rate }: Change): CalculationInput {
  const month = input.period.from.slice(0, 8);
  const payTerms: PayTerm[] = input.participants.map(({ id }) => ({
    participantId: id,
    from: `${month}${String(day).padStart(2, '0')}`,
    to: null,
    targetVariableAnnual: String(target),
    commissionRatePercent: String(rate / 100),
  }));
  return { ...input, payTerms };
}

test('[KERNEL-13] [QUOTA-22] [QUOTA-23] figures with pay terms that change are those of the reference', () => {
  fc.assert(
    fc.property(fc.oneof(randomInput, randomWorld), change, (plain, terms) => {
      const input = withTerms(plain, terms);
      const [expected, found] = [calculate(input), calculateFigures(input)];
      if (!expected.ok || !found.ok) {
        expect(found).toEqual(expected);
        return;
      }
      const lines = expected.value.lines.map(figuresOf);
      expect(found.value.lines.map(inCredits)).toEqual(lines);
      expect(found.value.total).toBe(expected.value.total);
    }),
    { numRuns: CASES },
  );
});

test('[QUOTA-21] a term that repeats the own columns changes no cent', () => {
  fc.assert(
    fc.property(randomInput, change, (input, { day }) => {
      const again = withTerms(input, { day, target: 0, rate: 0 }).payTerms!.map((term) => {
        const own = input.participants.find(({ id }) => id === term.participantId)!;
        const { targetVariableAnnual, commissionRatePercent } = own;
        return { ...term, targetVariableAnnual, commissionRatePercent };
      });
      const [before, after] = [calculate(input), calculate({ ...input, payTerms: again })];
      const amounts = (one: typeof before) =>
        one.ok && one.value.lines.map(({ amount, target, credits }) => [amount, target, credits]);
      expect(amounts(after)).toEqual(amounts(before));
    }),
    { numRuns: CASES },
  );
});
