import { expect, test } from 'vitest';
import { emptyOverride, nextOverride, type OverrideEvent, overrideCodes } from './override-state.ts';

const after = (...events: readonly OverrideEvent[]) => events.reduce(nextOverride, emptyOverride);
const code = { type: 'code', code: 'DATA_QUALITY' } as const;
const reason = { type: 'reason', reason: 'Half of the wins are duplicates.' } as const;

test('[ASSIST-OVR-08] [ASSIST-OVR-06] [ASSIST-OVR-07] empty, filled, saving, then cleared and closed', () => {
  expect(after().step).toBe('empty');
  expect(after(code).step).toBe('empty');
  expect(after(code, reason).step).toBe('filled');
  expect(after(code, reason, { type: 'save' }).step).toBe('saving');
  expect(after(code, reason, { type: 'save' }, { type: 'saved' })).toEqual({
    ...emptyOverride,
    step: 'closed',
  });
});

test('[ASSIST-OVR-02] [ASSIST-OVR-03] [ASSIST-OVR-04] both are needed, and blanks are no explanation', () => {
  expect(after(reason, { type: 'save' }).step).toBe('empty');
  expect(after(code, { type: 'reason', reason: '  \n ' }, { type: 'save' }).step).toBe('empty');
  expect(after(code, reason, { type: 'reason', reason: '' }).step).toBe('empty');
});

test('[ASSIST-OVR-05] while it is saved the dialog is locked', () => {
  const saving = after(code, reason, { type: 'save' });
  for (const event of [{ type: 'close' }, code, { type: 'reason', reason: 'x' }, { type: 'save' }] as const)
    expect(nextOverride(saving, event)).toBe(saving);
});

test('a failed save keeps the form and says why', () => {
  const failed = after(code, reason, { type: 'save' }, { type: 'failed', error: 'No network' });
  expect(failed).toEqual({
    step: 'filled',
    code: 'DATA_QUALITY',
    reason: reason.reason,
    error: 'No network',
  });
});

test('[ASSIST-OVR-09] the reason codes are exactly seven', () => {
  expect(overrideCodes).toEqual([
    'POLICY_CONFLICT',
    'BUSINESS_EXCEPTION',
    'REGULATORY_CONCERN',
    'RISK_ASSESSMENT',
    'STAKEHOLDER_REQUEST',
    'DATA_QUALITY',
    'OTHER',
  ]);
});
