import { Frame } from './frame/frame.tsx';
import { sidebarWidths } from './frame/sidebar-state.ts';
import { messages } from './frame-messages.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar/top-bar.tsx';

/** The frame of every screen except the builder: the sidebar is 20rem wide, 5rem as icons. */
export function AppShell() {
  return (
    <Frame
      sidebarLabel={messages.nav.sidebar}
      sheetTitle={messages.nav.title}
      widths={sidebarWidths.product}
      navigation={(props) => <Sidebar {...props} />}
      bar={(props) => <TopBar {...props} />}
    />
  );
}
