import { useState } from 'react';
import type { AgentDetail } from '../../api/shapes.ts';
import { RunList } from '../../features/runs/run-list.tsx';
import type { RunFilter } from '../../features/runs/run-words.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ChosenRun } from '../chosen-run.tsx';
import { messages } from '../messages.ts';

/** The runs of an agent's workflow, with the details of one. */
export function AgentRuns({ agent }: { agent: AgentDetail }) {
  const [filter, setFilter] = useState<RunFilter>('all');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const nothing = agent.workflowId === null;
  return (
    <Page title={messages.sections.runs} needs="read:workflow-runs">
      {nothing ? (
        <Card>
          <EmptyState title={messages.agent.noWorkflow} text={messages.agent.noWorkflowText} />
        </Card>
      ) : (
        <div className="@container">
          <div className="grid items-start gap-4 @3xl:grid-cols-[20rem_minmax(0,1fr)]">
            <RunList
              workflowId={agent.workflowId ?? undefined}
              filter={filter}
              onFilter={setFilter}
              search={search}
              onSearch={setSearch}
              selected={chosen}
              onSelect={({ id }) => setChosen(id)}
            />
            <ChosenRun id={chosen} onChoose={setChosen} />
          </div>
        </div>
      )}
    </Page>
  );
}
