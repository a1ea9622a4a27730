import { expect, test } from 'vitest';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { SAMPLE_PERIOD } from '../quotas/sample-quota.fixture.ts';
import { whyNot } from './why-not.ts';

const components = [
  sampleComponent({ id: 'all', name: 'All' }),
  sampleComponent({
    id: 'bikes',
    name: 'Bikes',
    filter: [
      { field: 'kind', in: ['sale'] },
      { field: 'product', in: ['Bikes', 'Parts'] },
    ],
  }),
  sampleComponent({ id: 'score', name: 'Score', measure: { unit: 'Score', of: 'amount' } }),
  sampleComponent({ id: 'approved', name: 'Approved', approval: 'required' }),
];
const setting = { plan: samplePlan({ components }), period: SAMPLE_PERIOD };
const answers = (deal: Parameters<typeof sampleDeal>[2], participantId = 'ann') =>
  whyNot(setting, sampleDeal('d', '100', deal), participantId).map(({ message }) => message);

test.each([
  [
    'product',
    { product: 'Cars' },
    [
      'Counts this deal.',
      'It counts deals with product Bikes or Parts; this deal’s product is Cars.',
      'It measures Score; the deal is in $.',
      'The deal waits for approval.',
    ],
  ],
  [
    'empty field',
    { approvedOn: '2024-03-01' },
    [
      'Counts this deal.',
      'It counts deals with product Bikes or Parts; this deal’s product is empty.',
      'It measures Score; the deal is in $.',
      'Counts this deal.',
    ],
  ],
  ['day', { date: '2024-04-01' }, Array(4).fill('The deal is dated 2024-04-01, outside 2024-Q1.')],
  ['owner', { participantId: 'bob' }, Array(4).fill('The deal credits other people.')],
])('[SIM-13] each component says what is in the way first: %s', (_, deal, expected) => {
  expect(answers(deal)).toEqual(expected);
});

test('[SIM-13] [CREDIT-20] a component that adds an own field does not count a deal without a number in it', () => {
  const arr = sampleComponent({ id: 'arr', name: 'ARR', measure: { unit: '$', of: 'amount', own: 'ARR' } });
  const plan = samplePlan({ components: [arr] });
  const of = (ownFields: Record<string, string>) =>
    whyNot({ plan, period: SAMPLE_PERIOD }, sampleDeal('d', '100', { ownFields }), 'ann');
  const message = 'It measures ARR, but this deal has no number in that field.';
  expect(of({})).toMatchObject([{ isCounted: false, message }]);
  expect(of({ ARR: 'many' })).toMatchObject([{ isCounted: false, message }]);
  expect(of({ ARR: '0' })).toMatchObject([{ isCounted: true }]);
});
