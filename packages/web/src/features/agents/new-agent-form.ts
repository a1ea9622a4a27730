import { type Agent, NEW_AGENT } from '@attain/domain/agents/agent';
import { useQuery } from '@tanstack/react-query';
import { preferencesQuery } from '../../api/use-preferences.ts';

/** The form of a new agent: the specified defaults, overridden by the user's builder settings. */
export function useNewAgentForm(): Agent {
  const chosen = useQuery(preferencesQuery()).data?.newAgent;
  return { ...NEW_AGENT, ...chosen };
}
