import { Frame } from './frame/frame.tsx';
import { sidebarWidths } from './frame/sidebar-state.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar/top-bar.tsx';

/** The frame of every screen but the builder's: its sidebar is 20rem wide, and 5rem as icons. */
export function AppShell() {
  return (
    <Frame
      sidebarLabel="Sidebar"
      sheetTitle="Navigation"
      widths={sidebarWidths.product}
      navigation={(props) => <Sidebar {...props} />}
      bar={(props) => <TopBar {...props} />}
    />
  );
}
