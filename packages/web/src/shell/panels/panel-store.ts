import { useSyncExternalStore } from 'react';

/** What can be opened from anywhere in the shell; one at a time. */
export type Panel = 'palette' | 'shortcuts' | 'sessions' | 'password' | 'tokens' | 'workspace' | 'jit';

let shown: Panel | null = null;
let opener: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Opens a panel in place of the one that is open; null closes it. */
export function showPanel(panel: Panel | null): void {
  if (panel !== null && shown === null) opener = whoOpens(document.activeElement);
  shown = panel;
  for (const listener of listeners) listener();
}

/** Gives the focus back to what the last panel was opened from, unless something else has it by now. */
export function focusOpener(): void {
  const back = opener;
  opener = null;
  // The panel gives the focus away while it goes; what is left over is looked at afterwards.
  setTimeout(() => {
    if (document.activeElement === document.body) back?.focus();
  }, 0);
}

/** An entry of a menu goes with its menu; the button that opened the menu stays. */
function whoOpens(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return found instanceof HTMLElement ? found : null;
}

/** The panel that is open, kept current. */
export function usePanel(): Panel | null {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
