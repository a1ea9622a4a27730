import { Frame } from '../shell/frame/frame.tsx';
import { sidebarWidths } from '../shell/frame/sidebar-state.ts';
import { BuilderHeader } from './builder-header.tsx';
import { BuilderSidebar } from './builder-sidebar.tsx';

/** The frame of the agent builder: its own navigation (280 px, or 64 px as icons) and header, the same place of a screen. */
export function BuilderShell() {
  return (
    <Frame
      sidebarLabel="Agent builder sidebar"
      sheetTitle="Agent builder navigation"
      widths={sidebarWidths.builder}
      navigation={(props) => <BuilderSidebar {...props} />}
      bar={(props) => <BuilderHeader {...props} />}
    />
  );
}
