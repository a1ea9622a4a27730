import { expect, test } from 'vitest';
import { cookieFor, mobileBelowPx, onPhoneQuery, sidebarWidths, startsExpanded } from './sidebar-state.ts';

const page = { cookies: '', widthPx: 1440, preview: false };

test('[CONST-SHELL-01] below 768 px it is a phone', () => {
  expect(mobileBelowPx).toBe(768);
  expect(onPhoneQuery).toBe('(max-width: 767.98px)');
});

test('[CONST-SHELL-02] [CONST-SHELL-04] a sidebar that says nothing of its width has 16rem, and 3rem as icons', () => {
  const rem = (look: string) => Number(look.replace('w-', '')) / 4;
  expect([rem(sidebarWidths.unnamed.expanded), rem(sidebarWidths.unnamed.icons)]).toEqual([16, 3]);
});

test('[SHELL-UI-06] [SHELL-UI-07] the sidebar is expanded or collapsed, as it was left', () => {
  expect(startsExpanded({ ...page, cookies: 'a=1; sidebar_state=false; b=2' })).toBe(false);
  expect(startsExpanded({ ...page, widthPx: 800, cookies: 'sidebar_state=true' })).toBe(true);
  expect(startsExpanded({ ...page, cookies: 'other_sidebar_state=false' })).toBe(true);
  expect(startsExpanded({ ...page, cookies: 'sidebar_state=perhaps' })).toBe(true);
});

test('on a first visit it is expanded where it leaves room for the page', () => {
  expect(startsExpanded(page)).toBe(true);
  expect(startsExpanded({ ...page, widthPx: 1280 })).toBe(true);
  expect(startsExpanded({ ...page, widthPx: 1279 })).toBe(false);
});

test('[SHELL-UI-29] [CONF-SHELL-10] in the phone frame it starts collapsed, whatever was kept', () => {
  expect(startsExpanded({ ...page, cookies: 'sidebar_state=true', preview: true })).toBe(false);
});

test('[CONST-SHELL-10] [SHELL-UI-34] the cookie is called sidebar_state and lives 7 days', () => {
  expect(cookieFor(true)).toBe('sidebar_state=true; path=/; max-age=604800; samesite=lax');
});
