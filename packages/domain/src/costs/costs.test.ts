import { expect, test } from 'vitest';
import { decimal, plain, sum } from '../base/decimal.ts';
import { annualExcess, budgetStatus, isThresholdExceeded, periodStart, utilization } from './budget.ts';
import { costConverter } from './conversion.ts';
import { changeOf, costEach, returnRatio, sharePercent, tokensInMillions } from './cost-figures.ts';
import { eachDay, entriesCost, forecastCost, unusualDays } from './day-costs.ts';
import { type Charge, focusCsv } from './focus-row.ts';
import { pricesOverlap } from './price.ts';

const budget = (spent: string, alertThreshold = '80') => ({ limit: '2000', spent, alertThreshold });

test('[FIN-1] [COST-06] [COST-10] a budget warns exactly at its threshold and is exceeded at its limit', () => {
  expect(budgetStatus(budget('1599.999999'))).toBe('healthy');
  expect(isThresholdExceeded(budget('1599.999999'))).toBe(false);
  expect(isThresholdExceeded(budget('1600'))).toBe(true);
  expect(budgetStatus(budget('1600'))).toBe('warning');
  expect(budgetStatus(budget('1999.999999'))).toBe('warning');
  expect(budgetStatus(budget('2000'))).toBe('exceeded');
});

test('[FIN-2] [COST-11] [COST-12] utilization is total spent over total budget, with one decimal', () => {
  expect(utilization([budget('1000'), { limit: '1000', spent: '3.5' }])).toBe('33.5');
  expect(utilization([budget('5')])).toBe('0.3');
  expect(utilization([])).toBeNull();
});

test('[FIN-3] a period begins with its month, quarter or year', () => {
  expect(periodStart('monthly', '2026-11-23')).toBe('2026-11-01');
  expect(periodStart('quarterly', '2026-11-23')).toBe('2026-10-01');
  expect(periodStart('quarterly', '2026-03-31')).toBe('2026-01-01');
  expect(periodStart('annual', '2026-11-23')).toBe('2026-01-01');
});

test('[FIN-4] [CONF-BUILD-24] the stated budgets exceed their annual total by 5,000', () => {
  const stated = [
    { limit: '2000', period: 'monthly', scope: 'category' },
    { limit: '1500', period: 'quarterly', scope: 'category' },
    { limit: '25000', period: 'annual', scope: 'workspace' },
  ] as const;
  expect(annualExcess(stated)).toEqual({ parts: '30000', annual: '25000', excess: '5000' });
  expect(annualExcess([stated[0], stated[2]])).toBeNull();
});

test('[FIN-5] prices that share a day overlap', () => {
  const from = (validFrom: string, validTo: string | null) => ({ validFrom, validTo });
  expect(pricesOverlap(from('2026-01-01', '2026-01-31'), from('2026-01-31', null))).toBe(true);
  expect(pricesOverlap(from('2026-01-01', '2026-01-31'), from('2026-02-01', null))).toBe(false);
  expect(pricesOverlap(from('2026-01-01', null), from('2020-01-01', null))).toBe(true);
});

test('[FIN-6] the daily shares of a monthly entry add up to it', () => {
  const entries = [{ amount: '180', fromDay: '2026-01-01', toDay: null }];
  for (const [from, to] of [
    ['2026-02-01', '2026-02-28'],
    ['2026-07-01', '2026-07-31'],
  ] as const)
    expect(plain(sum(eachDay(from, to).map((day) => entriesCost(entries, day))))).toBe('180');
  expect(plain(entriesCost(entries, '2025-12-31'))).toBe('0');
});

test('[FIN-7] [COST-13] [COST-14] [COST-15] costs per request have three decimals, tokens are in millions with one', () => {
  expect(costEach(decimal('1142.38'), 20_280)).toBe('0.056');
  expect(costEach(decimal('0.0045'), 3)).toBe('0.002');
  expect(costEach(decimal('390'), 1_000, 2)).toBe('0.39');
  expect(costEach(decimal('1'), 0)).toBeNull();
  expect(tokensInMillions(1_250_000)).toBe('1.3');
  expect(sharePercent(decimal('1'), decimal('3'))).toBe('33.3');
});

