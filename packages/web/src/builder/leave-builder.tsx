import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAgentDrafts } from '../features/agents/agent-drafts.tsx';
import { paths } from '../paths.ts';
import { messages } from './messages.ts';

const LeaveDialog = lazy(async () => ({
  default: (await import('../ui/overlays/leave-dialog.tsx')).LeaveDialog,
}));

/** Asks before leaving with an unsaved agent; moving within the builder keeps it. */
export function LeaveBuilder() {
  const { unsaved } = useAgentDrafts();
  const blocker = useBlocker({
    // the builder keeps forms across its screens, an agent’s details across its tabs
    shouldBlockFn: ({ current, next }) =>
      unsaved && next.pathname !== current.pathname && !bothInBuilder(current.pathname, next.pathname),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog text={messages.agent.unsaved} onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}

function bothInBuilder(...pathnames: readonly string[]): boolean {
  return pathnames.every((pathname) => pathname.startsWith(paths.builder.to));
}
