import { useSyncExternalStore } from 'react';

/** The panels of the frame that any part of a page can open; one at a time. */
export type Panel =
  | 'palette'
  | 'shortcuts'
  | 'sessions'
  | 'password'
  | 'second-factor'
  | 'tokens'
  | 'workspace'
  | 'jit';

let shown: Panel | null = null;
let opener: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Opens a panel and closes any other; null closes it. */
export function showPanel(panel: Panel | null): void {
  if (panel !== null && shown === null) opener = whoOpens(document.activeElement);
  shown = panel;
  for (const listener of listeners) listener();
}

/** Returns the focus to the element that opened the last panel, unless the focus has moved. */
export function focusOpener(): void {
  const back = opener;
  opener = null;
  // wait until the closing panel releases the focus
  setTimeout(() => {
    if (document.activeElement === document.body) back?.focus();
  }, 0);
}

/** a menu item disappears with its menu; use the button that opened the menu */
function whoOpens(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return found instanceof HTMLElement ? found : null;
}

export function usePanel(): Panel | null {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
