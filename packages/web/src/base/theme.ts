import { useSyncExternalStore } from 'react';
import { readStored, watchStored, writeStored } from './browser-storage.ts';

/** What a person can choose; `system` follows the operating system as it changes. */
export const themes = ['system', 'light', 'dark'] as const;
/** One of the three choices. */
export type Theme = (typeof themes)[number];

/** The storage key of the choice. public/theme.js reads the same key before the first paint. */
const themeKey = 'attain.theme';

const listeners = new Set<() => void>();
const prefersDark = '(prefers-color-scheme: dark)';

/** The choice kept in this browser; `system` when none or an unknown one is kept. */
export function readTheme(): Theme {
  const kept = readStored(themeKey);
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Keeps the choice and shows it at once. */
function chooseTheme(theme: Theme): void {
  writeStored(themeKey, theme);
  show(theme);
}

/** Follows the system and other tabs from now on; call once at start. Answers how to stop. */
export function followTheme(): () => void {
  const system = matchMedia(prefersDark);
  const again = () => show(readTheme());
  system.addEventListener('change', again);
  const unwatch = watchStored(themeKey, again);
  return () => {
    system.removeEventListener('change', again);
    unwatch();
  };
}

/** The choice and how to change it, for a theme menu. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), chooseTheme];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(prefersDark).matches);
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}
