import { useEffect, useState } from 'react';
import type { CanvasStore } from './canvas-store.ts';
import { keepHistory } from './kept-history.ts';

/** Delay in ms before the history is stored; leaving the page stores it at once. */
const quietMs = 300;

/** Stores the history across reloads of this tab. Returns whether the browser can. */
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
