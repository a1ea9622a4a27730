/** Of the browser, or of this tab until it is closed. */
type Place = 'localStorage' | 'sessionStorage';

/**
 * Reads a text from storage; null if it is missing or storage is blocked (private windows, blocked
 * cookies). Never throws.
 */
export function readStored(key: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; null removes it. Returns whether it succeeded. */
export function writeStored(key: string, text: string | null, place: Place = 'localStorage'): boolean {
  try {
    if (text === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another tab changes the key; returns a stop function. */
export function watchStored(key: string, onChange: (text: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onChange(event.newValue);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
