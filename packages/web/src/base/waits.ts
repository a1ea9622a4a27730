import { useSyncExternalStore } from 'react';

/** After this long somebody who waits is told that it takes long. */
export const longWaitMs = 10_000;

let longWaits = 0;
const listeners = new Set<() => void>();

/** Watches how long an answer takes; while it takes long, `useLongWaits` says so. Answers the same promise's outcome. */
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

/** How many answers have been waited for longer than ten seconds, kept current. */
export function useLongWaits(): number {
  return useSyncExternalStore(subscribe, readLongWaits);
}

/** The same without following changes. */
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
