import { useEffect, useState } from 'react';

let requested: string | null = null;
const listeners = new Set<() => void>();

/** Wishes for something that a screen can do, from elsewhere: the screen does it as soon as it is there. */
export function requestAction(act: string): void {
  requested = act;
  for (const listener of listeners) listener();
}

/** Whether something is open, and how to open and close it; a wish for `act` opens it too. */
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
