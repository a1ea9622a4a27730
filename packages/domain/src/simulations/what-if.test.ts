import { expect, test } from 'vitest';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { sampleInput } from '../payouts/scenarios/sample-input.fixture.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { whatIf } from './what-if.ts';

const rate = {
  kind: 'marginal',
  thresholds: 'amount',
  per: 'period',
  tiers: [
    { from: '0', to: '1000', ratePercent: '1' },
    { from: '1000', to: null, ratePercent: '2' },
  ],
} as const;
const input = sampleInput({
  plan: samplePlan({ components: [sampleComponent({ rate })] }),
  deals: [sampleDeal('1', '800')],
});

test('[SIM-9] a further deal pays what the calculation pays with it, and the difference is told line by line', () => {
  const result = whatIf(input, [sampleDeal('if-1', '400')]);
  expect(
    result.ok && [result.value.before.total, result.value.after.total, result.value.difference.delta],
  ).toEqual(['8.00', '14.00', '6.00']);
  expect(result.ok && result.value.difference.lines).toMatchObject([{ deals: { added: ['if-1'] } }]);
  expect(whatIf(input, [])).toMatchObject({ ok: true, value: { difference: { lines: [] } } });
});

test('[SIM-9] a deal outside the period, of an id that is there already or without a rate is refused', () => {
  const rules = (...deals: Parameters<typeof whatIf>[1]) => {
    const result = whatIf(input, deals);
    return result.ok ? [] : result.problems.map(({ rule }) => rule);
  };
  expect(rules(sampleDeal('if', '1', { date: '2024-04-01' }))).toEqual(['SIM-9']);
  expect(rules(sampleDeal('1', '1'))).toEqual(['CREDIT-9']);
  expect(rules(sampleDeal('if', '1', { currency: 'CHF' }))).toEqual(['CREDIT-6']);
});

test('[SIM-9] a deal that is there pays as if it had another amount; an amount for one that is not is refused', () => {
  const result = whatIf(input, [], { '1': '1500' });
  expect(result.ok && [result.value.before.total, result.value.after.total]).toEqual(['8.00', '20.00']);
  expect(input.deals.map(({ amount }) => amount)).toEqual(['800']);
  const lost = whatIf(input, [], { 'no-such-deal': '1' });
  expect(lost.ok ? [] : lost.problems.map(({ rule, path }) => [rule, path])).toEqual([
    ['SIM-9', 'deals[no-such-deal].amount'],
  ]);
});
