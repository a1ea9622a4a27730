import { expect, test } from 'vitest';
import { delayAt, openDelayMs, skipDelayMs } from './use-tooltip-open.ts';

test('[CONST-SHELL-11] a tooltip opens after 700 ms', () => {
  expect(openDelayMs).toBe(700);
  expect(delayAt(0)).toBe(700);
});

test('[CONST-SHELL-12] within 300 ms after one tooltip the next opens at once', () => {
  expect(skipDelayMs).toBe(300);
  expect([delayAt(-1), delayAt(0)]).toEqual([0, 700]);
});
