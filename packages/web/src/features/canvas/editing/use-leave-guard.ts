import { useEffect } from 'react';

/** Asks before the tab goes, as long as going would lose edits. */
export function useLeaveGuard(loses: boolean): void {
  useEffect(() => {
    if (!loses) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [loses]);
}
