import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowsAtFirst, rowsInView, scrollToRow, windowRows } from './row-window.ts';

export type RowWindowOptions = {
  scroller: RefObject<HTMLDivElement | null>;
  rowCount: number;
  rowHeight: number;
  /** The height covered by the sticky header and footer, in pixels. */
  coveredHeight: number;
  /** Always rendered, so that keyboard navigation keeps its place. */
  keepRow: number;
};

/** The rendered rows: those in view, some beyond, and the one with the keyboard focus. */
export function useRowWindow(options: RowWindowOptions) {
  const { scroller, rowCount, rowHeight, coveredHeight, keepRow } = options;
  const [inView, setInView] = useState(rowsAtFirst);
  useLayoutEffect(() => {
    const watched = scroller.current;
    if (!watched) return;
    const look = () => {
      const now = rowsInView(watched.scrollTop, watched.clientHeight, rowHeight);
      setInView((old) => (old.first === now.first && old.last === now.last ? old : now));
    };
    // rendered at once: fast scrolling would show a gap for a frame
    const scrolled = () => flushSync(look);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(watched);
    watched.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      watched.removeEventListener('scroll', scrolled);
    };
  }, [scroller, rowHeight]);
  const reveal = useCallback(
    (row: number) => {
      const { current } = scroller;
      if (!current) return;
      const place = { top: current.scrollTop, height: current.clientHeight, rowHeight };
      current.scrollTop = scrollToRow(row, { ...place, covered: coveredHeight });
    },
    [scroller, rowHeight, coveredHeight],
  );
  return { ...windowRows({ inView, rowCount, rowHeight, keepRow }), lastInView: inView.last, reveal };
}
