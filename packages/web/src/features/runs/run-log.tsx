import type { RunLogLine } from '@attain/contract/workflow-runs';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Failed } from '../../api/loaded.tsx';
import { workflowRunLogQuery } from '../../api/queries.ts';
import { useRows } from '../../api/use-rows.ts';
import { dateFormat } from '../../base/locale.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { messages } from './messages.ts';
import { atLeast, type LogLevel } from './run-words.ts';

const levelMeaning: Record<LogLevel, Meaning> = {
  error: 'bad',
  warn: 'warn',
  info: 'neutral',
  debug: 'info',
};
const atOnce = 1000;

/** The log of a run as it grows, filtered by minimum level. */
export function RunLog({ id }: { id: string }) {
  const [min, setMin] = useState<LogLevel>('info');
  const { rows, query, loadMore } = useRows(workflowRunLogQuery(id));
  if (query.isPending) return <SkeletonText lines={5} />;
  if (query.isError && rows.length === 0) return <Failed query={query} failure={messages.log.failure} />;
  const shown = rows.filter(({ level }) => atLeast(level, min));
  return (
    <div className="flex flex-col gap-2">
      <Toolbar label={messages.log.filter} end={messages.log.shown(shown.length, rows.length)}>
        <SegmentedControl
          size="sm"
          label={messages.log.level}
          value={min}
          onValueChange={setMin}
          segments={[
            { value: 'error', label: messages.log.levels.error },
            { value: 'warn', label: messages.log.levels.warn },
            { value: 'info', label: messages.log.levels.info },
            { value: 'debug', label: messages.log.levels.debug },
          ]}
        />
      </Toolbar>
      <ScrollRegion label={messages.log.label} className="max-h-96 overflow-y-auto">
        {shown.length === 0 ? (
          <p className="py-3 text-fg-2">{messages.log.none}</p>
        ) : (
          <ol className="divide-y text-12" data-testid="run-log">
            {shown.map((line) => (
              <li key={line.seq} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-1.5">
                <time className="figures text-fg-3" dateTime={line.timestamp}>
                  {toTheSecond(line.timestamp)}
                </time>
                <Badge meaning={levelMeaning[line.level]}>{line.level}</Badge>
                <span className="min-w-0 basis-60 grow break-words">{line.message}</span>
              </li>
            ))}
          </ol>
        )}
        {query.hasNextPage ? (
          <Button size="sm" className="mt-2" busy={query.isFetchingNextPage} onClick={loadMore}>
            {messages.list.more}
          </Button>
        ) : null}
      </ScrollRegion>
    </div>
  );
}

/** A moment to the second, in the reader's time zone. */
function toTheSecond(instant: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }).format(
    Date.parse(instant),
  );
}

/** Reads every line of a run's log, oldest first. */
export async function wholeLog(id: string): Promise<RunLogLine[]> {
  const lines: RunLogLine[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await client.workflowRuns.log({ id, limit: atOnce, cursor });
    lines.push(...page.rows);
    if (page.nextCursor === null) return lines;
    cursor = page.nextCursor;
  }
}
