import { lazy, Suspense } from 'react';
import type { MenuAtProps } from './menu-sections.ts';

const OpenMenuAt = lazy(async () => ({ default: (await import('./dropdown-menu-content.tsx')).OpenMenuAt }));

/** A context menu at a point of the window. The focus returns to its previous element. */
export function MenuAt(props: MenuAtProps) {
  return (
    <Suspense fallback={null}>
      <OpenMenuAt {...props} />
    </Suspense>
  );
}
