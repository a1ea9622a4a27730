import { expect, test } from 'vitest';
import { costPerUnit, payByAttainment } from './plan-health.ts';

test('[MEAS-6] pay for each unit credited, and none without credit', () => {
  expect(
    costPerUnit([
      { pay: '8000.00', credited: '100000' },
      { pay: '-500.00', credited: '25000.50' },
    ]),
  ).toBe('0.06');
  expect(costPerUnit([{ pay: '500', credited: '0' }])).toBeNull();
});

test('[MEAS-7] payees by attainment, each limit in the band it begins, and how closely pay follows', () => {
  const payee = (attainment: string, pay: string, target: string | null = '1000') => ({
    reached: `${Number(attainment) * 50}`,
    weights: '50',
    pay,
    target,
  });
  const { bands, correlation, compared } = payByAttainment([
    payee('-3', '0'),
    payee('49.99', '0', null),
    payee('50', '500'),
    payee('100', '1000'),
    payee('150', '1500'),
    { reached: '0', weights: '0', pay: '9', target: '9' },
  ]);
  expect(bands.map(({ payees }) => payees)).toEqual([2, 1, 0, 1, 1]);
  expect(compared).toBe(4);
  // x −3, 50, 100, 150 and y 0, 50, 100, 150
  expect(Number(correlation)).toBeCloseTo(0.9999, 3);
  expect(payByAttainment([payee('80', '800'), payee('80', '900')]).correlation).toBeNull();
});
