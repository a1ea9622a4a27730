import { lazy, Suspense } from 'react';
import type { MenuAtProps } from './menu-sections.ts';

const OpenMenuAt = lazy(async () => ({ default: (await import('./dropdown-menu-content.tsx')).OpenMenuAt }));

/** A menu at a point of the window: what a right click or the menu key opens. The focus goes back to where it was. */
export function MenuAt(props: MenuAtProps) {
  return (
    <Suspense fallback={null}>
      <OpenMenuAt {...props} />
    </Suspense>
  );
}
