import { expect, test } from 'vitest';
import { defaultSettings, exportName, refetchEvery } from './settings-of.ts';

test('[ASSIST-ENT-39] [ASSIST-ENT-41] [CONF-ASSIST-34] a card reads again by its own timer, real time follows the events, and off is off', () => {
  expect(refetchEvery({ ...defaultSettings, updateFrequency: 'realtime' })).toBe(false);
  expect(refetchEvery({ ...defaultSettings, updateFrequency: 'hourly' })).toBe(3_600_000);
  expect(refetchEvery({ ...defaultSettings, updateFrequency: 'daily' })).toBe(86_400_000);
  expect(refetchEvery({ ...defaultSettings, updateFrequency: 'hourly', autoRefresh: false })).toBe(false);
});

test('[ASSIST-STORE-08] an export is named by its card and the moment in UTC', () => {
  const at = new Date('2026-11-22T14:05:09.120Z');
  expect(exportName('smart-analytics', at)).toBe('smart-analytics-2026-11-22T14-05-09Z.json');
  expect(exportName('predictive-insights', at)).toBe('predictive-insights-2026-11-22T14-05-09Z.json');
});
