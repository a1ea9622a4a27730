import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useAddressText } from '../base/use-address-text.ts';
import { RunList } from '../features/runs/run-list.tsx';
import type { RunFilter } from '../features/runs/run-words.ts';
import { Page } from '../shell/page.tsx';
import { ChosenRun } from './chosen-run.tsx';

/** `/agent-builder/runs`: every run of every workflow, and one of them in full. */
export function RunsPage() {
  const { run, status, search } = useSearch({ from: '/agent-builder/runs' });
  const navigate = useNavigate();
  const go = (next: { run?: string; status?: Exclude<RunFilter, 'all'>; search?: string }) =>
    void navigate({ to: '/agent-builder/runs', search: next, replace: true, resetScroll: false });
  const place = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    go({ run: id, status, search });
    const detail = place.current;
    const list = detail?.parentElement;
    if (!detail || !list) return;
    // Where there is no room beside the list, what was chosen in it stands below.
    if (detail.getBoundingClientRect().left === list.getBoundingClientRect().left) detail.scrollIntoView();
  };
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
              onSelect={(one) => choose(one.id)}
            />
            <div ref={place} className="min-w-0 scroll-mt-4">
              <ChosenRun id={run} onChoose={choose} />
            </div>
          </div>
        </div>
      </Page>
    </div>
  );
}
