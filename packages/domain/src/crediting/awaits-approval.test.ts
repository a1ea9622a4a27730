import { expect, test } from 'vitest';
import type { Component } from '../plans/plan.ts';
import { sampleComponent } from '../plans/sample-plan.fixture.ts';
import { awaitsApproval } from './awaits-approval.ts';
import { sampleDeal } from './sample-deal.fixture.ts';

const asks = (change: Partial<Component> = {}) => ({
  ...sampleComponent(),
  approval: 'required' as const,
  ...change,
});
const deal = sampleDeal('d', '100', { date: '2024-02-01', product: 'Bike' });
const team = { of: 'team', levels: null, factorPercents: [] } as const;

test.each<[string, Component, boolean, boolean]>([
  ['a component that asks for it', asks(), true, true],
  ['one that asks for none', sampleComponent(), true, false],
  ['one that is not calculated', asks({ status: 'Draft' }), true, false],
  ['one of another unit', asks({ measure: { unit: 'Score', of: 'amount' } }), true, false],
  ['one of other products', asks({ filter: [{ field: 'product', in: ['Car'] }] }), true, false],
  ['one of later days', asks({ effective: { from: '2024-03-01', to: null } }), true, false],
  [
    'a SPIFF that is over',
    asks({ spiff: { from: '2024-01-01', to: '2024-01-31', fund: null } }),
    true,
    false,
  ],
  ['a plan nobody it credits is on', asks(), false, false],
  ['a plan whose people are paid by what rolls up', asks({ credit: team }), false, true],
])('[CREDIT-11] a deal waits for approval in %s', (_case, component, own, waits) => {
  expect(awaitsApproval(deal, component, { own })).toBe(waits);
  expect(awaitsApproval({ ...deal, approvedOn: '2024-02-02' }, component, { own })).toBe(false);
});
