import { useCallback, useState } from 'react';
import { textScale } from '../../base/use-element-width.ts';
import { inPreview } from '../device/preview.ts';

/** The cookie in which this browser keeps whether the sidebar is open; it lives 7 days. */
const sidebarCookie = 'sidebar_state';
/** 7 days. */
const sidebarCookieSeconds = 60 * 60 * 24 * 7;
/** Below this width of the window, in CSS pixels, the sidebar is a sheet. */
export const mobileBelowPx = 768;
/** The media query for it. */
export const onPhoneQuery = `(max-width: ${mobileBelowPx - 0.02}px)`;
/** From this width at ordinary text size on there is room for the wide sidebar on a first visit. */
const roomyPx = 1280;

/**
 * How wide each sidebar is, with words and as icons only, in classes of 0.25rem a step or of pixels: one that says nothing
 * of its width, the product's, the builder's.
 */
export const sidebarWidths = {
  unnamed: { expanded: 'w-64', icons: 'w-12' },
  product: { expanded: 'w-80', icons: 'w-20' },
  builder: { expanded: 'w-[280px]', icons: 'w-[64px]' },
} as const;

/** Whether the sidebar is expanded, kept over reloads; on a first visit it is where it leaves room for the page. */
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

/** How a page begins: in the phone frame collapsed, else as it was left, else by the room there is. */
export function startsExpanded(page: { cookies: string; widthPx: number; preview: boolean }): boolean {
  if (page.preview) return false;
  const kept = new RegExp(`(?:^|; )${sidebarCookie}=(true|false)(?:;|$)`).exec(page.cookies)?.[1];
  return kept ? kept === 'true' : page.widthPx >= roomyPx;
}

/** What is written when the sidebar was toggled. */
export function cookieFor(expanded: boolean): string {
  return `${sidebarCookie}=${expanded}; path=/; max-age=${sidebarCookieSeconds}; samesite=lax`;
}
