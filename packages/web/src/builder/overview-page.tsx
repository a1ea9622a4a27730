import { Navigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMay } from '../api/me.ts';
import { useAgentDrafts } from '../features/agents/agent-drafts.tsx';
import { paths } from '../paths.ts';
import { NewAgent, StoredAgent } from './agent-overview.tsx';

/** `/agent-builder`: the form of a new or stored agent, next to the list of all. */
export function OverviewPage() {
  const { agent } = useSearch({ from: '/agent-builder/' });
  const { current, look } = useAgentDrafts();
  const mayRead = useMay('read:agents');
  useEffect(() => {
    if (agent !== undefined) look(agent);
  }, [agent, look]);
  // coming back from the canvas, return to the same agent
  if (agent === undefined && current !== '') return <Navigate {...paths.agent(current)} replace />;
  return (
    <div data-testid="page-agent-overview">
      {agent !== undefined && mayRead ? (
        <StoredAgent key={agent} id={agent} linkTo={paths.agent} />
      ) : (
        <NewAgent linkTo={paths.agent} />
      )}
    </div>
  );
}
