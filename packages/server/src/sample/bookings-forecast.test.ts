import { forecastSeries } from '@attain/domain/forecasts/forecast';
import { expect, test } from 'vitest';
import { sampleWorkspace } from './workspace.ts';

const companies = sampleWorkspace().tenants.filter(({ fixedDay }) => fixedDay !== undefined);

/** Bookings of the whole months before the company's day, in its currency. */
function bookedMonths({ deals, currency, fixedDay }: (typeof companies)[number]): number[] {
  const months = new Map<string, number>();
  for (const { date, amount, ...deal } of deals) {
    const month = date.slice(0, 7);
    if (deal.unit === '$' && deal.currency === currency && month < fixedDay!.slice(0, 7))
      months.set(month, (months.get(month) ?? 0) + Number(amount));
  }
  return [...months].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

test('[FC-3] each month of the sample is forecast at most as far off as by the naive value, from what was known before it', () => {
  const asked = { cycle: 12, steps: 1, withSeasons: true };
  expect(companies).toHaveLength(2);
  for (const company of companies) {
    const months = bookedMonths(company);
    expect(months).toHaveLength(13);
    let [off, naive] = [0, 0];
    for (const [at, actual] of months.entries()) {
      // the method too is chosen by what was known
      const found = forecastSeries({ ...asked, series: months.slice(0, at) });
      if (found === null) continue;
      off += Math.abs(actual - found.value);
      naive += Math.abs(actual - (months[at - 12] ?? months[at - 1]!));
    }
    expect([company.key, off / naive <= 1]).toEqual([company.key, true]);
    expect(forecastSeries({ ...asked, series: months })?.backtest.relativeError).toBeLessThanOrEqual(1);
  }
});
