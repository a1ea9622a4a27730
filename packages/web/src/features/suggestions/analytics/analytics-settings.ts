import { usePreferences } from '../../../api/use-preferences.ts';
import { messages } from './messages.ts';
import { type AnalyticsSettings, defaultSettings } from './settings-of.ts';

/** The user's settings of the analytics cards and their setter, kept with the user's preferences. */
export function useAnalyticsSettings(): [AnalyticsSettings, (change: Partial<AnalyticsSettings>) => void] {
  const [kept, choose] = usePreferences(messages.settings.failure);
  return [{ ...defaultSettings, ...kept?.analytics }, (analytics) => choose({ analytics })];
}
