import { expect, test } from 'vitest';
import { sampleComponent } from '../plans/sample-plan.fixture.ts';
import { type CheckedLine, type CheckedPeriod, lineExceptions } from './exceptions.ts';

const line = (wanted: Partial<CheckedLine> = {}): CheckedLine => ({
  participantId: 'ann',
  componentId: 'sales',
  credited: '10000',
  attainmentPercent: '100',
  target: null,
  amount: '1000',
  ...wanted,
});
const period = (wanted: Partial<CheckedPeriod> = {}): CheckedPeriod => ({
  plan: { currency: 'USD', components: [sampleComponent()] },
  lines: [line()],
  earlier: [],
  ...wanted,
});
const rules = (wanted: Partial<CheckedPeriod>) => lineExceptions(period(wanted)).map(({ rule }) => rule);

test('an ordinary period has no exception', () => {
  expect(rules({ earlier: Array(6).fill([line()]) })).toEqual([]);
});

test('[EXC-1] [EXC-2] credit without pay, and pay without credit', () => {
  expect(rules({ lines: [line({ amount: '0.00' })] })).toEqual(['EXC-1']);
  expect(rules({ lines: [line({ credited: '0' })] })).toEqual(['EXC-2']);
  expect(rules({ lines: [line({ credited: '-5', amount: '0' })] })).toEqual([]);
});

test('[EXC-3] pay off the own course by over three median deviations and over 500', () => {
  const before = ['900', '1000', '1100', '1000', '950'].map((amount) => [line({ amount })]);
  expect(rules({ lines: [line({ amount: '1500' })], earlier: before.slice(0, 5) })).toEqual(['EXC-8']);
  const found = lineExceptions(period({ lines: [line({ amount: '1501' })], earlier: before }));
  expect(found.map(({ rule }) => rule)).toEqual(['EXC-8', 'EXC-3']);
  expect(found[1]).toMatchObject({
    participantId: 'ann',
    amount: '501',
    message: 'Pay of 1,501.00; the median of 5 periods before is 1,000.00.',
  });
  // two periods are no course
  expect(rules({ lines: [line({ amount: '1501' })], earlier: before.slice(0, 2) })).toEqual(['EXC-8']);
});

test('[EXC-4] attainment over 200% or below zero', () => {
  expect(rules({ lines: [line({ attainmentPercent: '200.0001' })] })).toEqual(['EXC-4']);
  expect(rules({ lines: [line({ attainmentPercent: '200' })] })).toEqual([]);
  expect(rules({ lines: [line({ attainmentPercent: '-0.1' })] })).toEqual(['EXC-4']);
});

test('[EXC-5] a cap that is reached', () => {
  const plan = { currency: 'USD', components: [sampleComponent({ cap: '2x' })] };
  expect(rules({ plan, lines: [line({ target: '500', amount: '1000' })] })).toEqual(['EXC-5']);
  expect(rules({ plan, lines: [line({ target: '500', amount: '999.99' })] })).toEqual([]);
});

test('[EXC-6] a rate outside what 98% of a hundred earlier lines had', () => {
  const many = Array.from({ length: 100 }, (_, i) =>
    line({ participantId: `p${i}`, amount: String(1000 + i) }),
  );
  const one = [line({ participantId: 'zoe', amount: '1200' })];
  expect(rules({ lines: one, earlier: [many] })).toContain('EXC-6');
  expect(rules({ lines: one, earlier: [many.slice(1)] })).not.toContain('EXC-6');
  expect(rules({ lines: [line({ amount: '1050' })], earlier: [many] })).not.toContain('EXC-6');
  // the same rate of other amounts, which binary numbers divide otherwise
  const same = Array.from({ length: 100 }, () => line({ credited: '0.07', amount: '0.01' }));
  const seventh = line({ credited: '0.35', amount: '0.05' });
  expect(0.05 / 0.35).toBeGreaterThan(0.01 / 0.07);
  expect(rules({ lines: [seventh], earlier: [same] })).not.toContain('EXC-6');
});

test('[EXC-8] a total over 20% off', () => {
  expect(rules({ lines: [line({ amount: '1200' })], earlier: [[line()]] })).toEqual([]);
  const [found] = lineExceptions(period({ lines: [line({ amount: '700' })], earlier: [[line()]] }));
  expect(found).toMatchObject({
    rule: 'EXC-8',
    message: 'The total of 700.00 is 30% below that of the period before.',
  });
});
