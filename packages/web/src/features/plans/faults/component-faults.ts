import { kebabId } from '@attain/domain/base/kebab-id';
import { parsePlan } from '@attain/domain/plans/parse-plan';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { createContext, use, useMemo } from 'react';

/** A fault and its path: `rate.tiers[1].ratePercent` of a component, `currency` of a plan. */
export type Fault = { readonly path: string; readonly message: string };

/** Faults of the edited component or plan by path, shown at the fields. */
export const Faults = createContext<readonly Fault[]>([]);

/** The fault at exactly this path, or undefined. */
export function useFault(place: string): string | undefined {
  return use(Faults).find(({ path }) => path === place)?.message;
}

/** Problems of one component of a plan, by path in the component. */
export function faultsOf(problems: readonly Fault[], index: number): readonly Fault[] {
  const start = `components[${index}].`;
  return problems.flatMap(({ path, message }) =>
    path.startsWith(start) ? [{ path: path.slice(start.length), message }] : [],
  );
}

/** Faults a component would have in its plan, at its index or at the end if new. */
export function faultsInPlan(plan: Plan, component: Component, at: number): readonly Fault[] {
  // a new component has no id and maybe no name yet; neither is checked here
  const ids = plan.components.map(({ id }) => id);
  const id = component.id || kebabId(component.name, 'component', ids);
  const given = { ...component, id, name: component.name.trim() || id };
  const components = at < 0 ? [...plan.components, given] : plan.components.with(at, given);
  const read = parsePlan({ ...plan, components });
  return faultsOf(read.ok ? checkPlan(read.value) : read.problems, at < 0 ? plan.components.length : at);
}

/** Index of the component in a problem's path, or null for problems of the whole plan. */
export function componentAt(path: string): number | null {
  const index = /^components\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? null : Number(index);
}

/** Whether a problem of the whole plan belongs to one field; the sum of weights doesn't. */
export function hasField(path: string): boolean {
  return path !== '' && path !== 'components';
}

/** Fault of one row of a rate table. */
export type RowFault = {
  /** The column, or null for the whole row. */
  readonly column: number | null;
  readonly message: string;
};

const place = /^(.+)\[(\d+)\](?:\.(\w+))?$/;

/** The first fault of each row of a list such as `tiers` or `multiplier.curve.points`; `names` are the column names in the plan. */
export function useRowFaults(list: string, names: readonly string[]): ReadonlyMap<number, RowFault> {
  const faults = use(Faults);
  return useMemo(() => rowFaults(faults, list, names), [faults, list, names]);
}

/** The same from a plan's problems, without React. */
export function rowFaults(
  problems: readonly Fault[],
  list: string,
  names: readonly string[],
): ReadonlyMap<number, RowFault> {
  const rows = new Map<number, RowFault>();
  for (const { path, message } of problems) {
    const [, of = '', row, name] = place.exec(path) ?? [];
    if (!`.${of}`.endsWith(`.${list}`) || rows.has(Number(row))) continue;
    const column = names.indexOf(name ?? '');
    rows.set(Number(row), { column: column < 0 ? null : column, message });
  }
  return rows;
}
