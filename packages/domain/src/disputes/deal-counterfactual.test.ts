import { expect, test } from 'vitest';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { sampleInput } from '../payouts/scenarios/sample-input.fixture.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { dealCounterfactual } from './deal-counterfactual.ts';

const rate = { kind: 'flat', ratePercent: '10' } as const;
const plan = samplePlan({
  components: [
    sampleComponent({ id: 'core', name: 'Core', rate, filter: [{ field: 'product', in: ['Core'] }] }),
    sampleComponent({ id: 'all', name: 'All', rate: { kind: 'flat', ratePercent: '1' } }),
  ],
});
const deal = (product: string | null, date = '2024-02-15') => sampleDeal('D-118', '12400', { product, date });
const input = (deals: readonly ReturnType<typeof deal>[] = []) =>
  sampleInput({ plan, deals, payeeIds: ['ann'] });
const would = (
  asked: 'in-period' | 'as-recorded',
  one: ReturnType<typeof deal>,
  componentId: string | null = null,
) => dealCounterfactual(input(), { deal: one, componentId, asked });

test('[DISP-13] a deal that closed later is paid as if it had closed in the period', () => {
  const april = deal('Core', '2024-04-02');
  expect(would('in-period', april)).toMatchObject({ if: 'in-period', gain: '1364', pays: '1364' });
  expect(would('in-period', april, 'core')).toMatchObject({ gain: '1364', pays: '1240' });
  // only the line of All would pay more
  const other = deal('Other', '2024-04-02');
  expect(would('in-period', other, 'core')).toMatchObject({ gain: '124', pays: null, by: ['All'] });
  expect(would('in-period', other, 'all')).toMatchObject({ gain: '124', pays: '124' });
  // unchanged, the deal pays nothing in the period
  expect(would('as-recorded', april)).toBeNull();
  expect(would('as-recorded', deal('Other'))).toMatchObject({ gain: '124' });
});

test('[DISP-13] the one field that keeps a deal from counting is named, with what it would pay', () => {
  const only = samplePlan({ components: plan.components.slice(0, 1) });
  const found = (one: ReturnType<typeof deal>) =>
    dealCounterfactual({ ...input([one]), plan: only }, { deal: one, componentId: null, asked: 'field' });
  expect(found(deal('Other'))).toEqual({
    if: 'field',
    component: 'Core',
    because: 'it has the product Other, not Core',
    gain: '1240',
    pays: '1240',
    by: ['Core'],
  });
  expect(found(deal('Core'))).toBeNull();
});
