import { useSyncExternalStore } from 'react';
import { readStored, watchStored, writeStored } from './browser-storage.ts';

/** The available themes; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The storage key of the theme. public/theme.js reads it before the first paint. */
const themeKey = 'attain.theme';

const listeners = new Set<() => void>();
const prefersDark = '(prefers-color-scheme: dark)';

/** The stored theme; `system` if missing or unknown. */
export function readTheme(): Theme {
  const kept = readStored(themeKey);
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Stores and applies a theme. */
function chooseTheme(theme: Theme): void {
  writeStored(themeKey, theme);
  show(theme);
}

/** Follows the system and other tabs; call once at start. Returns a stop function. */
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

/** The theme and its setter. */
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
