import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';

/** Provides the page's `dir` to tabs and menus. */
export function ReadingDirection({ children }: { children: ReactNode }) {
  const dir = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
  return <Direction.Provider dir={dir}>{children}</Direction.Provider>;
}
