import { useNavigate, useRouter } from '@tanstack/react-router';
import type { AgentDetail } from '../api/shapes.ts';
import { AgentDraftsProvider } from '../features/agents/agent-drafts.tsx';
import { paths } from '../paths.ts';
import { Frame } from '../shell/frame/frame.tsx';
import { sidebarWidths } from '../shell/frame/sidebar-state.ts';
import { BuilderHeader } from './builder-header.tsx';
import { BuilderSidebar } from './builder-sidebar.tsx';
import { LeaveBuilder } from './leave-builder.tsx';

/** The frame of the agent builder: its own navigation (280 px, or 64 px as icons) and header, the same place of a screen. */
export function BuilderShell() {
  const navigate = useNavigate();
  const router = useRouter();
  const saved = ({ agentId }: AgentDetail) => {
    // whoever saves from another screen stays there
    if (router.state.location.pathname === paths.builder.to) void navigate(paths.agent(agentId));
  };
  return (
    <AgentDraftsProvider onSaved={saved}>
      <LeaveBuilder />
      <Frame
        sidebarLabel="Agent builder sidebar"
        sheetTitle="Agent builder navigation"
        widths={sidebarWidths.builder}
        navigation={(props) => <BuilderSidebar {...props} />}
        bar={(props) => <BuilderHeader {...props} />}
      />
    </AgentDraftsProvider>
  );
}
