import { expect, test } from 'vitest';
import { biasEveryMs, isHidden } from './bias-timing.ts';

test('[ASSIST-BIAS-02] [ASSIST-BIAS-03] votes are analyzed every 60 s, and the next analysis shows a dismissed alert again', () => {
  expect(biasEveryMs).toBe(60_000);
  expect(isHidden(null, 1_000)).toBe(false);
  expect(isHidden(1_000, 1_000)).toBe(true);
  expect(isHidden(1_000, 1_000 + biasEveryMs)).toBe(false);
});
