import { useSyncExternalStore } from 'react';

/** Waits longer than this are reported to the user. */
export const longWaitMs = 10_000;

let longWaits = 0;
const listeners = new Set<() => void>();

/** Watches how long an answer takes and reports it in `useLongWaits`. Returns the same promise's outcome. */
export async function watchWait<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let isLong = false;
  const timer = setTimeout(() => {
    isLong = true;
    count(1);
  }, longWaitMs);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isLong) count(-1);
  }
}

/** The number of answers pending for more than ten seconds, updated. */
export function useLongWaits(): number {
  return useSyncExternalStore(subscribe, readLongWaits);
}

/** The same without subscribing. */
export function readLongWaits(): number {
  return longWaits;
}

function count(by: number): void {
  longWaits += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
