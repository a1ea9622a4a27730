import { decimalProblem, isDecimal } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { Component } from './plan.ts';

/** PLAN-8: a gate names another active component, a percent above zero, and gates never lead back to themselves. */
export function checkGates(components: readonly Component[]): readonly Problem[] {
  const problems: Problem[] = [];
  const byId = new Map(components.map((component) => [component.id, component]));
  components.forEach((component, i) => {
    const { gate } = component;
    if (gate === null) return;
    const path = `components[${i}].gate`;
    const wrong = targetFault(component, byId.get(gate.componentId), gate.componentId);
    if (wrong !== null) problems.push({ rule: 'PLAN-8', path: `${path}.componentId`, say: wrong });
    if (!isDecimal(gate.atLeastPercent)) {
      problems.push({ ...decimalProblem(gate.atLeastPercent, `${path}.atLeastPercent`), rule: 'PLAN-8' });
    } else if (!/[1-9]/.test(gate.atLeastPercent) || gate.atLeastPercent.startsWith('-')) {
      const say = `A gate at ${gate.atLeastPercent}% is always open. Write a percent above zero, or remove the gate.`;
      problems.push({ rule: 'PLAN-8', path: `${path}.atLeastPercent`, say });
    }
    const circle = circleFrom(component, byId);
    if (circle !== null) {
      const say = `The gates go in a circle: ${circle.join(' → ')}. Remove one of them.`;
      problems.push({ rule: 'PLAN-8', path, say });
    }
  });
  return problems;
}

function targetFault(component: Component, target: Component | undefined, named: string): string | null {
  if (target === undefined) return `The gate names "${named}", but no component has this id.`;
  if (target.id === component.id)
    return 'The gate names its own component. Name the component that must be reached.';
  if (component.status === 'Active' && target.status !== 'Active') {
    return `The gate names "${named}", which is ${target.status} and not calculated. Activate it or name another.`;
  }
  return null;
}

/** The names on a circle of two or more gates through this component, told from its first member only. */
function circleFrom(start: Component, byId: ReadonlyMap<string, Component>): readonly string[] | null {
  const names = [start.name];
  const ids = [start.id];
  let at = start.gate === null ? undefined : byId.get(start.gate.componentId);
  while (at !== undefined && !ids.includes(at.id)) {
    names.push(at.name);
    ids.push(at.id);
    at = at.gate === null ? undefined : byId.get(at.gate.componentId);
  }
  if (at?.id !== start.id || ids.length < 2) return null;
  const first = [...byId.keys()].find((id) => ids.includes(id));
  return first === start.id ? [...names, start.name] : null;
}
