import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { type AnalyticsSettings, refetchEvery } from './settings-of.ts';

/** Figures that follow the event stream have a key of their own, so that the others are left to their timer. */
const rootOf = ({ autoRefresh, updateFrequency }: AnalyticsSettings) => [
  ...keys.analytics,
  autoRefresh ? updateFrequency : 'by-hand',
];

/** What the last quarters show. */
export const smartQuery = (settings: AnalyticsSettings) =>
  queryOptions({
    queryKey: [...rootOf(settings), 'smart'],
    queryFn: ({ signal }) => client.analytics.smart(undefined, { signal }),
    refetchInterval: refetchEvery(settings),
  });

/** What comes next, as the settings ask. */
export function predictiveQuery(settings: AnalyticsSettings) {
  const { forecastRange: range, alertThreshold, includeSeasonality: withSeasons } = settings;
  return queryOptions({
    queryKey: [...rootOf(settings), 'predictive', range, alertThreshold, withSeasons],
    queryFn: ({ signal }) =>
      client.analytics.predictive({ range, alertThreshold, withSeasons: String(withSeasons) }, { signal }),
    refetchInterval: refetchEvery(settings),
    placeholderData: (before) => before,
  });
}
