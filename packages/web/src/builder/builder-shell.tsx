import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { AgentDetail } from '../api/shapes.ts';
import { AgentDraftsProvider } from '../features/agents/agent-drafts.tsx';
import type { ScreenSave } from '../features/canvas/editing/use-save-from-outside.ts';
import { paths } from '../paths.ts';
import { Frame } from '../shell/frame/frame.tsx';
import { sidebarWidths } from '../shell/frame/sidebar-state.ts';
import { BuilderHeader } from './builder-header.tsx';
import { BuilderSidebar } from './builder-sidebar.tsx';
import { LeaveBuilder } from './leave-builder.tsx';
import { messages } from './messages.ts';
import { ScreenSaveContext } from './screen-save.ts';

/** The frame of the builder: its own navigation (280 px, or 64 px as icons) and header. */
export function BuilderShell() {
  const navigate = useNavigate();
  const router = useRouter();
  const saved = ({ agentId }: AgentDetail) => {
    // saving from another screen stays on it
    if (router.state.location.pathname === paths.builder.to) void navigate(paths.agent(agentId));
  };
  const [shown, show] = useState<ScreenSave | null>(null);
  const screenSave = useMemo(() => ({ shown, show }), [shown]);
  return (
    <AgentDraftsProvider onSaved={saved}>
      <ScreenSaveContext value={screenSave}>
        <LeaveBuilder />
        <Frame
          sidebarLabel={messages.header.sidebar}
          sheetTitle={messages.header.sheet}
          widths={sidebarWidths.builder}
          navigation={(props) => <BuilderSidebar {...props} />}
          bar={(props) => <BuilderHeader {...props} />}
        />
      </ScreenSaveContext>
    </AgentDraftsProvider>
  );
}
