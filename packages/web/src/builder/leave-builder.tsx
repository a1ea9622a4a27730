import { useBlocker } from '@tanstack/react-router';
import { useAgentDrafts } from '../features/agents/agent-drafts.tsx';
import { paths } from '../paths.ts';
import { LeaveDialog } from '../ui/overlays/leave-dialog.tsx';

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
    <LeaveDialog
      text="What you changed in an agent is not saved yet."
      onStay={blocker.reset}
      onLeave={blocker.proceed}
    />
  );
}

function bothInBuilder(...pathnames: readonly string[]): boolean {
  return pathnames.every((pathname) => pathname.startsWith(paths.builder.to));
}
