import { type Decimal, decimal, HUNDRED, plain, sum, ZERO } from '../base/decimal.ts';

/** What was paid in one quarter over everyone; decimal texts, null where there is nothing to measure. */
export interface QuarterTotals {
  readonly quarter: string;
  readonly pay: string;
  /** Target pay, and the pay of what has one. */
  readonly target: string | null;
  readonly payOnTarget: string;
  readonly bookings: string | null;
  readonly medianAttainment: string | null;
  /** Lines with an attainment, and those at 100 % or above. */
  readonly attained: number;
  readonly atGoal: number;
  /** Pay of the tenth of payees with the highest pay. */
  readonly topTenth: string | null;
  readonly components: readonly ComponentPay[];
}

/** What one component of one plan paid in a quarter. */
export interface ComponentPay {
  readonly planId: string;
  readonly componentId: string;
  /** How people know it: plan and component. */
  readonly name: string;
  readonly weight: number;
  readonly pay: string;
}

export type FactKey =
  | 'pay-cost'
  | 'pay-to-target'
  | 'cost-per-dollar'
  | 'median-attainment'
  | 'at-goal'
  | 'top-tenth'
  | 'weight-gap';

/** One figure of the newest quarter, with the quarters before it. */
export interface QuarterFact {
  readonly key: FactKey;
  readonly unit: 'money' | 'percent' | 'ratio' | 'points';
  readonly value: string;
  /** Newest quarter less the one before it; null: that has none. */
  readonly change: string | null;
  readonly history: readonly { readonly key: string; readonly value: string }[];
  readonly about: string | null;
}

const percentOf = (part: string | Decimal, whole: string | Decimal): string | null =>
  decimal(String(whole)).gt(ZERO)
    ? plain(
        decimal(String(part))
          .times(HUNDRED)
          .div(decimal(String(whole)))
          .round(1, 1),
      )
    : null;

const figures: readonly [FactKey, QuarterFact['unit'], (one: QuarterTotals) => string | null][] = [
  ['pay-cost', 'money', ({ pay }) => pay],
  [
    'pay-to-target',
    'percent',
    ({ payOnTarget, target }) => (target === null ? null : percentOf(payOnTarget, target)),
  ],
  [
    'cost-per-dollar',
    'ratio',
    ({ pay, bookings }) =>
      bookings !== null && decimal(bookings).gt(ZERO)
        ? plain(decimal(pay).div(decimal(bookings)).round(4, 1))
        : null,
  ],
  ['median-attainment', 'percent', ({ medianAttainment }) => medianAttainment],
  ['at-goal', 'percent', ({ atGoal, attained }) => percentOf(String(atGoal), String(attained))],
  ['top-tenth', 'percent', ({ topTenth, pay }) => (topTenth === null ? null : percentOf(topTenth, pay))],
];

/** The facts of the newest of these quarters, which are in order (MEAS-5). A fact without a figure in it is left out. */
export function quarterFacts(quarters: readonly QuarterTotals[]): readonly QuarterFact[] {
  const facts = figures.flatMap(
    ([key, unit, figureOf]) => factOf({ key, unit, about: null }, quarters, figureOf) ?? [],
  );
  const widest = widestGap(quarters.at(-1)?.components ?? []);
  if (widest === null) return facts;
  const gap = factOf(
    { key: 'weight-gap', unit: 'points', about: widest.name },
    quarters,
    ({ components }) => {
      const found = components.find(
        (one) => one.planId === widest.planId && one.componentId === widest.componentId,
      );
      return found === undefined ? null : weightGap(found, components);
    },
  );
  return gap === null ? facts : [...facts, gap];
}

function factOf(
  fact: Pick<QuarterFact, 'key' | 'unit' | 'about'>,
  quarters: readonly QuarterTotals[],
  figureOf: (one: QuarterTotals) => string | null,
): QuarterFact | null {
  const values = quarters.map((one) => ({ key: one.quarter, value: figureOf(one) }));
  const value = values.at(-1)?.value ?? null;
  if (value === null) return null;
  const before = values.at(-2)?.value ?? null;
  return {
    ...fact,
    value,
    change: before === null ? null : plain(decimal(value).minus(decimal(before))),
    history: values.flatMap((one) => (one.value === null ? [] : [{ key: one.key, value: one.value }])),
  };
}

/** The component whose share of its plan's pay is farthest from its share of the weights; ties to the first. */
function widestGap(components: readonly ComponentPay[]): ComponentPay | null {
  let widest: { component: ComponentPay; gap: Decimal } | null = null;
  for (const component of components) {
    const text = weightGap(component, components);
    if (text === null) continue;
    const gap = decimal(text).abs();
    if (widest === null || gap.gt(widest.gap)) widest = { component, gap };
  }
  return widest?.component ?? null;
}

/** Share of the plan's pay less share of its weights, in points; null without pay, or with a single weighted component. */
function weightGap(component: ComponentPay, all: readonly ComponentPay[]): string | null {
  const weighted = all.filter(({ planId, weight }) => planId === component.planId && weight > 0);
  if (component.weight === 0 || weighted.length < 2) return null;
  const paid = percentOf(component.pay, sum(weighted.map(({ pay }) => decimal(pay))));
  const meant = percentOf(
    String(component.weight),
    sum(weighted.map(({ weight }) => decimal(String(weight)))),
  );
  return paid === null || meant === null ? null : plain(decimal(paid).minus(decimal(meant)));
}
