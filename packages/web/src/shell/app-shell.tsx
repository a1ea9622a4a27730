import { Outlet, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useHotkey } from '../base/use-hotkey.ts';
import { useMediaQuery } from '../base/use-media-query.ts';
import { PhoneFrame } from './device/phone-frame.tsx';
import { inPreview } from './device/preview.ts';
import { usePhoneView } from './device/use-phone-view.ts';
import { Panels } from './panels/panels.tsx';
import { Sidebar } from './sidebar.tsx';
import { onPhoneQuery, useSidebarExpanded } from './sidebar-state.ts';
import { TopBar } from './top-bar/top-bar.tsx';

const SidebarSheet = lazy(async () => ({ default: (await import('./sidebar-sheet.tsx')).SidebarSheet }));

/** The frame every screen lives in: navigation, bar, and the place of the screen itself. */
export function AppShell() {
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
        <Suspense fallback={null}>
          <SidebarSheet open={sheetOpen} onOpenChange={setSheetOpen} />
        </Suspense>
      ) : (
        <aside
          data-print="hide"
          aria-label="Sidebar"
          className={clsx('sticky top-0 h-dvh shrink-0 border-e bg-surface', expanded ? 'w-80' : 'w-20')}
        >
          <Sidebar expanded={expanded} device={phone.offered ? phone : undefined} />
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar onToggleSidebar={toggle} sidebarOpen={onPhone ? sheetOpen : expanded} />
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
