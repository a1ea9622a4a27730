import type { Gate, GateCondition } from './plan.ts';

/** Everything a gate asks for, the first condition first; it is open where all of them are reached (PAY-10). */
export function gateConditions({ componentId, atLeastPercent, also = [] }: Gate): readonly GateCondition[] {
  return [{ componentId, atLeastPercent }, ...also];
}
