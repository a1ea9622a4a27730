import { queryOptions, useQuery } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useAct } from '../../api/use-act.ts';
import { formatAgo, formatMoment } from '../../base/format-date.ts';
import { counted } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';

const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => client.auth.sessions(undefined, { signal }),
  });
type SessionRow = Awaited<ReturnType<typeof client.auth.sessions>>['rows'][number];

/** Where one is signed in, and how to end what one does not know or need. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useQuery(sessionsQuery());
  const others = sessions.data?.rows.filter((one) => !one.current).length ?? 0;
  const endOthers = useAct({
    act: client.auth.endOtherSessions,
    changes: [keys.sessions, keys.audit],
    failure: 'The other sessions could not be ended',
    onDone: ({ ended }) =>
      toast({
        id: 'sessions',
        title: `${counted(ended, 'session')} ended`,
        meaning: 'ok',
      }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Active sessions"
      description="Everywhere you are signed in, in all your workspaces. End what you do not recognise, then change your password."
      footer={
        <>
          <CloseSheet>
            <Button>Close</Button>
          </CloseSheet>
          <Button
            variant="danger"
            disabled={others === 0}
            busy={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            End all others
          </Button>
        </>
      }
    >
      <Loaded query={sessions} failure="The sessions could not be loaded">
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
    failure: 'The session could not be ended',
    onDone: () => toast({ id: 'sessions', title: 'Session ended', text: session.device, meaning: 'ok' }),
  });
  const place = [session.workspace, session.network].filter(Boolean).join(' · ');
  return (
    <li className="flex items-start gap-3 py-3">
      <Monitor aria-hidden className="mt-0.5 size-4 shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {session.device}
          {session.current ? <Badge meaning="ok">This session</Badge> : null}
        </p>
        <p className="break-words text-fg-2">{place}</p>
        <p className="text-12 text-fg-3">
          Signed in {formatMoment(session.startedAt)} · last seen{' '}
          {formatAgo(Date.parse(session.lastSeenAt), Date.now())}
        </p>
      </div>
      {session.current ? null : (
        <Button
          size="sm"
          aria-label={`End session: ${session.device}, signed in ${formatMoment(session.startedAt)}`}
          busy={end.isPending}
          onClick={() => end.mutate({ id: session.id })}
        >
          End
        </Button>
      )}
    </li>
  );
}
