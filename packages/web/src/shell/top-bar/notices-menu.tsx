import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { unreadQuery } from '../../api/requests/notice-queries.ts';
import { Button } from '../../ui/button.tsx';
import { readNotices, useUnreadNotices } from '../../ui/overlays/notices.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { messages } from '../frame-messages.ts';

const loadList = () => import('./notice-list.tsx');
const NoticeList = lazy(async () => ({ default: (await loadList()).NoticeList }));

/** The notifications of this session and of workflows. */
export function NoticesMenu() {
  const unreadCount = useQuery(unreadQuery()).data ?? 0;
  const unread = useUnreadNotices() + unreadCount;
  const shown = unread > 9 ? '9+' : String(unread);
  const label = unread > 0 ? messages.notices.unreadCount(shown) : messages.notices.title;
  return (
    <Popover
      label={messages.notices.title}
      load={loadList}
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
              {shown}
            </span>
          ) : null}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="m-4 h-24" />}>
        <NoticeList />
      </Suspense>
    </Popover>
  );
}
