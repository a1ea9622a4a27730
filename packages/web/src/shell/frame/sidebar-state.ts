import { useCallback, useState } from 'react';
import { textScale } from '../../base/use-element-width.ts';
import { inPreview } from '../device/preview.ts';

/** The cookie that stores whether the sidebar is open. */
const sidebarCookie = 'sidebar_state';
const sidebarCookieSeconds = 60 * 60 * 24 * 7;
/** The sidebar is a sheet below this window width, in CSS pixels. */
export const mobileBelowPx = 768;
export const onPhoneQuery = `(max-width: ${mobileBelowPx - 0.02}px)`;
/** Window width at default text size from which the sidebar starts wide. */
const roomyPx = 1280;

/** Expanded and collapsed sidebar widths as classes: the default, the product's and the builder's. */
export const sidebarWidths = {
  unnamed: { expanded: 'w-64', icons: 'w-12' },
  product: { expanded: 'w-80', icons: 'w-20' },
  builder: { expanded: 'w-[280px]', icons: 'w-[64px]' },
} as const;

/** Whether the sidebar is expanded, stored across reloads; initially if there is room. */
export function useSidebarExpanded(): [boolean, () => void] {
  const [expanded, setExpanded] = useState(() =>
    startsExpanded({ cookies: document.cookie, widthPx: innerWidth / textScale(), preview: inPreview }),
  );
  const toggle = useCallback(() => {
    setExpanded((was) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
      if (!inPreview) document.cookie = cookieFor(!was);
      return !was;
    });
  }, []);
  return [expanded, toggle];
}

/** The initial state: collapsed in the phone frame, else as stored, else by the available room. */
export function startsExpanded(page: { cookies: string; widthPx: number; preview: boolean }): boolean {
  if (page.preview) return false;
  const kept = new RegExp(`(?:^|; )${sidebarCookie}=(true|false)(?:;|$)`).exec(page.cookies)?.[1];
  return kept ? kept === 'true' : page.widthPx >= roomyPx;
}

/** The cookie that stores the state. */
export function cookieFor(expanded: boolean): string {
  return `${sidebarCookie}=${expanded}; path=/; max-age=${sidebarCookieSeconds}; samesite=lax`;
}
