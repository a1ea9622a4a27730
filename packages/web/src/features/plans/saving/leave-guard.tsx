import { useBlocker } from '@tanstack/react-router';
import { LeaveDialog } from '../../../ui/overlays/leave-dialog.tsx';

/** Asks before unsaved changes of a plan are left behind, by a link or by closing the window. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LeaveDialog
      text="What you changed in this plan is not saved yet."
      onStay={blocker.reset}
      onLeave={blocker.proceed}
    />
  );
}
