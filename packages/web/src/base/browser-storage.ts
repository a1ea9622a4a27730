/**
 * Reads a text kept by this browser. Answers null when it was never kept or when storage is refused
 * (private windows, blocked cookies): callers fall back, they never fail.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser; null removes it. Answers whether it was kept. */
export function writeStored(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another tab of this browser changes the key; answers how to stop listening. */
export function watchStored(key: string, onChange: (text: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onChange(event.newValue);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
