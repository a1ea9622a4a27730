import { expect, test } from 'vitest';
import { decimal, plain, sum } from '../base/decimal.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant } from '../quotas/sample-quota.fixture.ts';
import { calculate } from './calculate.ts';
import { compareCalculations } from './compare.ts';
import type { CalculationInput } from './payout.ts';
import { sampleInput } from './scenarios/sample-input.fixture.ts';
import { totalsByComponent, totalsByPayee } from './totals.ts';

function paid(wanted: Partial<CalculationInput>) {
  const result = calculate(sampleInput(wanted));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}
const people = (...ids: string[]) => ids.map((id) => sampleParticipant(id));
const of = (participantId: string, id: string, amount: string) => sampleDeal(id, amount, { participantId });

test('[PAY-18] every line that differs, with its deals; the deltas sum to the delta of the totals', () => {
  const before = paid({
    participants: people('a', 'b', 'c'),
    deals: [of('a', '1', '100'), of('a', '2', '50'), of('b', '3', '70'), of('c', '4', '10')],
  });
  const after = paid({
    participants: people('a', 'c', 'd'),
    deals: [of('a', '1', '110'), of('a', '5', '7.77'), of('c', '4', '10'), of('d', '6', '33.3')],
  });
  const read = compareCalculations(before, after);
  if (!read.ok) throw new Error('comparable');
  const difference = read.value;
  expect(
    difference.lines.map(
      (line) => `${line.kind} ${line.participantId} ${line.before} → ${line.after} = ${line.delta}`,
    ),
  ).toEqual([
    'changed a 15.00 → 11.78 = -3.22',
    'removed b 7.00 → 0.00 = -7.00',
    'added d 0.00 → 3.33 = 3.33',
  ]);
  expect(difference.lines[0]?.deals).toEqual({ added: ['5'], removed: ['2'], changed: ['1'] });
  expect(difference.lines[0]?.figures.map(({ figure }) => figure)).toEqual(['credited', 'amount']);
  expect(difference).toMatchObject({ before: '23.00', after: '16.11', delta: '-6.89', unchanged: 1 });
  expect(plain(decimal(difference.after).minus(decimal(difference.before)))).toBe(difference.delta);
});

test('[PAY-18] a calculation does not differ from itself', () => {
  const one = paid({ deals: [sampleDeal('1', '100')] });
  expect(compareCalculations(one, paid({ deals: [sampleDeal('1', '100')] }))).toMatchObject({
    value: { delta: '0.00', lines: [], unchanged: 1 },
  });
});

test('[PAY-18] a change without effect on pay is still reported', () => {
  const read = compareCalculations(
    paid({ deals: [sampleDeal('1', '100')] }),
    paid({ deals: [sampleDeal('2', '100')] }),
  );
  expect(read).toMatchObject({
    value: { delta: '0.00', lines: [{ delta: '0.00', deals: { added: ['2'], removed: ['1'] } }] },
  });
});

test('[PAY-18] two currencies have no difference', () => {
  const yen = paid({ plan: samplePlan({ currency: 'JPY' }) });
  expect(compareCalculations(paid({}), yen)).toMatchObject({ ok: false, problems: [{ rule: 'PAY-18' }] });
});

test('[PAY-19] totals by payee and by component sum to the total', () => {
  const components = [
    sampleComponent({ weight: 50 }),
    sampleComponent({ id: 'b', name: 'B', weight: 50, rate: { kind: 'flat', ratePercent: '3.33' } }),
  ];
  const calculation = paid({
    plan: samplePlan({ components }),
    participants: people('a', 'b'),
    deals: [of('a', '1', '99.99'), of('b', '2', '-12.34')],
  });
  expect(totalsByPayee(calculation)).toEqual([
    { id: 'a', amount: '13.33', lines: 2 },
    { id: 'b', amount: '-1.64', lines: 2 },
  ]);
  expect(totalsByComponent(calculation).map(({ id }) => id)).toEqual(['sales', 'b']);
  for (const totals of [totalsByPayee(calculation), totalsByComponent(calculation)]) {
    expect(sum(totals.map(({ amount }) => decimal(amount))).toFixed(2)).toBe(calculation.total);
  }
});
