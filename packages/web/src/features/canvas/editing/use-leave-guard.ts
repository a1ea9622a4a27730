import { useEffect } from 'react';

/** Asks before the tab closes with unsaved edits. */
export function useLeaveGuard(loses: boolean): void {
  useEffect(() => {
    if (!loses) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [loses]);
}
