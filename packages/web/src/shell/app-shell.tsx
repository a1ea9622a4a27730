import { Frame } from './frame/frame.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar/top-bar.tsx';

/** 20rem, and 5rem as icons. */
const widths = { expanded: 'w-80', icons: 'w-20' } as const;

/** The frame of every screen but the builder's. */
export function AppShell() {
  return (
    <Frame
      sidebarLabel="Sidebar"
      sheetTitle="Navigation"
      widths={widths}
      navigation={(props) => <Sidebar {...props} />}
      bar={(props) => <TopBar {...props} />}
    />
  );
}
