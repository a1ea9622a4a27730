import type { RunState } from './run-state.ts';

/** How far one call computes before it pauses for breath. */
export interface Pace {
  readonly steps: number;
  /** Work of expressions; a single step may cost as much as a thousand others. */
  readonly work: number;
  /** Whether a step that goes beyond it is given up and left to the next call, or finished. */
  readonly withinStep: boolean;
}

/** Where nothing else waits for the computer. */
export const longPace: Pace = { steps: 2_000, work: 250_000, withinStep: false };

/** Where others wait: a few milliseconds. What takes longer is continued elsewhere at a long pace. */
export const shortPace: Pace = { steps: 500, work: 10_000, withinStep: true };

/** Thrown out of a step that goes beyond the pace; the step leaves nothing behind. */
class OutOfBreath extends Error {}

/** Does one step of a run; false when it went beyond the limit and was given up, as if it had not begun. */
export function withinBreath(state: RunState, limit: number, step: () => void): boolean {
  const { worked } = state;
  state.breath = limit;
  try {
    step();
    return true;
  } catch (error) {
    if (!(error instanceof OutOfBreath)) throw error;
    state.worked = worked;
    return false;
  } finally {
    state.breath = Infinity;
  }
}

/** Counts work of the step that is being done. */
export function countWork(state: RunState, work: number): void {
  state.worked += work;
  if (state.worked > state.breath) throw new OutOfBreath();
}
