import { useEffect, useState } from 'react';
import type { CanvasStore } from './canvas-store.ts';
import { keepHistory } from './kept-history.ts';

/** How long nothing changes before the steps are written down, in milliseconds; leaving the page writes at once. */
const quietMs = 300;

/** Keeps every step over a reload of this tab. Answers whether the browser keeps them. */
export function useKeptHistory(store: CanvasStore, key: string): boolean {
  const [kept, setKept] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let written = store.get();
    const write = () => {
      clearTimeout(timer);
      const now = store.get();
      if (now.history === written.history && now.base === written.base) return;
      written = now;
      setKept(keepHistory(sessionStorage, key, now));
    };
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(write, quietMs);
    });
    addEventListener('pagehide', write);
    return () => {
      write();
      stop();
      removeEventListener('pagehide', write);
    };
  }, [store, key]);
  return kept;
}
