import { Link } from '@tanstack/react-router';
import { LoadMore } from '../../../api/load-more.tsx';
import { Failed } from '../../../api/loaded.tsx';
import type { SyncOperation } from '../../../api/shapes.ts';
import { useRows } from '../../../api/use-rows.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonLook } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';
import { executionsQuery } from './connector-queries.ts';
import { messages } from './messages.ts';

const texts = messages.drawer;

type ExecutionsProps = {
  connectorId: string;
  /** Null: the user may not. */
  onDiscard: (() => void) | null;
  discarding: boolean;
};

/** Executions of a connector, newest first, each with its import. */
export function Executions({ connectorId, onDiscard, discarding }: ExecutionsProps) {
  const list = useRows(executionsQuery(connectorId));
  return (
    <section aria-label={texts.executions} className="flex flex-col gap-2">
      <h3 className="text-12 font-medium text-fg-2">{texts.executions}</h3>
      {list.query.isError && list.rows.length === 0 ? (
        <Failed query={list.query} failure={texts.executionsFailed} />
      ) : list.rows.length === 0 && !list.query.isPending ? (
        <p className="text-fg-2">{texts.noExecutions}</p>
      ) : (
        <ul className="flex flex-col divide-y">
          {list.rows.map((row) => (
            <Execution key={row.id} execution={row} onDiscard={onDiscard} discarding={discarding} />
          ))}
        </ul>
      )}
      <LoadMore list={list} label={texts.more} />
    </section>
  );
}

type ExecutionProps = Pick<ExecutionsProps, 'onDiscard' | 'discarding'> & { execution: SyncOperation };

function Execution({ execution, onDiscard, discarding }: ExecutionProps) {
  const { status, startTime, startedBy, importId, errors, progress } = execution;
  const { label, meaning } = messages.executions[status];
  const isHeld = status === 'held';
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-medium">{formatMoment(startTime)}</p>
          <p className="text-12 text-fg-3">
            {[startedBy ?? texts.bySchedule, execution.fileName].filter(Boolean).join(' · ')}
            {execution.recordsProcessed > 0
              ? ` · ${texts.records(execution.recordsProcessed, execution.recordsSuccessful, execution.recordsFailed)}`
              : ''}
          </p>
        </div>
        <Badge meaning={meaning}>{label}</Badge>
      </div>
      {status === 'running' ? <ProgressBar label={texts.progress} value={progress} /> : null}
      {errors.length > 0 ? (
        <ul className={status === 'failed' ? 'text-bad-text' : 'text-fg-2'}>
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      ) : null}
      {importId === null ? null : (
        <div className="flex flex-wrap gap-2">
          <Link
            className={buttonLook({ size: 'sm', ...(isHeld && onDiscard ? { variant: 'primary' } : {}) })}
            {...paths.import(importId)}
          >
            {isHeld && onDiscard ? texts.decide : texts.openImport}
          </Link>
          {isHeld && onDiscard ? (
            <Button size="sm" busy={discarding} onClick={onDiscard}>
              {texts.discard}
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}
