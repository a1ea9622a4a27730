import { queryOptions, useQuery } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useAct } from '../../api/use-act.ts';
import { formatAgo, formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages as frameMessages } from '../frame-messages.ts';
import { messages } from './messages.ts';

const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => client.auth.sessions(undefined, { signal }),
  });
type SessionRow = Awaited<ReturnType<typeof client.auth.sessions>>['rows'][number];

/** The user's sessions, with buttons to end them. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useQuery(sessionsQuery());
  const others = sessions.data?.rows.filter((one) => !one.current).length ?? 0;
  const endOthers = useAct({
    act: client.auth.endOtherSessions,
    changes: [keys.sessions, keys.audit],
    failure: messages.sessions.endAllFailure,
    onDone: ({ ended }) =>
      toast({
        id: 'sessions',
        title: messages.sessions.ended(ended),
        meaning: 'ok',
      }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={frameMessages.titles.sessions}
      description={messages.sessions.description}
      footer={
        <>
          <CloseSheet>
            <Button>{messages.sessions.close}</Button>
          </CloseSheet>
          <Button
            variant="danger"
            disabled={others === 0}
            busy={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            {messages.sessions.endAll}
          </Button>
        </>
      }
    >
      <Loaded query={sessions} failure={messages.sessions.failure}>
        {({ rows }) => (
          <ul className="-my-2 flex flex-col divide-y">
            {rows.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}

function SessionItem({ session }: { session: SessionRow }) {
  const end = useAct({
    act: client.auth.endSession,
    changes: [keys.sessions, keys.audit],
    failure: messages.sessions.endFailure,
    onDone: () =>
      toast({ id: 'sessions', title: messages.sessions.endedOne, text: session.device, meaning: 'ok' }),
  });
  const place = [session.workspace, session.network].filter(Boolean).join(' · ');
  return (
    <li className="flex items-start gap-3 py-3">
      <Monitor aria-hidden className="mt-0.5 size-4 shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {session.device}
          {session.current ? <Badge meaning="ok">{messages.sessions.current}</Badge> : null}
        </p>
        <p className="break-words text-fg-2">{place}</p>
        <p className="text-12 text-fg-3">
          {messages.sessions.times(
            formatMoment(session.startedAt),
            formatAgo(Date.parse(session.lastSeenAt), Date.now()),
          )}
        </p>
      </div>
      {session.current ? null : (
        <Button
          size="sm"
          aria-label={messages.sessions.endOne(session.device, formatMoment(session.startedAt))}
          busy={end.isPending}
          onClick={() => end.mutate({ id: session.id })}
        >
          {messages.sessions.end}
        </Button>
      )}
    </li>
  );
}
