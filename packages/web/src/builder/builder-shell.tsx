import { Frame } from '../shell/frame/frame.tsx';
import { BuilderHeader } from './builder-header.tsx';
import { BuilderSidebar } from './builder-sidebar.tsx';

const widths = { expanded: 'w-[280px]', icons: 'w-[64px]' } as const;

/** The frame of the agent builder: its own navigation (280 px, or 64 px as icons) and header, the same place of a screen. */
export function BuilderShell() {
  return (
    <Frame
      sidebarLabel="Agent builder sidebar"
      sheetTitle="Agent builder navigation"
      widths={widths}
      navigation={(props) => <BuilderSidebar {...props} />}
      bar={(props) => <BuilderHeader {...props} />}
    />
  );
}
