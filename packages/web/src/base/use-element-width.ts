import { type RefObject, useLayoutEffect, useState } from 'react';

/** The inner width of an element in CSS pixels, updated; 0 before layout. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    setWidth(watched.clientWidth);
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/**
 * The same divided by the text scale: a 1440 px window at double text size has room for as many words as a
 * 720 px one.
 */
export function useElementRoom(ref: RefObject<HTMLElement | null>): number {
  return useElementWidth(ref) / textScale();
}

/** The text scale of the browser: 1 is the default, 2 twice as large. */
export function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
