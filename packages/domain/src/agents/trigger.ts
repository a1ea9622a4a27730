import type { TriggerDefinition } from './agent.ts';

/** The conditions with one more: trimmed, and left as they are when it is empty or there already (AGENT-7). */
export function withTrigger(conditions: readonly string[], said: string): readonly string[] {
  const condition = said.trim();
  return condition === '' || conditions.includes(condition) ? conditions : [...conditions, condition];
}

/** The conditions as triggers; a condition that says nothing else of itself is an event. */
export function triggerDefinitions(conditions: readonly string[]): TriggerDefinition[] {
  return conditions
    .reduce<readonly string[]>(withTrigger, [])
    .map((condition, at) => ({ id: `trigger-${at + 1}`, condition, type: 'event' }));
}
