import type { RefObject } from 'react';

/** Frames after which a part that has not come is no longer waited for. */
const patience = 120;

/**
 * Moves the focus to the first part inside that a selector finds, at the earliest with the next frame. The code of a panel
 * may still be on its way: as long as nobody moves the focus meanwhile, the part is waited for.
 */
export function focusWhenThere(inside: RefObject<HTMLElement | null>, selector: string): void {
  const before = document.activeElement;
  let frames = 0;
  const look = () => {
    const part = inside.current?.querySelector<HTMLElement>(selector);
    if (part) return part.focus();
    frames += 1;
    const left = document.activeElement !== before && document.activeElement !== document.body;
    if (frames < patience && !left) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
