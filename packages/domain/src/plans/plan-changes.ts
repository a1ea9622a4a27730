import type { Component, Plan } from './plan.ts';

/** One change between two versions of a plan; `before` and `after` are as the editor shows them, null if not set. */
export interface PlanChange {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two versions, the plan first and then component by component; against nothing, everything is new. */
export function planChanges(before: Plan | null, after: Plan): readonly PlanChange[] {
  if (before === null) return after.components.map((one) => added(one));
  const earlier = new Map(before.components.map((one) => [one.id, one]));
  const later = new Set(after.components.map(({ id }) => id));
  return [
    ...headChanges(before, after),
    ...before.components
      .filter(({ id }) => !later.has(id))
      .map(({ name, weight }) => ({ label: name, before: `${weight}%`, after: null })),
    ...after.components.flatMap((one) => {
      const old = earlier.get(one.id);
      return old === undefined ? [added(one)] : componentChanges(old, one);
    }),
  ];
}

const added = ({ name, weight }: Component): PlanChange => ({
  label: name,
  before: null,
  after: `${weight}%`,
});

function headChanges(before: Plan, after: Plan): PlanChange[] {
  const changes = (['name', 'currency'] as const).flatMap((field) =>
    before[field] === after[field]
      ? []
      : [{ label: field === 'name' ? 'Name' : 'Currency', before: before[field], after: after[field] }],
  );
  const { name: _n, currency: _c, components: _k, ...restBefore } = before;
  const { name: _m, currency: _d, components: _l, ...restAfter } = after;
  return same(restBefore, restAfter)
    ? changes
    : [...changes, { label: 'Plan settings', before: null, after: 'Changed' }];
}

function componentChanges(before: Component, after: Component): PlanChange[] {
  const shown = [
    ['weight', (one: Component) => `${one.weight}%`],
    ['cap', (one: Component) => one.cap],
    ['accelerator', (one: Component) => one.accelerator],
    ['status', (one: Component) => one.status],
    ['name', (one: Component) => one.name],
    ['paidWhen', ({ paidWhen }: Component) => (paidWhen ? 'the customer pays' : 'earned')],
  ] as const;
  const changes = shown.flatMap(([field, text]) =>
    before[field] === after[field]
      ? []
      : [{ label: `${after.name}: ${wordsOf(field)}`, before: text(before), after: text(after) }],
  );
  const listed = new Set<string>(shown.map(([field]) => field));
  const rest = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !listed.has(field) && !same(before[field as keyof Component], after[field as keyof Component]),
  );
  return [
    ...changes,
    ...rest.map((field) => ({ label: `${after.name}: ${wordsOf(field)}`, before: null, after: 'Changed' })),
  ];
}

/** `creditFactors` → `credit factors`. */
const wordsOf = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Whether two parts say the same, in whatever order their members come. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
