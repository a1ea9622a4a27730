/** Events kept in the browser; the oldest are dropped. */
export const maxQueued = 1000;
/** The queue with one more event, at most the last thousand. */
export function queuedWith<One>(queue: readonly One[], event: One): readonly One[] {
  return [...queue, event].slice(-maxQueued);
}
