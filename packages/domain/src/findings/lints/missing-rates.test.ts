import { expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import type { ExchangePolicy } from '../../plans/terms.ts';
import { lintCourse } from '../lint-plan.ts';
import { sampleHistory } from '../sample-history.fixture.ts';

/** What is said of rates, and how many lines could be paid, of one deal in euros in February and one quoted day. */
function found(exchange: ExchangePolicy | undefined, quoted: string) {
  const course = lintCourse(
    samplePlan({ components: [sampleComponent({ cap: '9x' })], ...(exchange && { exchange }) }),
  );
  const exchangeRates = [{ from: 'EUR', to: 'USD', date: quoted, rate: '1.1', source: 'ECB' }];
  course.take(
    sampleHistory({
      exchangeRates,
      deals: [sampleDeal('1', '250', { currency: 'EUR', date: '2024-02-10' })],
    }),
  );
  const { findings, looked } = course.report();
  const stakes = findings.filter(({ rule }) => rule === 'LINT-9');
  return { stakes: stakes.map(({ stake }) => `${stake?.amount} ${stake?.currency}`), lines: looked.lines };
}

// what cannot be converted cannot be paid, and the other way round: LINT-9 looks for the rate that the calculation looks for
test.each<[string, ExchangePolicy | undefined, string, boolean]>([
  ['of the day, quoted before', undefined, '2024-02-09', true],
  ['of the day, quoted after', undefined, '2024-02-11', false],
  ['of the end of the period, quoted after the deal', { on: 'period-end' }, '2024-03-30', true],
  ['of the end of the period, quoted after it', { on: 'period-end' }, '2024-04-01', false],
  ['mean of the period, quoted in it', { on: 'period-average' }, '2024-03-30', true],
  ['mean of the period, quoted before it', { on: 'period-average' }, '2023-12-31', false],
  ['locked to a day after the deal', { on: 'locked', date: '2024-06-30' }, '2024-05-01', true],
  ['locked to a day before the first rate', { on: 'locked', date: '2024-01-01' }, '2024-01-02', false],
])('[LINT-9] [CREDIT-16] a rate %s', (_, exchange, quoted, there) => {
  expect(found(exchange, quoted)).toEqual(
    there ? { stakes: [], lines: 1 } : { stakes: ['250 EUR'], lines: 0 },
  );
});
