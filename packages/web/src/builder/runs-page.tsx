import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useAddressText } from '../base/use-address-text.ts';
import type { MoreFilters } from '../features/runs/run-filters.tsx';
import { RunList } from '../features/runs/run-list.tsx';
import type { RunFilter } from '../features/runs/run-words.ts';
import { Page } from '../shell/page.tsx';
import { ChosenRun } from './chosen-run.tsx';
import { messages } from './messages.ts';

/** `/agent-builder/runs`: all workflow runs, with the details of one. */
export function RunsPage() {
  const { run, status, search, kind, ...more } = useSearch({ from: '/agent-builder/runs' });
  const navigate = useNavigate();
  const go = ({
    more: filters = more,
    ...next
  }: {
    run?: string;
    status?: Exclude<RunFilter, 'all'>;
    search?: string;
    kind?: 'draft' | undefined;
    more?: MoreFilters;
  }) =>
    void navigate({
      to: '/agent-builder/runs',
      search: { run, status, search, kind, ...filters, ...next },
      replace: true,
      resetScroll: false,
    });
  const place = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    go({ run: id });
    const detail = place.current;
    const list = detail?.parentElement;
    if (!detail || !list) return;
    // on narrow screens the details are below the list, so scroll to them
    if (detail.getBoundingClientRect().left === list.getBoundingClientRect().left) detail.scrollIntoView();
  };
  const [text, setText] = useAddressText(search, (next) => go({ search: next }));
  return (
    <div data-testid="page-agent-runs">
      <Page
        title={messages.sections.runs}
        needs="read:workflow-runs"
        views="workflow-runs"
        meta={messages.runs.subtitle}
      >
        <div className="@container">
          <div className="grid items-start gap-4 @3xl:grid-cols-[20rem_minmax(0,1fr)]">
            <RunList
              filter={status ?? 'all'}
              onFilter={(filter) => go({ status: filter === 'all' ? undefined : filter })}
              more={more}
              onMore={(filters) => go({ more: filters })}
              drafts={kind === 'draft'}
              onDrafts={(drafts) => go({ kind: drafts ? 'draft' : undefined })}
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
