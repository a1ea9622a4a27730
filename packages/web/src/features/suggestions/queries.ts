import {
  type Industry,
  industries,
  type Persona,
  personas,
} from '@attain/domain/suggestions/configurations/configuration';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** Suggestions listed at once. */
const shown = 50;

/** The suggestions of a plan, newest first; of all plans without one. */
export const suggestionsQuery = (planId: string | null) =>
  queryOptions({
    queryKey: [...keys.suggestions, 'list', planId ?? 'all'],
    queryFn: ({ signal }) =>
      client.suggestions.list({ planId: planId ?? undefined, limit: shown }, { signal }),
    // the list of the last visit stays readable without a network
    gcTime: Number.POSITIVE_INFINITY,
  });

/** One suggestion, for links to one that the list does not contain. */
export const suggestionQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.suggestions, id],
    queryFn: ({ signal }) => client.suggestions.get({ id }, { signal }),
  });

/** Autonomy, trust and counts, for the user's mode and a plan. */
export const assistantStateQuery = (planId: string | null, mode: string) =>
  queryOptions({
    queryKey: [...keys.assistant, 'state', planId, mode],
    queryFn: ({ signal }) => client.assistant.state({ planId: planId ?? undefined }, { signal }),
    placeholderData: (before) => before,
  });

/** The words of all personas and industries, and the autonomy policy. */
export const configurationsQuery = () =>
  queryOptions({ queryKey: [...keys.assistant, 'configurations'], queryFn: readConfigurations });

type Words = Awaited<ReturnType<typeof client.configurations.persona>>;

/** Loads all at once; one that fails is skipped with a warning, and only if all fail this does. */
async function readConfigurations() {
  const wait = async <Key extends string>(name: Key, read: (name: Key) => Promise<Words>) =>
    [name, await read(name)] as const;
  const [ofPersonas, ofIndustries, policy] = await Promise.all([
    Promise.allSettled(personas.map((one) => wait(one, (name) => client.configurations.persona({ name })))),
    Promise.allSettled(
      industries.map((one) => wait(one, (name) => client.configurations.industry({ name }))),
    ),
    client.configurations.autonomy({ name: 'default' }).catch((error: unknown) => {
      console.warn('The autonomy policy was not loaded', error);
      return null;
    }),
  ]);
  const loaded = [...ofPersonas, ...ofIndustries];
  for (const one of loaded)
    if (one.status === 'rejected')
      console.warn('A configuration of the assistant was not loaded', one.reason);
  const [failed] = loaded.filter((one) => one.status === 'rejected');
  if (failed && loaded.every((one) => one.status === 'rejected')) throw failed.reason;
  return {
    personas: new Map<Persona, Words>(settled(ofPersonas)),
    industries: new Map<Industry, Words>(settled(ofIndustries)),
    policy,
  };
}

function settled<One>(all: readonly PromiseSettledResult<One>[]): One[] {
  return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

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
