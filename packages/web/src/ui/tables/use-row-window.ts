import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect } from 'react';

export type RowWindowOptions = {
  scroller: RefObject<HTMLDivElement | null>;
  rowCount: number;
  rowHeight: number;
  /** What the sticky head and foot cover, in pixels. */
  coveredHeight: number;
  /** Stays drawn wherever the table scrolls, so that the keyboard keeps its place. */
  keepRow: number;
};

/** A piece of the body: a gap to leave free, in pixels, and the row drawn after it. */
export type WindowRow = { gap: number; index: number };

/** Which rows are drawn: those in view, a few beyond, and the one with the keyboard's place. */
export function useRowWindow(options: RowWindowOptions) {
  const { scroller, rowCount, rowHeight, coveredHeight, keepRow } = options;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range);
      if (keepRow < 0 || keepRow >= range.count || rows.includes(keepRow)) return rows;
      return [...rows, keepRow].sort((a, b) => a - b);
    },
    [keepRow],
  );
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    rangeExtractor,
    overscan: 10,
    scrollPaddingEnd: coveredHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are measured anew when the row height changes
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const rows = items.map(
    (item, at): WindowRow => ({ gap: item.start - (items[at - 1]?.end ?? 0), index: item.index }),
  );
  const rest = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return { rows, rest, lastInView: virtualizer.range?.endIndex ?? 0, reveal: virtualizer.scrollToIndex };
}
