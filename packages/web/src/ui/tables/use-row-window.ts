import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowsAtFirst, rowsInView, scrollToRow, windowRows } from './row-window.ts';

export type RowWindowOptions = {
  scroller: RefObject<HTMLDivElement | null>;
  rowCount: number;
  rowHeight: number;
  /** What the sticky head and foot cover, in pixels. */
  coveredHeight: number;
  /** Stays drawn wherever the table scrolls, so that the keyboard keeps its place. */
  keepRow: number;
};

/** Which rows are drawn: those in view, a few beyond, and the one with the keyboard's place. */
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
    // Drawn at once: a fast wheel would show the gap for a frame.
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
