import { useEffect, useRef, useState } from 'react';

/** The value at most once in `everyMs` while it keeps changing, and always the last one. */
export function useThrottled<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(value);
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const show = () => {
      last.current = performance.now();
      setShown(value);
    };
    const timer = setTimeout(show, Math.max(0, last.current + everyMs - performance.now()));
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return shown;
}
