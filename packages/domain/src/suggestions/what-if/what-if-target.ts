import { decimal, plain } from '../../base/decimal.ts';
import { ok, type Problem, type Result, rejected } from '../../base/result.ts';
import { type Accelerator, parseAccelerator } from '../../plans/accelerator.ts';
import { capText, parseCap } from '../../plans/cap.ts';
import type { PlanChange } from '../../plans/change-plan.ts';
import { type Component, type Plan, usesWeight } from '../../plans/plan.ts';
import { unreadable } from '../../plans/reading.ts';

export const whatIfParameters = ['weights', 'cap', 'accelerator', 'threshold'] as const;
export type WhatIfParameter = (typeof whatIfParameters)[number];

/** A value of a plan that can be tried: the weights of all components, or one value of one component (SGR-70). */
export interface WhatIfTarget {
  readonly parameter: WhatIfParameter;
  /** Null for the weights. */
  readonly componentId: string | null;
}

/** Written for a component without a cap or an accelerator. */
export const NO_VALUE = 'none';

/** A value as it is today and as it would be, both written alike, with the change between them. */
export interface WhatIfChange {
  readonly originalValue: string;
  readonly newValue: string;
  readonly changes: readonly PlanChange[];
}

/** Everything of a plan that can be tried; weights first. */
export function whatIfTargets(plan: Plan): readonly WhatIfTarget[] {
  const weights = weighted(plan).length > 1 ? [{ parameter: 'weights', componentId: null } as const] : [];
  const values = tried(plan).flatMap((one) =>
    (['cap', 'accelerator', 'threshold'] as const).flatMap((parameter): WhatIfTarget[] =>
      parameter === 'threshold' && acceleratorOf(one) === null ? [] : [{ parameter, componentId: one.id }],
    ),
  );
  return [...weights, ...values];
}

/** The value that a suggestion changes; null: it changes something that can't be tried by one value. */
export function targetOfChanges(plan: Plan, changes: readonly PlanChange[]): WhatIfTarget | null {
  const sets = changes.flatMap((change) => ('set' in change ? [change] : []));
  const [first] = sets;
  if (first === undefined || sets.length !== changes.length) return null;
  if (sets.every(({ set }) => isOnly(set, 'weight'))) return { parameter: 'weights', componentId: null };
  const { component: componentId, set } = first;
  if (sets.length > 1) return null;
  if (isOnly(set, 'cap')) return { parameter: 'cap', componentId };
  if (!isOnly(set, 'accelerator')) return null;
  const now = plan.components.find(({ id }) => id === componentId);
  const [before, after] = [now && acceleratorOf(now), readAccelerator(set.accelerator)];
  const keeps = before && after && before.multiplier.eq(after.multiplier);
  return { parameter: keeps ? 'threshold' : 'accelerator', componentId };
}

/** The plan's value, as it is typed: `60/10/30`, `2x`, `>120% @ 1.2x`, `120%`, or `none`. */
export function currentValue(plan: Plan, target: WhatIfTarget): Result<string> {
  if (target.parameter === 'weights') {
    const all = weighted(plan);
    return all.length > 1
      ? ok(all.map(({ weight }) => weight).join('/'))
      : fault('The plan has fewer than two components with a weight.', 'parameter');
  }
  const component = tried(plan).find(({ id }) => id === target.componentId);
  if (component === undefined)
    return target.componentId === null
      ? fault('Choose the component whose value you want to try.', 'componentId')
      : fault(`The plan has no component “${target.componentId}”.`, 'componentId');
  const accelerator = acceleratorOf(component);
  if (target.parameter === 'cap') return ok(writtenCap(component.cap));
  if (target.parameter === 'accelerator')
    return ok(accelerator === null ? NO_VALUE : acceleratorText(accelerator));
  return accelerator === null
    ? fault(`“${component.name}” has no accelerator, so it has no threshold.`, 'parameter')
    : ok(`${plain(accelerator.abovePercent)}%`);
}

/** Reads a typed value. Refused with what is wrong with it; a value equal to the plan's changes nothing and is refused too. */
export function whatIfChange(plan: Plan, target: WhatIfTarget, typed: string): Result<WhatIfChange> {
  const original = currentValue(plan, target);
  if (!original.ok) return original;
  const read = target.parameter === 'weights' ? readWeights(plan, typed) : readValue(plan, target, typed);
  if (!read.ok) return read;
  if (read.value.newValue === original.value) return fault(`The plan already has ${original.value}.`);
  return ok({ originalValue: original.value, ...read.value });
}

