import type { Problem } from '../../base/result.ts';
import { type Dependency, dependencies } from '../dependencies.ts';
import type { Component } from '../plan.ts';
import { gateFaults } from './gate-checks.ts';

const WORDS = { gate: 'gate', average: 'gate', multiplier: 'multiplier', matrix: 'matrix' } as const;

/**
 * PLAN-8 for gates, TERM-26 for multipliers and matrices: each names another active component. Multipliers and matrices never
 * lead back to where they start. Gates may, in both directions: a gate changes no attainment, so nothing depends on itself.
 */
export function checkDependencies(components: readonly Component[]): readonly Problem[] {
  const problems: Problem[] = [];
  const byId = new Map(components.map((component) => [component.id, component]));
  const reported = new Set<string>();
  components.forEach((component, i) => {
    const path = `components[${i}]`;
    for (const edge of dependencies(component)) {
      const wrong = targetFault(component, byId.get(edge.on), edge);
      if (wrong !== null) problems.push({ rule: ruleOf(edge), path: `${path}.${edge.path}`, message: wrong });
    }
    problems.push(...gateFaults(component, path));
    if (reported.has(component.id)) return;
    const circle = circleFrom(component, byId);
    if (circle === null) return;
    for (const one of circle) reported.add(one.id);
    const edge = waysOn(component).find(({ on }) => on === (circle[1] ?? component).id);
    const names = [...circle, component].map((one) => one.name).join(' → ');
    problems.push({
      rule: 'TERM-26',
      path: `${path}.${edge?.by === 'matrix' ? 'rate.other' : 'multiplier'}`,
      message: `Multipliers and matrices form a circle: ${names}. Remove one of them.`,
    });
  });
  return problems;
}

function ruleOf(edge: Dependency): string {
  return WORDS[edge.by] === 'gate' ? 'PLAN-8' : 'TERM-26';
}

function targetFault(component: Component, target: Component | undefined, edge: Dependency): string | null {
  const word = WORDS[edge.by];
  if (target === undefined) return `The ${word} refers to "${edge.on}", but no component has this ID.`;
  if (target.id === component.id) {
    if (edge.by === 'average') return null;
    return edge.by === 'gate'
      ? 'The gate refers to its own component. Choose another component.'
      : `The ${word} refers to its own component. Choose another one.`;
  }
  if (component.status === 'Active' && target.status !== 'Active') {
    return `The ${word} refers to "${edge.on}", which is ${target.status} and not calculated. Activate it or choose another.`;
  }
  return null;
}

/** Where a component's multiplier and matrix lead on to: what may not come back. */
function waysOn(component: Component): readonly Dependency[] {
  return dependencies(component).filter(({ by }) => by === 'multiplier' || by === 'matrix');
}

/** The components on a shortest way from one back to itself over at least one other; null when there is none. */
function circleFrom(start: Component, byId: ReadonlyMap<string, Component>): readonly Component[] | null {
  const cameFrom = new Map<string, Component>();
  const queue: Component[] = [start];
  for (const at of queue) {
    for (const { on } of waysOn(at)) {
      if (on === start.id) {
        if (at === start) continue;
        return wayTo(at, start, cameFrom);
      }
      const next = byId.get(on);
      if (next === undefined || cameFrom.has(on)) continue;
      cameFrom.set(on, at);
      queue.push(next);
    }
  }
  return null;
}

function wayTo(
  end: Component,
  start: Component,
  cameFrom: ReadonlyMap<string, Component>,
): readonly Component[] {
  const way = [end];
  for (let at = cameFrom.get(end.id); at !== undefined && at !== start; at = cameFrom.get(at.id))
    way.unshift(at);
  return [start, ...way];
}
