import { setImmediate } from 'node:timers/promises';

/** Takes all steps of some work; other requests of the process get a turn after each. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  let step = work.next();
  while (!step.done) {
    await setImmediate();
    step = work.next();
  }
  return step.value;
}
