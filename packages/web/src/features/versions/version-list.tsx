import { GitBranch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Failed } from '../../api/loaded.tsx';
import type { AgentVersion, VersionPage } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatCount, formatPercent } from '../../base/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';
import { VersionCard } from './version-card.tsx';

export type VersionListProps = {
  list: ReturnType<typeof useRows<AgentVersion, VersionPage>>;
  isSearched: boolean;
  onDetails: (version: AgentVersion) => void;
  onDownload: (version: AgentVersion) => void;
  acts?: (version: AgentVersion) => ReactNode;
};

/** The versions of an agent as cards, newest first. */
export function VersionList({ list, isSearched, onDetails, onDownload, acts }: VersionListProps) {
  const { rows, query } = list;
  if (query.isError && rows.length === 0) return <Failed query={query} failure={messages.list.failure} />;
  if (query.isPending) return <SkeletonText lines={8} />;
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<GitBranch aria-hidden />}
          title={isSearched ? messages.list.noMatch : messages.list.none}
          text={isSearched ? messages.list.noMatchText : messages.list.noneText}
        />
      </Card>
    );
  return (
    <>
      <ul aria-label={messages.list.label} className="flex flex-col gap-3">
        {rows.map((version) => (
          <VersionCard
            key={version.id}
            version={version}
            onDetails={() => onDetails(version)}
            onDownload={() => onDownload(version)}
            acts={acts?.(version)}
          />
        ))}
      </ul>
      {query.hasNextPage ? (
        <div className="flex justify-center">
          <Button busy={query.isFetchingNextPage} onClick={list.loadMore}>
            {messages.list.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Counts of an agent's versions, and how the latest runs. */
export function VersionFigures({ page }: { page: VersionPage }) {
  const { versions, active, branches } = page.totals;
  const latest = page.rows.find(({ tag }) => tag === 'latest');
  const { reliability = null, runs = 0 } = latest?.performance ?? {};
  return (
    <FigureRow>
      <FigureTile label={messages.figures.versions} figure={formatCount(versions)} />
      <FigureTile label={messages.figures.active} figure={formatCount(active)} />
      <FigureTile label={messages.figures.branches} figure={formatCount(branches)} />
      <FigureTile label={messages.figures.latest} figure={latest?.version ?? '–'} sub={latest?.author} />
      <FigureTile
        label={messages.figures.reliability}
        figure={reliability === null ? '–' : formatPercent(String(reliability), 1)}
        sub={runs === 0 ? messages.figures.noRuns : messages.figures.runs(runs)}
      />
    </FigureRow>
  );
}
