import { useEffect, useState } from 'react';

let requested: string | null = null;
const listeners = new Set<() => void>();

/** Requests an action of a screen from elsewhere; the screen performs it once it is mounted. */
export function requestAction(act: string): void {
  requested = act;
  for (const listener of listeners) listener();
}

/** The open state of a panel with its setter; a request for `act` opens it too. */
export function useRequestedOpen(act: string): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const look = () => {
      if (requested !== act) return;
      requested = null;
      setOpen(true);
    };
    look();
    listeners.add(look);
    return () => {
      listeners.delete(look);
    };
  }, [act]);
  return [open, setOpen];
}
