import type { ReactNode } from 'react';
import { Failed } from '../../api/loaded.tsx';
import type { PagedQuery } from '../../api/queries.ts';
import type { LogLine } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { dateFormat } from '../../base/locale.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

const words = messages.logs;
const levelMeaning: Record<LogLine['level'], Meaning> = {
  error: 'bad',
  warn: 'warn',
  info: 'neutral',
  debug: 'info',
};

type Page = { rows: readonly LogLine[]; nextCursor: string | null; searchedTo: string | null };
type LogLinesProps = {
  query: PagedQuery<Page>;
  /** A link to the trace of a line's run. */
  traceLink: (runId: string, label: string) => ReactNode;
};

/** Lines of many logs, newest first, at most 24rem high (RUNS-23). */
export function LogLines({ query: given, traceLink }: LogLinesProps) {
  const { rows, query, loadMore } = useRows<LogLine, Page>(given);
  if (query.isPending) return <SkeletonText lines={8} />;
  if (query.isError && rows.length === 0) return <Failed query={query} failure={words.failure} />;
  const searchedTo = query.data?.pages.at(-1)?.searchedTo ?? null;
  return (
    <Card flush>
      <ScrollRegion label={words.label} className="max-h-96 overflow-y-auto">
        {rows.length === 0 && !query.hasNextPage ? (
          <EmptyState title={words.none} text={words.noneText} />
        ) : (
          <ol className="divide-y text-12" data-testid="log-lines">
            {rows.map((line) => (
              <li key={line.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-1.5">
                <time className="figures text-fg-3" dateTime={line.timestamp}>
                  {toTheSecond(line.timestamp)}
                </time>
                <Badge meaning={levelMeaning[line.level]}>{words.levelWords[line.level]}</Badge>
                <span className="min-w-0 shrink-0 basis-full truncate sm:basis-56">
                  {traceLink(line.metadata.runId, line.source)}
                </span>
                <span className="min-w-0 basis-60 grow wrap-break-word">{line.message}</span>
              </li>
            ))}
          </ol>
        )}
      </ScrollRegion>
      {query.hasNextPage ? (
        <div className="flex flex-wrap items-center gap-3 border-t p-3 text-12 text-fg-2">
          <Button size="sm" busy={query.isFetchingNextPage} onClick={loadMore}>
            {words.more}
          </Button>
          {searchedTo === null ? null : words.searched(formatMoment(searchedTo))}
        </div>
      ) : null}
    </Card>
  );
}

function toTheSecond(instant: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }).format(
    Date.parse(instant),
  );
}
