import { expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component, CreditFactor } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { lintCourse } from '../lint-plan.ts';
import type { History } from '../pay-history.ts';
import { sampleHistory } from '../sample-history.fixture.ts';

const renewals = (percent: string): CreditFactor => ({
  where: [{ field: 'kind', in: ['renewal'] }],
  percent,
});
const flat: Partial<Component> = { rate: { kind: 'flat', ratePercent: '10' } };
function found(rule: string, components: readonly Partial<Component>[], history: Partial<History>) {
  const course = lintCourse(
    samplePlan({
      components: components.map((one, i) =>
        sampleComponent({ id: `c${i}`, name: `C${i}`, weight: i === 0 ? 100 : 0, ...flat, ...one }),
      ),
    }),
  );
  course.take(sampleHistory(history));
  return course.report().findings.filter((one) => one.rule === rule);
}
const renewal = sampleDeal('r1', '1000', { kind: 'renewal' });

test('[LINT-12] only a credit factor that no deal met is reported', () => {
  const creditFactors = [
    renewals('50'),
    { where: [{ field: 'product', in: ['X'] }], percent: '150' } as const,
  ];
  expect(found('LINT-12', [{ creditFactors }], { deals: [renewal] })).toMatchObject([
    {
      severity: 'note',
      path: 'components[0].creditFactors[1]',
      message: 'C0: no deal in this history matches credit factor 2 (product X).',
      stake: { amount: '0.00', payees: 0 },
    },
  ]);
  const both = [renewal, sampleDeal('x1', '5', { product: 'X' })];
  expect(found('LINT-12', [{ creditFactors }], { deals: both })).toEqual([]);
  // nothing was credited: nothing can be said of its factors
  expect(found('LINT-12', [{ creditFactors }], { deals: [] })).toEqual([]);
});

test('[LINT-12] only a return with another factor than its sale is reported, with its amount', () => {
  const creditFactors = [renewals('50')];
  const refund = (kind: string) =>
    sampleDeal('back', '-1000', { date: '2024-03-01', kind, reversesId: 'r1' });
  expect(found('LINT-12', [{ creditFactors }], { deals: [renewal, refund('return')] })).toMatchObject([
    {
      severity: 'warning',
      path: 'components[0].creditFactors',
      message:
        'C0: 1 return in this history counts with another credit factor than the reversed deal, so they don’t cancel out.',
      stake: { amount: '100.00', payees: 1 },
    },
  ]);
  expect(found('LINT-12', [{ creditFactors }], { deals: [renewal, refund('renewal')] })).toEqual([]);
});

test('[LINT-8] [CREDIT-17] a deal that counts for nothing in one of two components is not credited twice', () => {
  const none = { creditFactors: [renewals('0')] };
  expect(found('LINT-8', [{}, none], { deals: [renewal] })).toEqual([]);
  expect(found('LINT-8', [{}, { creditFactors: [renewals('50')] }], { deals: [renewal] })).toMatchObject([
    { severity: 'warning', stake: { amount: '50.00' } },
  ]);
});
