import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAddressText } from '../base/use-address-text.ts';
import { RunDetail } from '../features/runs/run-detail.tsx';
import { RunList } from '../features/runs/run-list.tsx';
import type { RunFilter } from '../features/runs/run-words.ts';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

/** `/agent-builder/runs`: every run of every workflow, and one of them in full. */
export function RunsPage() {
  const { run, status, search } = useSearch({ from: '/agent-builder/runs' });
  const navigate = useNavigate();
  const go = (next: { run?: string; status?: Exclude<RunFilter, 'all'>; search?: string }) =>
    void navigate({ to: '/agent-builder/runs', search: next, replace: true, resetScroll: false });
  const [text, setText] = useAddressText(search, (next) => go({ run, status, search: next }));
  return (
    <div data-testid="page-agent-runs">
      <Page
        title="Execution Runs"
        needs="read:workflow-runs"
        meta="What workflows did: each run on the version it is pinned to, with everything that came in and out."
      >
        <div className="@container">
          <div className="grid items-start gap-4 @3xl:grid-cols-[20rem_minmax(0,1fr)]">
            <RunList
              filter={status ?? 'all'}
              onFilter={(filter) => go({ run, status: filter === 'all' ? undefined : filter, search })}
              search={text}
              onSearch={setText}
              selected={run}
              onSelect={(one) => go({ run: one.id, status, search })}
            />
            {run ? (
              <RunDetail
                key={run}
                id={run}
                canvasLink={(found) => (
                  <Link className={buttonLook({ size: 'sm' })} {...paths.canvasOfRun(found)}>
                    On the canvas
                  </Link>
                )}
              />
            ) : (
              <Card>
                <EmptyState title="No run chosen" text="Choose a run from the list to see what it did." />
              </Card>
            )}
          </div>
        </div>
      </Page>
    </div>
  );
}
