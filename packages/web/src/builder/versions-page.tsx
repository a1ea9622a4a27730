import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Loaded } from '../api/loaded.tsx';
import { agentListQuery } from '../api/requests/agent-queries.ts';
import { messages as words } from '../features/versions/messages.ts';
import type { VersionSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/fields/select.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { messages } from './messages.ts';
import { AgentVersions } from './versions-of-agent.tsx';

/** `/agent-builder/versions`: the versions of one agent and their differences. */
export function VersionsPage() {
  const search = useSearch({ from: '/agent-builder/versions' });
  const navigate = useNavigate();
  const go = (next: VersionSearch) =>
    void navigate({ to: '/agent-builder/versions', search: next, replace: true, resetScroll: false });
  const agents = useQuery(agentListQuery());
  return (
    <div data-testid="page-agent-versions">
      <Loaded query={agents} failure={words.agent.failure}>
        {({ rows }) => {
          const agent = rows.find(({ id }) => id === search.agent) ?? rows[0];
          if (agent === undefined)
            return (
              <Page title={messages.sections.versions} needs="read:workflows">
                <Card>
                  <EmptyState title={words.agent.none} text={words.agent.noneText} />
                </Card>
              </Page>
            );
          return (
            <AgentVersions
              key={agent.id}
              agentId={agent.id}
              search={search}
              onSearch={(next) => go({ ...next, agent: search.agent })}
              beside={
                <div className="w-56">
                  <Select
                    aria-label={words.agent.label}
                    value={agent.id}
                    onValueChange={(id) => go({ tab: search.tab, agent: id })}
                    options={rows.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                </div>
              }
            />
          );
        }}
      </Loaded>
    </div>
  );
}
