import { Check, CheckCheck, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { noticesQuery } from '../../api/requests/notice-queries.ts';
import type { StoredNotice } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { clearNotices, type Notice, readNotices, useNotices } from '../../ui/overlays/notices.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { messages } from '../frame-messages.ts';
import { NoticeEntry } from './notice-entry.tsx';

const meanings: Record<StoredNotice['severity'], Notice['meaning']> = {
  info: 'info',
  success: 'ok',
  warning: 'warn',
  error: 'bad',
};

/** Notifications, newest first: toasts of this session, and messages of workflows until they are read. */
export function NoticeList() {
  const toasts = useNotices();
  const { rows, head, complete, loadMore, query } = useRows(noticesQuery());
  const now = useMinute();
  const mayReadRuns = useMay('read:workflow-runs');
  const read = useAct({
    act: (input: { id: string; andOlder: boolean }, options) => client.notices.read(input, options),
    changes: [keys.notices],
    failure: messages.notices.readFailure,
  });
  useEffect(() => {
    // entries that arrive while the list is open count as read
    if (toasts.length > 0) readNotices();
  }, [toasts.length]);
  const [newest] = rows;
  const all = [
    ...toasts.map((toast) => ({ at: toast.atMs, toast, notice: null })),
    ...rows.map((notice) => ({ at: Date.parse(notice.createdAt), toast: null, notice })),
  ].sort((a, b) => b.at - a.at);
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-1 border-b ps-4 pe-2">
        <h2 className="me-auto font-semibold">{messages.notices.title}</h2>
        {newest && (head?.unread ?? 0) > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            icon={<CheckCheck aria-hidden />}
            onClick={() => read.mutate({ id: newest.id, andOlder: true })}
          >
            {messages.notices.readAll}
          </Button>
        ) : null}
        {toasts.length > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            aria-label={messages.notices.clearLabel}
            icon={<Trash2 aria-hidden />}
            onClick={clearNotices}
          >
            {messages.notices.clear}
          </Button>
        ) : null}
      </div>
      {query.isError ? (
        <ErrorState
          title={messages.notices.failure}
          text={describeError(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {all.length === 0 && !query.isError && !query.isPending ? (
        <EmptyState title={messages.notices.none} text={messages.notices.noneText} />
      ) : (
        <ul className="min-h-0 overflow-y-auto overscroll-contain py-1">
          {all.map(({ at, toast, notice }) =>
            notice === null ? (
              <NoticeEntry
                key={`toast-${toast.revision}`}
                {...{ title: toast.title, text: toast.text, meaning: toast.meaning, atMs: at, now }}
              />
            ) : (
              <NoticeEntry
                key={notice.id}
                {...{
                  title: notice.title,
                  text: notice.message,
                  meaning: meanings[notice.severity],
                  atMs: at,
                  now,
                }}
                from={notice.workflowName ?? undefined}
                runId={mayReadRuns ? (notice.runId ?? undefined) : undefined}
                about={notice.about}
                taskId={notice.taskId ?? undefined}
                act={
                  notice.readAt === null ? (
                    <IconButton
                      size="sm"
                      label={messages.notices.read}
                      aria-description={notice.title}
                      icon={<Check aria-hidden />}
                      onClick={() => read.mutate({ id: notice.id, andOlder: false })}
                    />
                  ) : null
                }
              />
            ),
          )}
          {rows.length > 0 && !complete ? (
            <li className="px-4 py-2">
              <Button size="sm" busy={query.isFetchingNextPage} onClick={loadMore}>
                {messages.notices.older}
              </Button>
            </li>
          ) : null}
        </ul>
      )}
    </>
  );
}

/** The current time in ms, updated every half minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
