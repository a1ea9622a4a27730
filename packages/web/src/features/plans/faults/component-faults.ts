import { kebabId } from '@attain/domain/base/kebab-id';
import { parsePlan } from '@attain/domain/plans/parse-plan';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { createContext, use, useMemo } from 'react';

/** One thing that is wrong, at its place: `rate.tiers[1].ratePercent` of a component, `currency` of a plan. */
export type Fault = { readonly path: string; readonly message: string };

/** What is wrong with the component or plan that is typed, by the place in it; its fields say it. */
export const Faults = createContext<readonly Fault[]>([]);

/** What is wrong at exactly this place; undefined where nothing is. */
export function useFault(place: string): string | undefined {
  return use(Faults).find(({ path }) => path === place)?.message;
}

/** The problems of one component of a plan, by the place in the component. */
export function faultsOf(problems: readonly Fault[], index: number): readonly Fault[] {
  const start = `components[${index}].`;
  return problems.flatMap(({ path, message }) =>
    path.startsWith(start) ? [{ path: path.slice(start.length), message }] : [],
  );
}

/** What would be wrong with a component if it stood in its plan: at its own place, or at the end where it is new. */
export function faultsInPlan(plan: Plan, component: Component, at: number): readonly Fault[] {
  // a new one has no id and perhaps no name yet: neither is what is asked here
  const ids = plan.components.map(({ id }) => id);
  const id = component.id || kebabId(component.name, 'component', ids);
  const given = { ...component, id, name: component.name.trim() || id };
  const components = at < 0 ? [...plan.components, given] : plan.components.with(at, given);
  const read = parsePlan({ ...plan, components });
  return faultsOf(read.ok ? checkPlan(read.value) : read.problems, at < 0 ? plan.components.length : at);
}

/** The place in the plan of the component a problem lies in; null for what concerns the plan as a whole. */
export function componentAt(path: string): number | null {
  const index = /^components\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? null : Number(index);
}

/** Whether what concerns the plan as a whole is typed in one field: the sum of all weights, for one, is not. */
export function hasField(path: string): boolean {
  return path !== '' && path !== 'components';
}

/** What is wrong with one row of a table of rates. */
export type RowFault = {
  /** The column it is about; null: the row as a whole. */
  readonly column: number | null;
  readonly message: string;
};

const place = /^(.+)\[(\d+)\](?:\.(\w+))?$/;

/** The faults of a list, first one of each row: `tiers`, `multiplier.curve.points`; `names` are the columns' names in the plan. */
export function useRowFaults(list: string, names: readonly string[]): ReadonlyMap<number, RowFault> {
  const faults = use(Faults);
  return useMemo(() => rowFaults(faults, list, names), [faults, list, names]);
}

/** The same from the problems of a plan, without a screen. */
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
