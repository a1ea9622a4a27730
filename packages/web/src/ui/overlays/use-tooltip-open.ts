import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** Hover time before a tooltip opens, in ms. */
export const openDelayMs = 700;
/** Time after a tooltip in which the next opens at once, in ms. */
export const skipDelayMs = 300;
/** Time to move the pointer from the control onto the tooltip, in ms. */
const crossDelayMs = 100;

/** The tooltip that is open: one at a time on a page. */
const shown: { close: (() => void) | null; closedAt: number } = { close: null, closedAt: -skipDelayMs };

/** How long the pointer must rest at `now` before a tooltip opens, in ms. */
export function delayAt(now: number): number {
  return shown.close !== null || now - shown.closedAt < skipDelayMs ? 0 : openDelayMs;
}

export type TooltipOpen = ReturnType<typeof useTooltipOpen>;

/**
 * Opens a tooltip when the pointer rests on its control or the keyboard focuses it. Closes it with Escape, a press, scrolling
 * and when pointer or focus leave; the pointer may rest on the tooltip itself.
 */
export function useTooltipOpen() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const after = (ms: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    shown.close?.();
    const closeThis = () => setOpen(false);
    shown.close = closeThis;
    // Escape also reaches the dialog around the control: one press closes both
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false);
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('scroll', closeThis, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('scroll', closeThis, true);
      if (shown.close === closeThis) shown.close = null;
      shown.closedAt = performance.now();
    };
  }, [open]);
  return {
    open,
    onControl: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'touch') return;
        const delayMs = open ? 0 : delayAt(performance.now());
        clearTimeout(timer.current);
        if (delayMs === 0) setOpen(true);
        else after(delayMs, () => setOpen(true));
      },
      onPointerLeave: () => after(crossDelayMs, close),
      onPointerDown: close,
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.matches(':focus-visible')) setOpen(true);
      },
      onBlur: close,
      onClick: close,
    },
    onContent: {
      onPointerEnter: () => clearTimeout(timer.current),
      onPointerLeave: () => after(crossDelayMs, close),
    },
  };
}
