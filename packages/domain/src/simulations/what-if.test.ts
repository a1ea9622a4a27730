import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { calculate, claimsOnFunds } from '../payouts/calculate.ts';
import { fundUseBeside } from '../payouts/limits/fund-use.ts';
import { sampleInput } from '../payouts/scenarios/sample-input.fixture.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant } from '../quotas/sample-quota.fixture.ts';
import { payAdded, whatIf } from './what-if.ts';

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

test('[SIM-9] a further deal pays what the calculation pays with it, and the difference is shown line by line', () => {
  const result = whatIf(input, [sampleDeal('if-1', '400')]);
  expect(
    result.ok && [result.value.before.total, result.value.after.total, result.value.difference.delta],
  ).toEqual(['8.00', '14.00', '6.00']);
  expect(result.ok && result.value.difference.lines).toMatchObject([{ deals: { added: ['if-1'] } }]);
  expect(whatIf(input, [])).toMatchObject({ ok: true, value: { difference: { lines: [] } } });
});

test('[SIM-9] each deal alone adds what paying with it adds; one that can’t be paid says why and stops no other', () => {
  const deals = [
    sampleDeal('small', '100'),
    sampleDeal('over', '400'),
    sampleDeal('foreign', '1', { currency: 'CHF' }),
    sampleDeal('again', '400'),
  ];
  const added = payAdded(input);
  const [small, over, foreign, again] = added.ok ? deals.map(added.value) : [];
  expect([small, over, again]).toMatchObject([{ value: '1.00' }, { value: '6.00' }, { value: '6.00' }]);
  expect(foreign).toMatchObject({ ok: false, problems: [{ rule: 'CREDIT-6' }] });
  expect(payAdded({ ...input, deals: [sampleDeal('1', '1', { currency: 'CHF' })] })).toMatchObject({
    problems: [{ rule: 'CREDIT-6' }],
  });
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

test('[SIM-9] [CREDIT-20] a further deal without the own amount that a component adds is rejected', () => {
  const measure = { unit: '$', of: 'amount', own: 'ARR' } as const;
  const filter = [{ field: 'product', in: ['Cloud'] }] as const;
  const of = (deal: Parameters<typeof sampleDeal>[2]) => {
    const plan = samplePlan({ components: [sampleComponent({ rate, measure, filter })] });
    const result = whatIf({ ...input, plan, deals: [] }, [sampleDeal('if', '5', deal)]);
    return result.ok ? result.value.after.total : result.problems.map(({ rule, path }) => [rule, path]);
  };
  expect(of({ product: 'Cloud' })).toEqual([['SIM-9', 'deals[if].ownFields.ARR']]);
  expect(of({ product: 'Cloud', ownFields: { ARR: '800' } })).toBe('8.00');
  expect(of({ product: 'Base' })).toBe('0.00');
});

test('[SIM-9] [PAY-36] with a shared fund, it equals the calculation of all payees, and no one else is named', () => {
  const spiff = { from: '2024-02-01', to: '2024-02-29', fund: '100' };
  const plan = samplePlan({
    components: [sampleComponent(), sampleComponent({ id: 'push', name: 'Push', weight: 0, spiff })],
  });
  const people = ['ann', 'bob', 'cid'];
  const one = fc.record({
    participantId: fc.constantFrom(...people),
    day: fc.integer({ min: 1, max: 3 }),
    amount: fc.integer({ min: -300, max: 600 }),
  });
  const dealOf = (
    id: string,
    { participantId, day, amount }: typeof one extends fc.Arbitrary<infer T> ? T : never,
  ) => sampleDeal(id, String(amount), { participantId, date: `2024-02-0${day}` });
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 9 }),
      one,
      fc.integer({ min: 0, max: 60 }),
      (drawn, more, spent) => {
        const deals = drawn.map((deal, i) => dealOf(`d${i}`, deal));
        const further = dealOf('what-if-1', { ...more, participantId: 'ann' });
        const paidBefore = { componentId: 'push', from: '2024-01-01', to: '2024-02-01', carried: '0' };
        const earlier = people.map((participantId) => ({
          ...paidBefore,
          participantId,
          amount: String(spent),
        }));
        const records = { plan, participants: people.map((id) => sampleParticipant(id)), earlier };
        const all = sampleInput({ ...records, deals, fundLeft: 'settle-here' });
        const annOf = (input: typeof all) => {
          const result = calculate(input);
          return result.ok
            ? result.value.lines.filter(({ participantId }) => participantId === 'ann')
            : result.problems;
        };
        const claims = claimsOnFunds(all);
        const own = sampleInput({
          ...records,
          payeeIds: ['ann'],
          deals: deals.filter(({ participantId }) => participantId === 'ann'),
          earlier: earlier.filter(({ participantId }) => participantId === 'ann'),
        });
        const use = fundUseBeside({ id: 'ann', deals: own.deals }, claims.ok ? claims.value : [], earlier);
        expect(JSON.stringify(use)).not.toMatch(/bob|cid/);
        const result = whatIf(own, [further], {}, use);
        expect(result.ok && result.value.before.lines).toEqual(annOf(all));
        expect(result.ok && result.value.after.lines).toEqual(annOf({ ...all, deals: [...deals, further] }));
        const changed = deals.map((deal) =>
          deal.participantId === 'ann' ? { ...deal, amount: '77' } : deal,
        );
        const amounts = Object.fromEntries(own.deals.map(({ id }) => [id, '77']));
        const otherwise = whatIf(own, [], amounts, use);
        expect(otherwise.ok && otherwise.value.after.lines).toEqual(annOf({ ...all, deals: changed }));
      },
    ),
    { numRuns: 100 },
  );
});
