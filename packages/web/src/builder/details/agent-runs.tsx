import { useState } from 'react';
import type { AgentDetail } from '../../api/shapes.ts';
import { RunList } from '../../features/runs/run-list.tsx';
import type { RunFilter } from '../../features/runs/run-words.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ChosenRun } from '../chosen-run.tsx';

/** What one agent did: the runs of its workflow, and one of them in full. */
export function AgentRuns({ agent }: { agent: AgentDetail }) {
  const [filter, setFilter] = useState<RunFilter>('all');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const nothing = agent.workflowId === null;
  return (
    <Page title="Execution Runs" needs="read:workflow-runs">
      {nothing ? (
        <Card>
          <EmptyState title="No workflow yet" text="Choose in the overview which workflow this agent runs." />
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
