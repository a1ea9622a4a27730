import { Outlet, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { useHotkey } from '../base/use-hotkey.ts';
import { useMediaQuery } from '../base/use-media-query.ts';
import { PhoneFrame } from '../shell/device/phone-frame.tsx';
import { inPreview } from '../shell/device/preview.ts';
import { usePhoneView } from '../shell/device/use-phone-view.ts';
import { Panels } from '../shell/panels/panels.tsx';
import { onPhoneQuery, useSidebarExpanded } from '../shell/sidebar-state.ts';
import { Sheet } from '../ui/overlays/sheet-parts.tsx';
import { BuilderHeader } from './builder-header.tsx';
import { BuilderSidebar } from './builder-sidebar.tsx';

/** The frame of the agent builder: its own navigation (280 px, or 64 px as icons), its header, the place of a screen. */
export function BuilderShell() {
  const onPhone = useMediaQuery(onPhoneQuery);
  const [expanded, toggleExpanded] = useSidebarExpanded();
  const [sheetOpen, setSheetOpen] = useState(false);
  const { pathname } = useLocation();
  const phone = usePhoneView();
  const toggle = onPhone ? () => setSheetOpen(!sheetOpen) : toggleExpanded;
  useHotkey('mod+b', toggle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place closes the sheet
  useEffect(() => setSheetOpen(false), [pathname, onPhone]);
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-primary px-3 py-2 text-on-primary focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        Skip to content
      </a>
      {onPhone ? (
        <Sheet
          open={sheetOpen}
          onOpenChange={setSheetOpen}
          title="Agent builder navigation"
          look="inset-y-0 start-0 w-72 border-e data-[state=open]:slide-in-from-start data-[state=closed]:slide-out-to-start"
        >
          <div className="-m-4">
            <BuilderSidebar expanded onNavigate={() => setSheetOpen(false)} />
          </div>
        </Sheet>
      ) : (
        <aside
          data-print="hide"
          aria-label="Agent builder sidebar"
          className={clsx(
            'sticky top-0 h-dvh shrink-0 border-e bg-surface',
            expanded ? 'w-[280px]' : 'w-[64px]',
          )}
        >
          <BuilderSidebar expanded={expanded} device={phone.offered ? phone : undefined} />
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <BuilderHeader onToggleSidebar={toggle} sidebarOpen={onPhone ? sheetOpen : expanded} />
        <main
          id="main"
          aria-label={inPreview ? 'Preview' : undefined}
          tabIndex={-1}
          className="min-w-0 flex-1 p-4 outline-none md:p-5"
        >
          {phone.shown ? <PhoneFrame frame={phone.frame} /> : <Outlet />}
        </main>
      </div>
      <Panels />
    </div>
  );
}
