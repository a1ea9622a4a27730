import { RefreshCw } from 'lucide-react';
import { Failed } from '../../api/loaded.tsx';
import { workflowRunsQuery } from '../../api/queries.ts';
import type { WorkflowRun } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { SearchField } from '../../ui/toolbar.tsx';
import { messages } from './messages.ts';
import { RunBatch } from './run-batch.tsx';
import { type MoreFilters, RunFilters, runsAsked } from './run-filters.tsx';
import { isUnderWay, type RunFilter, runFilters, runStatusLook } from './run-words.ts';

export type RunListProps = {
  /** Limits the list to the runs of this workflow. */
  workflowId?: string | undefined;
  filter: RunFilter;
  onFilter: (filter: RunFilter) => void;
  /** Further filters; without them they are not offered. */
  more?: MoreFilters;
  onMore?: (more: MoreFilters) => void;
  /** Shows runs of drafts instead of runs of versions. */
  drafts?: boolean;
  onDrafts?: (drafts: boolean) => void;
  search: string;
  onSearch: (search: string) => void;
  selected: string | undefined;
  onSelect: (run: WorkflowRun) => void;
};

/** Runs, newest first, next to the details of the selected one. */
export function RunList({
  workflowId,
  filter,
  onFilter,
  more = {},
  onMore,
  drafts = false,
  onDrafts,
  search,
  onSearch,
  selected,
  onSelect,
}: RunListProps) {
  const asked = {
    ...runsAsked(more),
    ...(workflowId ? { workflowId } : {}),
    status: filter === 'all' ? undefined : filter,
    search: search || undefined,
    kind: drafts ? ('draft' as const) : undefined,
  };
  const list = useRows(workflowRunsQuery(asked));
  const act = filter === 'running' ? 'cancel' : 'retry';
  const { rows, query } = list;
  const unfiltered = filter === 'all' && !drafts && !search && Object.values(more).every((one) => !one);
  return (
    <Card
      flush
      title={messages.list.title}
      actions={
        <IconButton
          label={messages.list.refresh}
          icon={
            <RefreshCw
              aria-hidden
              className={query.isFetching ? 'animate-spin motion-reduce:animate-none' : undefined}
            />
          }
          onClick={() => void query.refetch()}
        />
      }
    >
      <div className="flex flex-col gap-2 border-b px-3 pb-3">
        <SearchField
          wide
          label={messages.list.search}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
        <Select
          aria-label={messages.list.status}
          value={filter === 'dead-letter' ? 'failed' : filter}
          onValueChange={(value) => onFilter(value as RunFilter)}
          options={runFilters.map((value) => ({
            value,
            label: value === 'all' ? messages.list.all : messages.status[value],
          }))}
        />
        {filter === 'failed' || filter === 'dead-letter' ? (
          <Checkbox
            label={messages.list.unresolved}
            hint={messages.list.unresolvedHint}
            checked={filter === 'dead-letter'}
            onChange={({ target }) => onFilter(target.checked ? 'dead-letter' : 'failed')}
          />
        ) : null}
        {onMore ? <RunFilters more={more} onMore={onMore} /> : null}
        {onDrafts ? (
          <Checkbox
            label={messages.list.drafts}
            hint={messages.list.draftsHint}
            checked={drafts}
            onChange={({ target }) => onDrafts(target.checked)}
          />
        ) : null}
        {filter === 'all' || filter === 'completed' ? null : <RunBatch key={act} act={act} filter={asked} />}
      </div>
      {query.isPending ? (
        <div className="p-3">
          <SkeletonText lines={6} />
        </div>
      ) : query.isError && rows.length === 0 ? (
        <Failed query={query} failure={messages.list.failure} />
      ) : rows.length === 0 ? (
        <EmptyState
          title={unfiltered ? messages.list.none : messages.list.noMatch}
          text={
            query.hasNextPage
              ? messages.list.noneYet
              : unfiltered
                ? messages.list.noneText
                : messages.list.noMatchText
          }
        />
      ) : (
        <ul className="divide-y">
          {rows.map((run) => (
            <li key={run.id}>
              <OneRun run={run} current={run.id === selected} onSelect={() => onSelect(run)} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage ? (
        <div className="border-t p-3">
          <Button size="sm" busy={query.isFetchingNextPage} onClick={list.loadMore}>
            {messages.list.more}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function OneRun({ run, current, onSelect }: { run: WorkflowRun; current: boolean; onSelect: () => void }) {
  const status = runStatusLook[run.status];
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onSelect}
      className="flex w-full flex-col gap-1 px-3 py-2 text-start hover:bg-surface-2 focus-visible:-outline-offset-2 aria-current:bg-primary-soft"
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate font-medium">
          {run.instanceName === null
            ? run.workflowName
            : messages.list.ofInstance(run.workflowName, run.instanceName)}
        </span>
        {run.isDraft ? <Badge meaning="neutral">{messages.list.draft}</Badge> : null}
        <span className="ms-auto">
          <Badge meaning={status.meaning}>{status.label}</Badge>
        </span>
      </span>
      <span className="text-12 text-fg-2">
        {messages.list.facts(formatMoment(run.createdAt), messages.triggers[run.trigger], run.version)}
      </span>
      {isUnderWay(run.status) ? (
        <ProgressBar
          label={<span className="sr-only">{messages.list.progressOf(run.workflowName)}</span>}
          value={run.progress / 100}
        />
      ) : null}
    </button>
  );
}
