import type { Deal } from '@attain/domain/crediting/deal';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { expect, test } from 'vitest';
import {
  dealsOfPeriod,
  furtherDeals,
  kindsOf,
  nextImagined,
  ownAmountsOf,
  ownFieldsOf,
  valuesOf,
} from './imagined.ts';

const deal = (id: string, date: string, amount: string, product: string | null = null): Deal => ({
  id,
  date,
  amount,
  product,
  unit: '$',
  currency: 'EUR',
  participantId: 'p1',
  splits: [],
  kind: 'sale',
  territory: 'North',
  customer: null,
});
const input = {
  plan: { currency: 'EUR', components: [] },
  period: { key: '2025-Q4', from: '2025-10-01', to: '2025-12-31' },
  payeeIds: ['p1'],
  deals: [
    deal('a', '2025-10-05', '100', 'Cloud'),
    deal('b', '2025-12-01', '900', 'Base'),
    deal('c', '2025-09-30', '5'),
  ],
} as unknown as CalculationInput;

test('[SIM-9] only deals of the period can be given another amount, the largest first', () => {
  expect(dealsOfPeriod(input).map(({ id }) => id)).toEqual(['b', 'a']);
});

test('[SIM-9] an imagined deal is like the newest one, on the last day, with an id that no other has', () => {
  const first = nextImagined(input, []);
  // two products were sold: none of them is guessed
  expect(first).toMatchObject({ id: 'what-if-1', date: '2025-12-31', product: '', territory: 'North' });
  expect(nextImagined(input, [{ ...first, id: 'what-if-4' }]).id).toBe('what-if-5');
  const win: Deal = { ...deal('w', '2025-12-30', '1'), unit: 'Count', currency: null };
  expect(nextImagined({ ...input, deals: [...input.deals, win] }, []).unit).toBe('$');
  expect(nextImagined({ ...input, deals: [win] }, []).unit).toBe('Count');
});

test('[SIM-9] what is not an amount yet is left out; the rest is the payee’s in the currency of the plan', () => {
  const first = nextImagined(input, []);
  const typed = [
    { ...first, amount: '2500.50', product: '' },
    { ...first, amount: '12,' },
    { ...first, amount: '' },
    { ...first, amount: '+5' },
    { ...first, amount: '1e5' },
    { ...first, amount: '5', date: '' },
  ];
  expect(furtherDeals(input, typed)).toEqual([
    expect.objectContaining({ amount: '2500.50', currency: 'EUR', participantId: 'p1', product: null }),
  ]);
  expect(furtherDeals(input, [{ ...first, amount: '3', unit: 'Count' }])[0]?.currency).toBeNull();
});

test('values to choose from are those that deals have', () => {
  expect(valuesOf(input.deals, 'product')).toEqual(['Base', 'Cloud']);
});

test('[SIM-9] [CREDIT-17] a kind is chosen where the plan asks for one, also one no deal has had yet', () => {
  const of = (...components: object[]) =>
    kindsOf({ ...input, plan: { components } } as unknown as CalculationInput);
  expect(of({ filter: [{ field: 'product', in: ['Base'] }] })).toEqual([]);
  const where = [{ field: 'kind', in: ['renewal'] }];
  expect(of({ filter: [], creditFactors: [{ where, percent: '50' }] })).toEqual(['renewal', 'sale']);
  expect(of({ filter: where })).toEqual(['renewal', 'sale']);
});

test('[SIM-9] [CREDIT-19] an imagined deal has the own fields that the plan asks for, which can be chosen', () => {
  const components = [{ filter: [{ field: 'own:Channel', in: ['Web'] }] }];
  const deals = [{ ...deal('n', '2025-12-30', '7'), ownFields: { Channel: 'Fair', Note: 'x' } }];
  const asking = { ...input, deals, plan: { currency: 'EUR', components } } as unknown as CalculationInput;
  expect(ownFieldsOf(asking)).toEqual([{ name: 'Channel', values: ['Fair', 'Web'] }]);
  const first = { ...nextImagined(asking, []), amount: '5' };
  expect(first.ownFields).toEqual({ Channel: 'Fair' });
  const typed = furtherDeals(asking, [
    { ...first, ownFields: { Channel: 'Web' } },
    { ...first, ownFields: {} },
  ]);
  expect(typed.map(({ ownFields }) => ownFields)).toEqual([{ Channel: 'Web' }, undefined]);
});

test('[SIM-9] [CREDIT-20] an own field that the plan adds is entered as a number', () => {
  const measure = { unit: '$', of: 'amount', own: 'ARR' };
  const filter = [{ field: 'own:ARR', number: { atLeast: '1' } }];
  const components = [
    { status: 'Active', measure, filter },
    { status: 'Draft', measure: { ...measure, own: 'Margin' }, filter: [] },
  ];
  const adding = { ...input, plan: { currency: 'EUR', components } } as unknown as CalculationInput;
  expect([ownAmountsOf(adding), ownFieldsOf(adding)]).toEqual([['ARR'], []]);
});
