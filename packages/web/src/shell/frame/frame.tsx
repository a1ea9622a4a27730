import { Outlet, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { useHotkey } from '../../base/use-hotkey.ts';
import { useMediaQuery } from '../../base/use-media-query.ts';
import { ReadingDirection } from '../../ui/overlays/reading-direction.tsx';
import type { DeviceToggleProps } from '../device/device-toggle.tsx';
import { PhoneFrame } from '../device/phone-frame.tsx';
import { inPreview } from '../device/preview.ts';
import { usePhoneView } from '../device/use-phone-view.ts';
import { messages } from '../frame-messages.ts';
import { Panels } from '../panels/panels.tsx';
import { onPhoneQuery, sidebarWidths, useSidebarExpanded } from './sidebar-state.ts';

const SidebarSheet = lazy(async () => ({ default: (await import('./sidebar-sheet.tsx')).SidebarSheet }));

const ViewingStrip = lazy(async () => ({ default: (await import('./viewing-strip.tsx')).ViewingStrip }));

/** How navigation is rendered: with labels or icons, in a sheet, with the device toggle. */
export type NavigationProps = {
  expanded: boolean;
  /** Closes the sheet that contains the navigation, if any. */
  onNavigate?: () => void;
  /** Undefined on phones and inside the phone frame. */
  device?: Pick<DeviceToggleProps, 'view' | 'choose'>;
};
/** Props of a bar with a sidebar toggle. */
export type BarProps = { onToggleSidebar: () => void; sidebarOpen: boolean };

export type FrameProps = {
  /** Names the sidebar, and its sheet on phones. */
  sidebarLabel: string;
  sheetTitle: string;
  /** The classes of the sidebar's two widths; defaults to 16rem and 3rem. */
  widths?: { readonly expanded: string; readonly icons: string };
  navigation: (props: NavigationProps) => ReactNode;
  bar: (props: BarProps) => ReactNode;
};

/** The frame of all screens: navigation, bar and content. */
export function Frame(props: FrameProps) {
  const { sidebarLabel, sheetTitle, widths = sidebarWidths.unnamed, navigation, bar } = props;
  const viewingAs = useMe().data?.viewingAs ?? null;
  const onPhone = useMediaQuery(onPhoneQuery);
  const [expanded, toggleExpanded] = useSidebarExpanded();
  const [sheetOpen, setSheetOpen] = useState(false);
  const { pathname } = useLocation();
  const phone = usePhoneView();
  const toggle = onPhone ? () => setSheetOpen(!sheetOpen) : toggleExpanded;
  useHotkey('mod+b', toggle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the sheet
  useEffect(() => setSheetOpen(false), [pathname, onPhone]);
  return (
    <ReadingDirection>
      <div className="flex min-h-dvh">
        <a
          href="#main"
          className="sr-only z-50 rounded-md bg-primary px-3 py-2 text-on-primary focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
        >
          {messages.nav.skip}
        </a>
        {onPhone ? (
          <Suspense fallback={null}>
            <SidebarSheet title={sheetTitle} open={sheetOpen} onOpenChange={setSheetOpen}>
              {navigation({ expanded: true, onNavigate: () => setSheetOpen(false) })}
            </SidebarSheet>
          </Suspense>
        ) : (
          <aside
            data-print="hide"
            aria-label={sidebarLabel}
            className={clsx(
              // above the screen, so that tooltips of icons are visible
              'sticky top-0 z-20 h-dvh shrink-0 border-e bg-surface',
              expanded ? widths.expanded : widths.icons,
            )}
          >
            {navigation({ expanded, device: phone.offered ? phone : undefined })}
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {viewingAs === null ? null : (
            <Suspense fallback={null}>
              <ViewingStrip role={viewingAs} />
            </Suspense>
          )}
          {bar({ onToggleSidebar: toggle, sidebarOpen: onPhone ? sheetOpen : expanded })}
          <main
            id="main"
            aria-label={inPreview ? messages.device.previewLabel : undefined}
            tabIndex={-1}
            className="min-w-0 flex-1 p-4 outline-none md:p-5"
          >
            {phone.shown ? <PhoneFrame frame={phone.frame} /> : <Outlet />}
          </main>
        </div>
        <Panels />
      </div>
    </ReadingDirection>
  );
}
