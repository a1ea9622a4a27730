import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';

/** Stands around the screens, so that tabs and menus run the way the page is written: from its `dir`, as it stands now. */
export function ReadingDirection({ children }: { children: ReactNode }) {
  const dir = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
  return <Direction.Provider dir={dir}>{children}</Direction.Provider>;
}
