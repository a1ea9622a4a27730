import { expect, test } from 'vitest';
import { confidenceMeaning, riskMeaning } from './bands.ts';

test('[ASSIST-SIM-18] [ASSIST-SIM-19] [ASSIST-SIM-20] risk is green below 20, amber below 40, else red', () => {
  expect([0, 19, 20, 39, 40, 100].map(riskMeaning)).toEqual(['ok', 'ok', 'warn', 'warn', 'bad', 'bad']);
});

test('[ASSIST-SIM-21] [ASSIST-SIM-22] [ASSIST-STATE-18] [ASSIST-STATE-19] [ASSIST-STATE-20] [CONF-ASSIST-17] confidence is green from 80, amber from 60, else red', () => {
  expect([100, 80, 79.5, 60, 59, 0].map(confidenceMeaning)).toEqual([
    'ok',
    'ok',
    'warn',
    'warn',
    'bad',
    'bad',
  ]);
});
