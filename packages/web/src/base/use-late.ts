import { useEffect, useState } from 'react';

/** Whether `since` has been true for `ms` without a break, for messages that would otherwise flicker. */
export function useLate(since: boolean, ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!since) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [since, ms]);
  return since && late;
}
