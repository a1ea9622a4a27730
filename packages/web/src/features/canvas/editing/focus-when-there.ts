import type { RefObject } from 'react';

/** Frames to wait for a lazy part. */
const patience = 120;

/**
 * Focuses the first element that matches a selector, from the next frame on. Waits for lazy panels unless
 * the user moves the focus meanwhile.
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
