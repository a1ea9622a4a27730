import { clsx } from 'clsx';
import { Bell, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatAgo, formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import {
  clearNotices,
  type Notice,
  readNotices,
  useNotices,
  useUnreadNotices,
} from '../../ui/overlays/notices.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

const dots: Record<Notice['meaning'], string> = {
  ok: 'bg-ok',
  bad: 'bg-bad',
  info: 'bg-info',
  warn: 'bg-warn',
  ai: 'bg-ai',
};

/** Everything that was said in this session, to be read again: the toasts that came and went. */
export function NoticesMenu() {
  const unread = useUnreadNotices();
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <Popover
      label="Notifications of this session"
      onOpenChange={(open) => open && readNotices()}
      trigger={
        <Button
          variant="ghost"
          square
          aria-label={label}
          className="overflow-visible!"
          icon={<Bell aria-hidden />}
        >
          {unread > 0 ? (
            <span
              aria-hidden
              className="figures absolute -end-0.5 -top-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-primary px-1 text-11 leading-none text-on-primary"
            >
              {unread > 9 ? '9+' : unread}
            </span>
          ) : null}
        </Button>
      }
    >
      <Notices />
    </Popover>
  );
}

function Notices() {
  const notices = useNotices();
  const now = useMinute();
  useEffect(() => {
    // What comes while the list is open is read at once.
    if (notices.length > 0) readNotices();
  }, [notices.length]);
  return (
    <>
      <div className="flex h-10 shrink-0 items-center justify-between border-b ps-4 pe-2">
        <h2 className="font-semibold">Notifications</h2>
        {notices.length > 0 ? (
          <Button variant="ghost" size="sm" icon={<Trash2 aria-hidden />} onClick={clearNotices}>
            Clear
          </Button>
        ) : null}
      </div>
      {notices.length === 0 ? (
        <EmptyState title="Nothing new" text="What happens in this session is kept here." />
      ) : (
        <ul className="min-h-0 overflow-y-auto overscroll-contain py-1">
          {notices.map((notice) => (
            <li key={notice.revision} className="flex gap-3 px-4 py-2">
              <span
                aria-hidden
                data-forced-fill
                className={clsx('mt-1.5 size-2 shrink-0 rounded-full', dots[notice.meaning])}
              />
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  {notice.meaning === 'bad' ? <span className="sr-only">Error: </span> : null}
                  {notice.title}
                </p>
                {notice.text ? <p className="break-words text-fg-2">{notice.text}</p> : null}
                <time
                  dateTime={new Date(notice.atMs).toISOString()}
                  title={formatMoment(new Date(notice.atMs).toISOString())}
                  className="text-12 text-fg-3"
                >
                  {formatAgo(notice.atMs, now)}
                </time>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The present moment in milliseconds, looked at again every half minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
