import { expect, test } from 'vitest';
import { stagesSum, stagesText } from './stages-text.ts';

const stages = {
  ...{
    from: '2026-01-01',
    to: '2026-03-31',
    value: '600.00',
    soFar: '100.00',
    fromOpen: '500.00',
    unseen: null,
  },
  ...{
    counted: 1,
    unknown: 0,
    measured: 0,
    interval: null,
    missingForInterval: 7,
    backtest: null,
    apart: null,
  },
};

test('[FC-9] open opportunities say what they add up, and what is unknown', () => {
  expect(stagesSum(stages, 'USD')).toBe(
    '$100.00 booked so far, $500.00 from 1 opportunity. Deals that are not in the pipeline yet are not included.',
  );
  expect(stagesSum({ ...stages, counted: 12, unseen: '80.00' }, 'USD')).toBe(
    '$100.00 booked so far, $500.00 from 12 opportunities, $80.00 not in the pipeline yet.',
  );
  expect(stagesText({ ...stages, unknown: 3 }, 'quarterly')).toBe(
    'Chances are as stated, else the win rate. Excludes 3 without an amount, an exchange rate or a chance. No past period was forecast this way yet.',
  );
  const backtest = { origins: 6, averageError: 0.057, bias: 0 };
  expect(stagesText({ ...stages, measured: 7, backtest }, 'monthly')).toBe(
    'Chances are measured over 7 months. The last 6 months were off by 6% on average.',
  );
});
