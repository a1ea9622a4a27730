import { expect, test } from 'vitest';
import { asPercent, asShare, confidenceLevel } from './confidence.ts';
import { impactOf, toneOf } from './impact-words.ts';
import { trustLevel, trustMetrics } from './trust.ts';

const good = {
  verification: 'verified',
  overlays: ['OK'],
  steps: [70, 99],
  confidence: 84,
  isCurrent: true,
} as const;

test('[SGR-41] [ASSIST-ENT-06] a suggestion is verified, doubtful or alarming', () => {
  expect(trustLevel(good)).toBe('Verified');
  expect(trustLevel({ ...good, verification: 'pending' })).toBe('Caution');
  expect(trustLevel({ ...good, overlays: ['OK', 'Warning'] })).toBe('Caution');
  expect(trustLevel({ ...good, steps: [69, 99] })).toBe('Caution');
  expect(trustLevel({ ...good, steps: [] })).toBe('Caution');
  expect(trustLevel({ ...good, isCurrent: false })).toBe('Caution');
  expect(trustLevel({ ...good, isCurrent: null })).toBe('Verified');
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
    changes: 'plan',
  } as const;
  expect(toneOf(of)).toEqual({
    Rep: 'Cap. Your pay changes only when the plan is activated.',
    Manager: 'Cap. 19 of 48 people would earn more than 1% less.',
    Finance: 'Saves $1.00. Risk 33 of 100. Confidence 84%.',
  });
});

test('a finding says to every persona what it found, and nothing about a plan that it does not change', () => {
  const finding = {
    title: '4,200 more credit reaches the next tier of Bookings',
    impact: '$1,150.00 more pay in 2025-Q4.',
    losers: null,
    riskScore: null,
    confidence: null,
    changes: null,
  };
  const said = `${finding.title}. ${finding.impact}`;
  expect(toneOf(finding)).toEqual({ Rep: said, Manager: said, Finance: finding.impact });
  expect(toneOf({ ...finding, changes: 'records' }).Rep).toMatch(/only when the records change\.$/);
  expect(toneOf({ ...finding, changes: 'plan' }).Manager).toMatch(/Effect on the team not computed\.$/);
});

test('[ASSIST-TRUST-01] [ASSIST-TRUST-02] [ASSIST-TRUST-03] user control is a policy figure of the mode', () => {
  const control = (mode: 'traditional' | 'hybrid' | 'agentic') =>
    trustMetrics({ mode, confidences: [], hasArtifact: true }).userControl;
  expect([control('traditional'), control('hybrid'), control('agentic')]).toEqual([100, 85, 60]);
});

test('[ASSIST-TRUST-04] [ASSIST-TRUST-05] [ASSIST-TRUST-06] [ASSIST-TRUST-07] transparency follows the mean confidence', () => {
  const shown = (mode: 'traditional' | 'hybrid' | 'agentic', confidences: readonly number[]) =>
    trustMetrics({ mode, confidences, hasArtifact: true }).transparency;
  expect(shown('traditional', [10])).toBe(95);
  expect([shown('hybrid', [70, 80]), shown('agentic', [70, 80])]).toEqual([85, 85]);
  expect([shown('hybrid', [95]), shown('agentic', [])]).toEqual([100, 100]);
});

test('[ASSIST-TRUST-09] [ASSIST-TRUST-10] auditability asks for an artifact', () => {
  const of = (hasArtifact: boolean) =>
    trustMetrics({ mode: 'hybrid', confidences: [], hasArtifact }).auditability;
  expect([of(true), of(false)]).toEqual([95, 85]);
});
