import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Calls `onUp` once the time has passed; without `ms` never. A pause keeps what is left of it. */
export function useTimeUp({
  ms,
  paused,
  onUp,
}: {
  ms: number | undefined;
  paused: boolean;
  onUp: () => void;
}) {
  const left = useRef(ms);
  const up = useEffectEvent(onUp);
  useEffect(() => {
    left.current = ms;
  }, [ms]);
  useEffect(() => {
    if (paused || ms === undefined) return;
    const from = performance.now();
    const timer = setTimeout(up, left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, (left.current ?? ms) - (performance.now() - from));
    };
  }, [paused, ms]);
}

/** Whether the window has the focus. */
export function useWindowFocus(): boolean {
  const [has, setHas] = useState(true);
  useEffect(() => {
    const lose = () => setHas(false);
    const regain = () => setHas(true);
    addEventListener('blur', lose);
    addEventListener('focus', regain);
    return () => {
      removeEventListener('blur', lose);
      removeEventListener('focus', regain);
    };
  }, []);
  return has;
}

const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Escape closes the toast before what was open when it appeared, and after what opened since. */
export function useEscape(onEscape: () => void): void {
  const leave = useEffectEvent(onEscape);
  useEffect(() => {
    const beneath = new Set(document.querySelectorAll(overlays));
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      const open = [...document.querySelectorAll(overlays)];
      if (open.some((one) => !beneath.has(one))) return;
      // overlays listen on the document, which comes after the window
      if (open.length > 0) event.stopImmediatePropagation();
      leave();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** A drag to the right of at least so many pixels dismisses. */
const farPx = 50;

/** Dragging moves the toast to the right; let go near its place, it returns. */
export function useSwipe(onGone: () => void) {
  const from = useRef<number>(null);
  const [moved, setMoved] = useState(0);
  return {
    moved,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = event.clientX;
      },
      onPointerMove: ({ clientX }: PointerEvent) => {
        if (from.current !== null) setMoved(Math.max(0, clientX - from.current));
      },
      onLostPointerCapture: () => {
        from.current = null;
        if (moved >= farPx) onGone();
        else setMoved(0);
      },
    },
  };
}
