import type { Preferences } from '@attain/contract/auth';

export type AnalyticsSettings = Required<NonNullable<Preferences['analytics']>>;

/** What holds until a user changes it. */
export const defaultSettings: AnalyticsSettings = {
  autoRefresh: true,
  notifications: false,
  updateFrequency: 'realtime',
  forecastRange: 'quarterly',
  alertThreshold: 90,
  includeSeasonality: true,
};

const MINUTE = 60_000;

/** Milliseconds after which a card reads again by itself; false: never, or by the event stream. */
export function refetchEvery({ autoRefresh, updateFrequency }: AnalyticsSettings): number | false {
  if (!autoRefresh || updateFrequency === 'realtime') return false;
  return updateFrequency === 'hourly' ? 60 * MINUTE : 24 * 60 * MINUTE;
}

/** The file of an export, `smart-analytics-2026-11-22T14-05-09Z.json`. */
export function exportName(card: 'smart-analytics' | 'predictive-insights', at: Date): string {
  return `${card}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.json`;
}
