import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** Asks before unsaved changes of a plan are left behind, by a link or by closing the window. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && blocker.reset()}
      title="Leave without saving?"
      footer={
        <>
          <Button onClick={blocker.reset}>Stay here</Button>
          <Button variant="danger" onClick={blocker.proceed}>
            Leave and lose the changes
          </Button>
        </>
      }
    >
      <p>What you changed in this plan is not saved yet.</p>
    </Dialog>
  );
}
