import type { Preferences } from '@attain/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { preferencesQuery } from '../../../api/use-preferences.ts';
import { messages } from './messages.ts';
import { type AnalyticsSettings, defaultSettings } from './settings-of.ts';

/** The user's settings of the analytics cards and how to change them; a change shows at once. */
export function useAnalyticsSettings(): [AnalyticsSettings, (change: Partial<AnalyticsSettings>) => void] {
  const kept = useQuery(preferencesQuery()).data;
  const save = useAct({
    act: client.auth.savePreferences,
    changes: [keys.preferences],
    failure: messages.settings.failure,
  });
  const stored = kept?.analytics ?? defaultSettings;
  const settings = save.isPending ? (save.variables.analytics ?? stored) : stored;
  return [
    settings,
    (change) => {
      if (kept) save.mutate({ ...kept, analytics: { ...settings, ...change } } satisfies Preferences);
    },
  ];
}
