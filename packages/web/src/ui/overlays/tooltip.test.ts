import { expect, test } from 'vitest';
import { openDelayMs, skipDelayMs } from './tooltip.tsx';

test('[CONST-SHELL-11] a tooltip opens after 700 ms', () => {
  expect(openDelayMs).toBe(700);
});

test('[CONST-SHELL-12] within 300 ms after one tooltip the next opens at once', () => {
  expect(skipDelayMs).toBe(300);
});