test('[FIN-8] [COST-16] return is savings over cost, cut to a whole number', () => {
  expect(returnRatio(decimal('11400000'), decimal('540000'))).toBe('21:1');
  expect(returnRatio(decimal('219'), decimal('10'))).toBe('21:1');
  expect(returnRatio(decimal('219'), decimal('0'))).toBeNull();
  expect(changeOf(decimal('110'), decimal('100'))).toEqual({ trend: 'up', change: '10.0' });
  expect(changeOf(decimal('1'), decimal('0'))).toEqual({ trend: 'up', change: null });
});

test('[FIN-9] a day far above its weekday is unusual, a weekend is not', () => {
  const history = eachDay('2026-09-01', '2026-11-20').map((day, at) => ({
    day,
    cost: day === '2026-11-18' ? 110 : at % 7 < 5 ? 60 : 20,
  }));
  expect(unusualDays(history).map(({ day }) => day)).toEqual(['2026-11-18']);
});

test('[FIN-10] the forecast adds the weekday’s average, and needs two weeks', () => {
  const history = eachDay('2026-11-02', '2026-11-22').map((day, at) => ({ day, cost: at % 7 < 5 ? 50 : 10 }));
  const remaining = eachDay('2026-11-23', '2026-11-29');
  expect(forecastCost(history, { spent: 810, remaining })).toMatchObject({
    total: 1080,
    low: 1080,
    high: 1080,
  });
  expect(forecastCost(history.slice(0, 13), { spent: 1, remaining })).toBeNull();
});

test('[FIN-11] an unpriced call has no cost in the export, and no cell is a formula', () => {
  const charge: Charge = {
    at: '2026-11-01T00:00:00Z',
    provider: '=cmd()',
    service: 'a "b", c',
    model: 'm',
    agent: null,
    environment: 'prod',
    cost: null,
    currency: null,
    quantity: 12,
    run: 'r',
    workflow: 'w',
    unit: 'Tokens',
  };
  const csv = focusCsv([charge], { id: 'acme', from: '2026-11-01', to: '2026-12-01' });
  expect(csv.split('\r\n')[0]).toMatch(/^BilledCost,EffectiveCost,ListCost,ContractedCost,BillingAccountId/);
  expect(csv.split('\r\n')[1]).toBe(
    `,,,,acme,,2026-11-01,2026-12-01,2026-11-01T00:00:00Z,2026-11-01T00:00:00Z,Usage,12,Tokens,'=cmd(),'=cmd(),'=cmd(),"a ""b"", c",AI and Machine Learning,,m,prod,r,w`,
  );
});

test('[FIN-13] costs are converted at the latest rate on or before their day; what has no rate is apart', () => {
  const rates = [
    { from: 'EUR', to: 'USD', date: '2026-11-05', rate: '1.1', source: 'ECB' },
    { from: 'EUR', to: 'USD', date: '2026-11-10', rate: '1.2', source: 'ECB' },
    { from: 'USD', to: 'GBP', date: '2026-11-01', rate: '0.8', source: 'BoE' },
  ];
  const converter = costConverter(rates, 'USD');
  const cost = (currency: string, day: string, amount: string) => ({
    currency,
    day,
    amount: decimal(amount),
  });
  const of = (...of: [string, string, string]) => {
    const found = converter.of(cost(...of));
    return found && plain(found);
  };
  expect(of('USD', '2026-11-01', '0.000001')).toBe('0.000001');
  expect(of('EUR', '2026-11-04', '10')).toBeNull();
  expect(of('EUR', '2026-11-09', '0.001')).toBe('0.0011');
  expect(of('EUR', '2026-11-30', '10')).toBe('12');
  expect(of('GBP', '2026-11-30', '8')).toBe('10');
  // nothing needs no rate
  expect(of('CHF', '2026-11-30', '0')).toBe('0');
  const shown = converter.tell([
    cost('USD', '2026-11-01', '5'),
    cost('EUR', '2026-11-03', '3'),
    cost('EUR', '2026-11-04', '4'),
    cost('EUR', '2026-11-09', '10'),
    cost('EUR', '2026-11-12', '1'),
    cost('CHF', '2026-11-12', '0'),
  ]);
  expect(shown).toEqual({
    converted: [
      {
        currency: 'EUR',
        cost: '11',
        converted: '12.2',
        rates: 2,
        latest: { rate: '1.2', date: '2026-11-10', source: 'ECB' },
      },
    ],
    others: [
      {
        currency: 'EUR',
        cost: '7',
        message: 'There is no exchange rate from EUR to USD on or before 2026-11-03. Import one.',
      },
    ],
  });
});
