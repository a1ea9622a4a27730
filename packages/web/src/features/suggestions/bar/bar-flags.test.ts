import { expect, test } from 'vitest';
import { barFlags, confidentOnes } from './bar-flags.ts';

test('[ASSIST-BAR-08] [ASSIST-BAR-09] the mode decides which buttons the bar has', () => {
  expect(barFlags).toEqual({
    traditional: { reasoning: true, evidence: true, trail: false },
    hybrid: { reasoning: true, evidence: true, trail: true },
    agentic: { reasoning: true, evidence: true, trail: true },
  });
});

test('[ASSIST-BAR-04] the bar counts open suggestions from 71 percent, not 70', () => {
  const all = [70, 71, 95, null].map((confidence) => ({ status: 'open', confidence }));
  expect(confidentOnes([...all, { status: 'applied', confidence: 99 }]).map((one) => one.confidence)).toEqual(
    [95, 71],
  );
});
