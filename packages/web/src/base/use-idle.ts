import { useEffect, useState } from 'react';

/** Longest wait in ms where the browser never reports that it is idle. */
const timeout = 2000;

/** Whether the browser has been idle once since mounting: the time to load what is needed next. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const now = () => setIdle(true);
    // Safari has no idle callback
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(now, 200);
      return () => clearTimeout(timer);
    }
    const call = requestIdleCallback(now, { timeout });
    return () => cancelIdleCallback(call);
  }, []);
  return idle;
}
