import { Outlet, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useHotkey } from '../../base/use-hotkey.ts';
import { useMediaQuery } from '../../base/use-media-query.ts';
import { ReadingDirection } from '../../ui/overlays/reading-direction.tsx';
import type { DeviceToggleProps } from '../device/device-toggle.tsx';
import { PhoneFrame } from '../device/phone-frame.tsx';
import { inPreview } from '../device/preview.ts';
import { usePhoneView } from '../device/use-phone-view.ts';
import { Panels } from '../panels/panels.tsx';
import { onPhoneQuery, sidebarWidths, useSidebarExpanded } from './sidebar-state.ts';

const SidebarSheet = lazy(async () => ({ default: (await import('./sidebar-sheet.tsx')).SidebarSheet }));

/** How a frame draws its navigation: with words or as icons, in a sheet that closes on the way, with the phone's switch. */
export type NavigationProps = {
  expanded: boolean;
  /** Closes the sheet the navigation may stand in. */
  onNavigate?: () => void;
  /** Left out where there is no choice: on a phone, and inside the phone frame. */
  device?: Pick<DeviceToggleProps, 'view' | 'choose'>;
};
/** What a bar needs to have a sidebar toggle. */
export type BarProps = { onToggleSidebar: () => void; sidebarOpen: boolean };

export type FrameProps = {
  /** Names the sidebar, and the sheet it is on a phone. */
  sidebarLabel: string;
  sheetTitle: string;
  /** The classes of the sidebar's two widths; 16rem and 3rem without. */
  widths?: { readonly expanded: string; readonly icons: string };
  navigation: (props: NavigationProps) => ReactNode;
  bar: (props: BarProps) => ReactNode;
};

/** What every screen lives in, the product's and the builder's: navigation, bar, and the place of the screen itself. */
export function Frame(props: FrameProps) {
  const { sidebarLabel, sheetTitle, widths = sidebarWidths.unnamed, navigation, bar } = props;
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
    <ReadingDirection>
      <div className="flex min-h-dvh">
        <a
          href="#main"
          className="sr-only z-50 rounded-md bg-primary px-3 py-2 text-on-primary focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
        >
          Skip to content
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
              // Above the screen beside it, so that the tips of its icons are.
              'sticky top-0 z-20 h-dvh shrink-0 border-e bg-surface',
              expanded ? widths.expanded : widths.icons,
            )}
          >
            {navigation({ expanded, device: phone.offered ? phone : undefined })}
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {bar({ onToggleSidebar: toggle, sidebarOpen: onPhone ? sheetOpen : expanded })}
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
    </ReadingDirection>
  );
}
