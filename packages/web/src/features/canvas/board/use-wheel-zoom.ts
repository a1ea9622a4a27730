import { type RefObject, useEffect } from 'react';
import type { View } from './use-view.ts';

/** Wheel distance of one zoom level; a notch of most mice is 100 to 120. */
const NOTCH = 80;

/** The wheel zooms in levels around the pointer; with Shift it scrolls sideways. */
export function useWheelZoom(board: RefObject<HTMLElement | null>, view: View): void {
  useEffect(() => {
    const element = board.current;
    if (element === null) return;
    let turned = 0;
    const onWheel = (event: WheelEvent) => {
      if (event.target instanceof Element && event.target.closest('.nowheel')) return;
      event.preventDefault();
      event.stopPropagation();
      if (Math.sign(event.deltaY) !== Math.sign(turned)) turned = 0;
      turned += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 40 : event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      const box = element.getBoundingClientRect();
      view.zoom(turned > 0 ? -1 : 1, { x: event.clientX - box.left, y: event.clientY - box.top });
      turned = 0;
    };
    // captured, so that React Flow never sees the event and zooms freely
    element.addEventListener('wheel', onWheel, { capture: true, passive: false });
    return () => element.removeEventListener('wheel', onWheel, { capture: true });
  }, [board, view]);
}
