import { expect, test } from 'vitest';
import { asPercent, asShare, confidenceLevel } from './confidence.ts';
import { impactOf, toneOf } from './impact-words.ts';
import { trustLevel } from './trust.ts';

const good = { verification: 'verified', overlays: ['OK'], steps: [70, 99], confidence: 84 } as const;

test('[SGR-41] [ASSIST-ENT-06] a suggestion is verified, doubtful or alarming', () => {
  expect(trustLevel(good)).toBe('Verified');
  expect(trustLevel({ ...good, verification: 'pending' })).toBe('Caution');
  expect(trustLevel({ ...good, overlays: ['OK', 'Warning'] })).toBe('Caution');
  expect(trustLevel({ ...good, steps: [69, 99] })).toBe('Caution');
  expect(trustLevel({ ...good, steps: [] })).toBe('Caution');
  expect(trustLevel({ ...good, confidence: 60 })).toBe('Verified');
  expect(trustLevel({ ...good, confidence: 59 })).toBe('Alert');
  expect(trustLevel({ ...good, verification: 'failed' })).toBe('Alert');
  expect(trustLevel({ ...good, overlays: ['Violation'] })).toBe('Alert');
});

test('[ASSIST-ENT-04] [ASSIST-ENT-05] a confidence is stored as a share and shown in whole percent', () => {
  expect(['0', '0.885', '0.8949', '1'].map(asPercent)).toEqual([0, 89, 89, 100]);
  expect([0, 7, 89, 100].map(asShare)).toEqual(['0', '0.07', '0.89', '1']);
  expect([79, 80].map(confidenceLevel)).toEqual(['Medium', 'High']);
});

test('[ASSIST-ENT-03] [ASSIST-ENT-08] the impact follows the sign of the savings, in the words of each persona', () => {
  expect(impactOf('12.50', '$12.50')).toEqual({ impact: 'Saves $12.50', impactType: 'positive' });
  expect(impactOf('-12.50', '$12.50')).toEqual({ impact: 'Costs $12.50 more', impactType: 'negative' });
  expect(impactOf('0.00', '$0.00').impactType).toBe('neutral');
  expect(impactOf(null, null).impactType).toBe('other');
  const of = {
    title: 'Cap',
    impact: 'Saves $1.00.',
    losers: { losers: 19, payees: 48 },
    riskScore: 33,
    confidence: 84,
  };
  expect(toneOf(of)).toEqual({
    Rep: 'Cap. Your pay changes only when the plan is activated.',
    Manager: 'Cap. 19 of 48 people would earn more than 1% less.',
    Finance: 'Saves $1.00. Risk 33 of 100. Confidence 84%.',
  });
});