type ReadValue = Result<Pick<WhatIfChange, 'newValue' | 'changes'>>;

function readWeights(plan: Plan, typed: string): ReadValue {
  const all = weighted(plan);
  const parts = typed.split('/').map((one) => one.trim().replace(/\s*%$/, ''));
  const example = all.map(({ weight }) => weight).join('/');
  if (parts.length !== all.length)
    return fault(`Enter ${all.length} weights separated by slashes, such as ${example}.`);
  const wrong = parts.find((one) => !/^\d{1,3}$/.test(one) || Number(one) > 100);
  if (wrong !== undefined)
    return fault(`“${wrong}” is not a weight. Enter whole percents from 0 to 100, such as ${example}.`);
  const weights = parts.map(Number);
  const total = weights.reduce((sum, one) => sum + one, 0);
  // components that follow each other total more than 100
  const before = all.reduce((sum, { weight }) => sum + weight, 0);
  if (total !== 100 && total !== before) return fault(`The weights total ${total} instead of 100.`);
  const changes = all.flatMap(({ id, weight }, at) =>
    weights[at] === weight ? [] : [{ component: id, set: { weight: weights[at] } }],
  );
  return ok({ newValue: weights.join('/'), changes });
}

function readValue(plan: Plan, { parameter, componentId }: WhatIfTarget, typed: string): ReadValue {
  const component = plan.components.find(({ id }) => id === componentId);
  const text = typed.trim();
  const none = text.toLowerCase() === NO_VALUE;
  const set = (field: 'cap' | 'accelerator', value: string | null, newValue: string): ReadValue =>
    ok({ newValue, changes: [{ component: component?.id ?? '', set: { [field]: value } }] });
  if (parameter === 'threshold') {
    const accelerator = component && acceleratorOf(component);
    const number = /^>?\s*(\d{1,6}(?:\.\d{1,6})?)\s*%?$/.exec(text)?.[1];
    if (!accelerator || number === undefined)
      return fault(`“${text}” is not a threshold. Enter a percent of quota, such as 125%.`);
    const percent = plain(decimal(number));
    return set(
      'accelerator',
      acceleratorText({ ...accelerator, abovePercent: decimal(number) }),
      `${percent}%`,
    );
  }
  if (none) return set(parameter === 'cap' ? 'cap' : 'accelerator', null, NO_VALUE);
  if (parameter === 'cap') {
    const cap = parseCap(text);
    if (!cap.ok) return fault(unreadable(text, cap));
    return set('cap', capText(cap.value), capText(cap.value));
  }
  const accelerator = parseAccelerator(text);
  if (!accelerator.ok) return fault(unreadable(text, accelerator));
  const written = acceleratorText(accelerator.value);
  return set('accelerator', written, written);
}

/** Components that are meant to pay: drafts count as active (SGR-16). */
function tried(plan: Plan): readonly Component[] {
  return plan.components.filter(({ status }) => status !== 'Inactive');
}

function weighted(plan: Plan): readonly Component[] {
  return tried(plan).filter((one) => one.spiff === undefined && usesWeight(one));
}

function writtenCap(cap: string | null): string {
  const read = cap === null ? null : parseCap(cap);
  return read?.ok ? capText(read.value) : (cap ?? NO_VALUE);
}

function acceleratorText({ abovePercent, multiplier }: Accelerator): string {
  return `>${plain(abovePercent)}% @ ${plain(multiplier)}x`;
}

function acceleratorOf({ accelerator }: Component): Accelerator | null {
  return readAccelerator(accelerator);
}

function readAccelerator(text: unknown): Accelerator | null {
  if (typeof text !== 'string') return null;
  const read = parseAccelerator(text);
  return read.ok ? read.value : null;
}

function isOnly(set: Readonly<Record<string, unknown>>, field: string): boolean {
  return Object.keys(set).length === 1 && Object.hasOwn(set, field);
}

function fault(message: string, path = 'newValue'): Result<never> {
  const problem: Problem = { rule: 'SGR-70', path, message };
  return rejected([problem]);
}
