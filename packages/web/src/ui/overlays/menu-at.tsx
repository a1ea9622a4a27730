import { lazy, Suspense } from 'react';
import type { MenuSection } from './menu-sections.ts';

const OpenMenuAt = lazy(async () => ({ default: (await import('./dropdown-menu-content.tsx')).OpenMenuAt }));

export type MenuAtProps = {
  /** Where in the window it opens, in px. */
  at: { readonly x: number; readonly y: number };
  /** What it is about, for screen readers. */
  label: string;
  sections: readonly MenuSection[];
  /** After a choice, Escape, or a press elsewhere. */
  onClose: () => void;
};

/** A menu at a point of the window: what a right click or the menu key opens. The focus goes back to where it was. */
export function MenuAt(props: MenuAtProps) {
  return (
    <Suspense fallback={null}>
      <OpenMenuAt {...props} />
    </Suspense>
  );
}
