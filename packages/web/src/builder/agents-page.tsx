import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Conversions } from '../api/conversions/conversions.tsx';
import { Loaded } from '../api/loaded.tsx';
import { agentFiguresQuery, agentListQuery } from '../api/requests/agent-queries.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { AgentTable } from '../features/agents/agent-table.tsx';
import { messages as words } from '../features/agents/messages.ts';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { messages } from './messages.ts';

/** `/agent-builder/agents`: every agent with what its runs came to. */
export function AgentsPage() {
  const { search } = useSearch({ from: '/agent-builder/agents' });
  const navigate = useNavigate();
  const [text, setText] = useAddressText(
    search,
    (next) =>
      void navigate({
        to: '/agent-builder/agents',
        search: (before: object) => ({ ...before, search: next }),
        replace: true,
        resetScroll: false,
      }),
  );
  const list = useQuery({ ...agentListQuery({ search }), placeholderData: (before) => before });
  const figures = useQuery(agentFiguresQuery());
  const of = new Map((figures.data?.rows ?? []).map((one) => [one.id, one]));
  return (
    <div data-testid="page-agent-agents">
      <Page
        title={messages.sections.agents}
        needs="read:agents"
        views="agents"
        meta={messages.sections.agentsAbout}
      >
        <div className="flex flex-col gap-4">
          <Toolbar label={words.list.search}>
            <SearchField
              label={words.list.search}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Toolbar>
          {figures.isError ? (
            <p role="alert" className="text-bad-text">
              {words.table.figuresFailure}
            </p>
          ) : null}
          <Card flush>
            <Loaded query={list} failure={words.list.failure}>
              {({ rows }) => (
                <AgentTable
                  agents={rows.map((one) => ({ ...one, figures: of.get(one.id) ?? null }))}
                  currency={figures.data?.currency ?? 'USD'}
                  narrowed={search !== undefined}
                  editLink={({ id, name }) => (
                    <Link
                      className="text-primary-text hover:underline"
                      aria-label={words.table.editOf(name)}
                      {...paths.agent(id)}
                    >
                      {words.table.editOne}
                    </Link>
                  )}
                  onOpen={({ id }) => void navigate(paths.agentDetails(id))}
                />
              )}
            </Loaded>
          </Card>
          {figures.data ? <Conversions of={figures.data} /> : null}
        </div>
      </Page>
    </div>
  );
}
