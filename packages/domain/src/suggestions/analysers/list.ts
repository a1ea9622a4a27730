import { addCap } from './add-cap.ts';
import { calculateWeights } from './calculate-weights.ts';
import { decelerate } from './decelerate.ts';
import type { Analyser } from './lever.ts';
import { readOnIncrement } from './read-on-increment.ts';
import { removeDead } from './remove-dead.ts';
import { tightenAccelerator } from './tighten-accelerator.ts';

/** Every analyser of plans, in the order of its rule number. */
export const analysers: readonly Analyser[] = [
  calculateWeights,
  addCap,
  tightenAccelerator,
  readOnIncrement,
  removeDead,
  decelerate,
];
