import { processRights } from '@attain/domain/schedules/scheduled-process';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { executionsQuery } from '../../api/requests/schedule-queries.ts';
import type { Execution } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { downloadFrom } from '../../base/files/download.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { messages } from './messages.ts';
import { ExecutionStatus, outputWords } from './schedule-words.tsx';

const words = messages.execution;

/** The executions of a schedule, newest first. */
export function Executions({ id, pointLink }: { id: string; pointLink: ReactNode }) {
  const list = useRows<Execution>(executionsQuery(id));
  const { query, rows } = list;
  return (
    <section aria-label={messages.drawer.executions} className="flex flex-col gap-2">
      <h3 className="text-13 font-semibold">{messages.drawer.executions}</h3>
      <Loaded query={query} failure={messages.drawer.executionsFailure}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title={messages.drawer.none} text={messages.drawer.noneText} />
          ) : (
            <ul className="divide-y rounded-lg border">
              {rows.map((row) => (
                <Row key={row.id} execution={row} pointLink={pointLink} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {query.hasNextPage ? (
        <Button size="sm" className="self-start" busy={query.isFetchingNextPage} onClick={list.loadMore}>
          {messages.drawer.more}
        </Button>
      ) : null}
    </section>
  );
}

function Row({ execution, pointLink }: { execution: Execution; pointLink: ReactNode }) {
  const { id, status, errors, warnings, fileName, resourceUsage, performanceMetrics } = execution;
  const made = outputWords(execution);
  const mayDownload = useMay(processRights[execution.type]);
  const hasEnded = execution.endedAt !== null;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <ExecutionStatus status={status} />
          <span>{formatMoment(execution.startedAt ?? execution.createdAt)}</span>
          {execution.duration === null ? null : (
            <span className="text-fg-3">{words.took(formatDuration(execution.duration))}</span>
          )}
        </p>
        {made === null ? null : <p>{made}</p>}
        {errors.map((error) => (
          <p key={error} className="wrap-anywhere text-bad-text">
            {error}
          </p>
        ))}
        {warnings.map((warning) => (
          <p key={warning} className="text-warn-text">
            {warning}
          </p>
        ))}
        {execution.rollbackAvailable ? (
          <p>
            {words.point} {pointLink}
          </p>
        ) : null}
        <p className="text-12 text-fg-3">
          {[
            execution.scheduledFor === null
              ? words.byPerson(execution.startedBy ?? messages.drawer.ownerLost)
              : words.bySchedule(formatMoment(execution.scheduledFor)),
            ...(hasEnded && resourceUsage.cpuMs !== undefined
              ? [
                  words.used(
                    formatDuration(resourceUsage.cpuMs),
                    formatDuration(performanceMetrics.waitedMs ?? 0),
                  ),
                ]
              : []),
          ].join(' · ')}
        </p>
      </div>
      {fileName === null || !mayDownload ? null : (
        <Button
          size="sm"
          icon={<Download aria-hidden />}
          aria-label={words.downloadOf(fileName)}
          onClick={() => downloadFrom(`/api/schedule-executions/${id}/file`)}
        >
          {words.download}
        </Button>
      )}
    </li>
  );
}
