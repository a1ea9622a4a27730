import { gateConditions } from './gate.ts';
import type { Component } from './plan.ts';

/** One place where a component looks at how far another one stands. */
export interface Dependency {
  readonly by: 'gate' | 'multiplier' | 'matrix';
  /** Id of the component that is looked at. */
  readonly on: string;
  /** Where in the component this is written. */
  readonly path: string;
}

/** Every place where a component looks at another one: its gate, its multiplier, the columns of its matrix. */
export function dependencies(component: Component): readonly Dependency[] {
  const { gate, multiplier, rate } = component;
  const found: Dependency[] = [];
  for (const [i, { componentId }] of (gate === null ? [] : gateConditions(gate)).entries())
    found.push({ by: 'gate', on: componentId, path: `${gatePath(i)}.componentId` });
  if (multiplier)
    found.push({ by: 'multiplier', on: multiplier.componentId, path: 'multiplier.componentId' });
  if (rate.kind === 'matrix') found.push({ by: 'matrix', on: rate.other, path: 'rate.other' });
  return found;
}

/** Where in a component the condition of its gate at a position is written. */
export function gatePath(position: number): string {
  return position === 0 ? 'gate' : `gate.also[${position - 1}]`;
}
