import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to this many hidden px count as rounding. */
const slackPx = 2;

/** Whether a sideways scrolling row has more content at its left and right end, updated. */
export function useScrollEdges(row: RefObject<HTMLElement | null>): {
  readonly before: boolean;
  readonly after: boolean;
} {
  const [edges, setEdges] = useState({ before: false, after: false });
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const look = () => {
      // in right-to-left text scrollLeft goes from 0 down
      const passed = Math.abs(element.scrollLeft);
      const left = element.scrollWidth - element.clientWidth - passed;
      const rtl = getComputedStyle(element).direction === 'rtl';
      const [before, after] = rtl ? [left, passed] : [passed, left];
      setEdges((now) =>
        now.before === before > slackPx && now.after === after > slackPx
          ? now
          : { before: before > slackPx, after: after > slackPx },
      );
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [row]);
  return edges;
}
