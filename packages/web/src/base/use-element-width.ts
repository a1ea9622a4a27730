import { type RefObject, useLayoutEffect, useState } from 'react';

/** The inner width of an element in CSS pixels, kept current; 0 until it is laid out. */
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
 * The same in the reader's own measure: CSS pixels as they would be if text had its ordinary size. A window of 1440 px with
 * text twice as large has room for as many words as one of 720.
 */
export function useElementRoom(ref: RefObject<HTMLElement | null>): number {
  return useElementWidth(ref) / textScale();
}

/** How large the reader wants text: 1 is ordinary, 2 twice as large. */
export function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
