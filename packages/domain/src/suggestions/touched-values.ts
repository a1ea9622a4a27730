import type { PlanChange } from '../plans/change-plan.ts';
import type { Plan } from '../plans/plan.ts';

/** A value of a plan document that a change replaces; `field` null: the whole component, `component` null: the plan. */
export interface TouchedValue {
  readonly component: string | null;
  readonly field: string | null;
  /** As JSON; null: it is not set. */
  readonly value: unknown;
}

/** The values of a document that changes replace. A component that is not there has none. */
export function touchedValues(plan: Plan, changes: readonly PlanChange[]): readonly TouchedValue[] {
  return changes.flatMap((change): TouchedValue[] => {
    if ('add' in change) return [];
    if ('plan' in change) {
      const fields = plan as unknown as Fields;
      return Object.keys(change.plan).map((field) => ({
        component: null,
        field,
        value: fieldValue(fields, field),
      }));
    }
    const id = 'remove' in change ? change.remove : change.component;
    const component = componentOf(plan, id);
    if (component === null) return [];
    if ('remove' in change) return [{ component: id, field: null, value: component }];
    return Object.keys(change.set).map((field) => ({
      component: id,
      field,
      value: fieldValue(component, field),
    }));
  });
}

/** The touched values that a document no longer has as they were (SGR-5). */
export function changedSince(plan: Plan, touched: readonly TouchedValue[]): readonly TouchedValue[] {
  return touched.filter(({ component, field, value }) => {
    const of = component === null ? (plan as unknown as Fields) : componentOf(plan, component);
    return of === null || !sameJson(field === null ? of : fieldValue(of, field), value);
  });
}

type Fields = Readonly<Record<string, unknown>>;

function componentOf(plan: Plan, id: string): Fields | null {
  const found = plan.components.find((one) => one.id === id);
  return found === undefined ? null : (found as unknown as Fields);
}

function fieldValue(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
}

/** Whether two JSON values are equal, whatever the order of their members. */
export function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, inOrder(member)]),
  );
}
