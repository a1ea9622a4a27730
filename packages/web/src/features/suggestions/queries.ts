import { partialMatchKey, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { readAgain } from '../../api/events/read-again.ts';
import { keys } from '../../api/keys.ts';
import { lookAgain } from '../../api/queries.ts';
import { biasEveryMs } from './bias/bias-timing.ts';
import { loadConfigurations } from './settings/load-configurations.ts';

/** Suggestions listed at once, and how many more are at each request. */
const pageSize = 50;
export const maxListed = 1000;

/** The suggestions of a plan, newest first; of all plans without one. */
export const suggestionsQuery = (planId: string | null) =>
  queryOptions({
    queryKey: [...keys.suggestions, 'list', planId ?? 'all'],
    queryFn: ({ signal }) =>
      client.suggestions.list(
        { planId: planId ?? undefined, limit: listed.get(planId) ?? pageSize },
        { signal },
      ),
    // the list of the last visit stays readable without a network
    gcTime: Number.POSITIVE_INFINITY,
  });

/** How many suggestions of a plan are read, where more were asked for; reading again keeps them. */
const listed = new Map<string | null, number>();

/** Reads more of the suggestions of a plan, or of all plans. */
export async function readMore(cache: QueryClient, planId: string | null): Promise<void> {
  const { queryKey } = suggestionsQuery(planId);
  const before = cache.getQueryData(queryKey)?.rows.length ?? 0;
  listed.set(planId, Math.min(maxListed, before + pageSize));
  await readAgain(cache, { queryKey });
}

/** One suggestion, for links to one that the list does not contain. */
export const suggestionQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.suggestions, id],
    queryFn: ({ signal }) => client.suggestions.get({ id }, { signal }),
  });

/** Autonomy, trust and counts, for the user's mode and a plan. */
export const assistantStateQuery = (planId: string | null, mode: string) => {
  const ofPlan = [...keys.assistant, 'state', planId];
  return queryOptions({
    queryKey: [...ofPlan, mode],
    queryFn: ({ signal }) => client.assistant.state({ planId: planId ?? undefined }, { signal }),
    // another mode keeps what is shown until it has come; another plan's figures would be wrong
    placeholderData: (before, query) =>
      query && partialMatchKey(query.queryKey, ofPlan) ? before : undefined,
  });
};

/** The words of all personas and industries, and the autonomy policy. */
export const configurationsQuery = () =>
  queryOptions({
    queryKey: [...keys.assistant, 'configurations'],
    queryFn: () => loadConfigurations(client.configurations),
  });

/** Patterns in the votes on suggestions. */
export const biasQuery = () =>
  queryOptions({
    queryKey: [...keys.assistant, 'bias'],
    queryFn: ({ signal }) => client.bias.get(undefined, { signal }),
    // an own interval of the panel; it rests while the window is hidden
    refetchInterval: biasEveryMs,
    refetchIntervalInBackground: false,
  });

/** The states of an analysis that is not over. */
const unfinished = new Set(['queued', 'running']);

/** Whether the analysis is not over. */
export const isAnalyzing = (analysis: { status: string } | null | undefined) =>
  unfinished.has(analysis?.status ?? '');

/** The newest analysis of a plan. */
export const newestAnalysisQuery = (planId: string) =>
  queryOptions({
    queryKey: [...keys.suggestions, 'analysis', planId],
    queryFn: ({ signal }) => client.analyses.newest({ id: planId }, { signal }),
    refetchInterval: ({ state }) => lookAgain(isAnalyzing(state.data?.analysis)),
  });

/** Runs of the what-if on a plan, under which all of them are read again. */
export const whatIfKey = (planId: string) => [...keys.assistant, 'what-if', planId];

/** Runs that the simulation summary shows. */
const summarized = 3;

/** The user's last what-ifs of a plan. */
export const whatIfRunsQuery = (planId: string) =>
  queryOptions({
    queryKey: whatIfKey(planId),
    queryFn: ({ signal }) => client.whatIf.list({ planId, limit: summarized }, { signal }),
  });
