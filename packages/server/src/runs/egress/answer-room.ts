import { AsyncLocalStorage } from 'node:async_hooks';
import { fairTurns } from '../../base/fair-turns.ts';

/** Answers of so many bytes are large. */
export const LARGE_ANSWER = 256_000;

/** Large answers that a process holds at once, in all and of one workspace. */
export const largeAnswers = fairTurns({ atOnce: 8, atOnceEach: 4 });

/** The room of the work under way. */
interface Room {
  readonly key: string;
  /** Gives the room back; null until an answer turns out to be large. */
  taken: Promise<() => void> | null;
  /** Stops the clocks that limit the work; returns what starts them again. */
  readonly clocks: Set<() => () => void>;
}

const rooms = new AsyncLocalStorage<Room>();

/** Does work that may receive a large answer. Its room is free again when the work is over, because the answer is in memory until then. */
export async function withAnswerRoom<T>(key: string, work: () => Promise<T>): Promise<T> {
  const room: Room = { key, taken: null, clocks: new Set() };
  try {
    return await rooms.run(room, work);
  } finally {
    void room.taken?.then(
      (release) => release(),
      () => undefined,
    );
  }
}

/** A function that waits for room for a large answer of the work under way: at once if it has room, or is no such work. */
export function answerRoom(): (signal: AbortSignal) => Promise<void> {
  const room = rooms.getStore();
  return async (signal) => {
    if (room === undefined) return;
    room.taken ??= takeRoom(room, signal).catch((error: unknown) => {
      room.taken = null;
      throw error;
    });
    await room.taken;
  };
}

async function takeRoom(room: Room, signal: AbortSignal): Promise<() => void> {
  const resumed = [...room.clocks].map((stop) => stop());
  try {
    return await largeAnswers.take(room.key, signal);
  } finally {
    for (const resume of resumed) resume();
  }
}

/**
 * Calls back after this time of the work under way. The time it waits for room doesn't count: its answer has arrived by then, and
 * the wait is this process's doing. Returns what cancels it.
 */
export function afterWorking(ms: number, callBack: () => void): () => void {
  const clocks = rooms.getStore()?.clocks;
  let leftMs = ms;
  let startedAtMs = performance.now();
  let timer = setTimeout(callBack, leftMs);
  const stop = () => {
    clearTimeout(timer);
    leftMs = Math.max(0, leftMs - (performance.now() - startedAtMs));
    return () => {
      if (clocks?.has(stop) === false) return;
      startedAtMs = performance.now();
      timer = setTimeout(callBack, leftMs);
    };
  };
  clocks?.add(stop);
  return () => {
    clocks?.delete(stop);
    clearTimeout(timer);
  };
}
