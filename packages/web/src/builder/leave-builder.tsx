import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAgentDrafts } from '../features/agents/agent-drafts.tsx';
import { paths } from '../paths.ts';

const LeaveDialog = lazy(async () => ({
  default: (await import('../ui/overlays/leave-dialog.tsx')).LeaveDialog,
}));

/** Asks before an agent that is not saved is left behind; between the builder's screens it stays. */
export function LeaveBuilder() {
  const { unsaved } = useAgentDrafts();
  const blocker = useBlocker({
    // the builder keeps forms while one moves on inside it, an agent’s details while one turns its tabs
    shouldBlockFn: ({ current, next }) =>
      unsaved && next.pathname !== current.pathname && !bothInBuilder(current.pathname, next.pathname),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog
        text="What you changed in an agent is not saved yet."
        onStay={blocker.reset}
        onLeave={blocker.proceed}
      />
    </Suspense>
  );
}

function bothInBuilder(...pathnames: readonly string[]): boolean {
  return pathnames.every((pathname) => pathname.startsWith(paths.builder.to));
}
