import { client } from '../../api/client.ts';
import { Failed } from '../../api/loaded.tsx';
import { workflowRunLogQuery } from '../../api/queries.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';

const levelMeaning: Record<'info' | 'warn' | 'error', Meaning> = {
  info: 'neutral',
  warn: 'warn',
  error: 'bad',
};
const atOnce = 1000;

/** What a run did, line by line, as it happens. */
export function RunLog({ id }: { id: string }) {
  const { rows, query, loadMore } = useRows(workflowRunLogQuery(id));
  if (query.isPending) return <SkeletonText lines={5} />;
  if (query.isError && rows.length === 0)
    return <Failed query={query} failure="The log could not be loaded" />;
  return (
    <ScrollRegion label="Log">
      <ol className="max-h-96 divide-y overflow-y-auto text-12" data-testid="run-log">
        {rows.map((line) => (
          <li key={line.seq} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-1.5">
            <time className="figures text-fg-3" dateTime={line.at}>
              {formatMoment(line.at)}
            </time>
            <Badge meaning={levelMeaning[line.level]}>{line.level}</Badge>
            <span className="min-w-0 basis-60 grow break-words">{line.say}</span>
          </li>
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button size="sm" className="mt-2" busy={query.isFetchingNextPage} onClick={loadMore}>
          Show more
        </Button>
      ) : null}
    </ScrollRegion>
  );
}

/** Every line of a run's log as text, oldest first. */
export async function wholeLog(id: string): Promise<string[]> {
  const lines: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await client.workflowRuns.log({ id, limit: atOnce, cursor });
    lines.push(...page.rows.map((line) => `${line.at} ${line.level.toUpperCase().padEnd(5)} ${line.say}`));
    if (page.nextCursor === null) return lines;
    cursor = page.nextCursor;
  }
}
