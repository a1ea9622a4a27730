import { useBlocker } from '@tanstack/react-router';
import { LeaveDialog } from '../../../ui/overlays/leave-dialog.tsx';
import { messages } from '../messages.ts';

/** Asks before unsaved changes of a plan are left behind, by a link or by closing the window. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return <LeaveDialog text={messages.leave} onStay={blocker.reset} onLeave={blocker.proceed} />;
}
