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
  if (gate !== null) found.push({ by: 'gate', on: gate.componentId, path: 'gate.componentId' });
  if (multiplier)
    found.push({ by: 'multiplier', on: multiplier.componentId, path: 'multiplier.componentId' });
  if (rate.kind === 'matrix') found.push({ by: 'matrix', on: rate.other, path: 'rate.other' });
  return found;
}
