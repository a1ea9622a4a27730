import { AsyncLocalStorage } from 'node:async_hooks';
import { fairTurns } from '../../base/fair-turns.ts';

/** Answers of so many bytes are large. */
export const LARGE_ANSWER = 256_000;

/** Large answers that a process holds at once, in all and of one workspace. */
export const largeAnswers = fairTurns({ atOnce: 8, atOnceEach: 4 });

/** The room of the work under way; null until its answer turns out to be large. */
interface Room {
  readonly key: string;
  release: (() => void) | null;
}

const rooms = new AsyncLocalStorage<Room>();

/** Does work that may receive a large answer. Its room is free again when the work is over, because the answer is in memory until then. */
export async function withAnswerRoom<T>(key: string, work: () => Promise<T>): Promise<T> {
  const room: Room = { key, release: null };
  try {
    return await rooms.run(room, work);
  } finally {
    room.release?.();
  }
}

/** What waits for room for a large answer of the work under way: at once if it has room, or is no such work. */
export function answerRoom(): (signal: AbortSignal) => Promise<void> {
  const room = rooms.getStore();
  return async (signal) => {
    if (room === undefined || room.release !== null) return;
    room.release = await largeAnswers.take(room.key, signal);
  };
}
