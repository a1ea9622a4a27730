import { asksAverage, type Gate, gateConditions } from './gate.ts';
import type { Component } from './plan.ts';

/** One place where a component looks at how far another one stands. */
export interface Dependency {
  /** `average`: the average of its gate, which may count the component itself. */
  readonly by: 'gate' | 'average' | 'multiplier' | 'matrix';
  /** Id of the component that is looked at. */
  readonly on: string;
  /** Where in the component this is written. */
  readonly path: string;
}

/** Every place where a component looks at another one: its gate, its multiplier, the columns of its matrix. */
export function dependencies(component: Component): readonly Dependency[] {
  const { gate, multiplier, rate } = component;
  const found: Dependency[] = [];
  if (gate !== null) found.push(...gateDependencies(gate));
  if (multiplier)
    found.push({ by: 'multiplier', on: multiplier.componentId, path: 'multiplier.componentId' });
  if (rate.kind === 'matrix') found.push({ by: 'matrix', on: rate.other, path: 'rate.other' });
  return found;
}

function gateDependencies(gate: Gate): readonly Dependency[] {
  if (asksAverage(gate))
    return gate.average.map(({ componentId }, i) => ({
      by: 'average',
      on: componentId,
      path: `${partPath(i)}.componentId`,
    }));
  return gateConditions(gate).map(({ componentId }, i) => ({
    by: 'gate',
    on: componentId,
    path: `${gatePath(i)}.componentId`,
  }));
}

/** Where in a component the condition of its gate at a position is written. */
export function gatePath(position: number): string {
  return position === 0 ? 'gate' : `gate.also[${position - 1}]`;
}

/** Where in a component the part of its gate's average at a position is written. */
export function partPath(position: number): string {
  return `gate.average[${position}]`;
}
