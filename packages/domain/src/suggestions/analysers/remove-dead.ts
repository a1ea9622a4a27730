import { decimal } from '../../base/decimal.ts';
import { allocate } from '../../base/money.ts';
import type { PlanChange } from '../../plans/change-plan.ts';
import { dependencies } from '../../plans/dependencies.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { type Analyser, firstWord, type Lever, lever } from './lever.ts';
import { shownNumber } from './statistics.ts';

const card = {
  key: 'remove-dead',
  version: '1',
  principle: 'A component that hardly pays anyone takes weight from those that do.',
  thresholds: [
    { label: 'Share of the cost, with a weight of 5 or more', value: 'below 1%' },
    { label: 'Or payees who earn it', value: 'below 5%' },
  ],
  limits: ['The replay assumes that people sell the same without the component.'],
} as const;

const MIN_WEIGHT = 5;
const MIN_PERIODS = 2;

interface Share {
  /** Minor units paid by the component, and by all. */
  readonly own: number;
  readonly all: number;
  readonly periods: readonly string[];
}

/** A6 (SGR-106): components that nearly no one earns. */
export const removeDead: Analyser = {
  card,
  levers: (plan) => {
    const active = activeComponents(plan);
    const isRead = (id: string) => active.some((one) => dependencies(one).some(({ on }) => on === id));
    return active
      .filter(
        ({ id, spiff, gate }) => active.length > 1 && spiff === undefined && gate === null && !isRead(id),
      )
      .map((component) => lever(removal(component, plan)));
  },
};

function removal(component: Component, plan: Plan): Lever<Share> {
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/component`,
    componentId: component.id,
    risks: ['LOSERS', 'BEHAVIOUR', 'SINGLE'],
    summarise: ({ lines }) => {
      const own = lines.filter(({ componentId }) => componentId === component.id);
      return {
        own: own.reduce((sum, { pay }) => sum + pay, 0),
        all: lines.reduce((sum, { pay }) => sum + pay, 0),
        periods: own.map(({ period }) => period),
      };
    },
    candidates: (all) => {
      if (!isDead(all, component.weight)) return [];
      return [
        {
          id: 'remove',
          changes: changesOf(component, plan),
          title: `Remove ${component.name}`,
          description: `${component.name} is removed; its weight of ${component.weight} goes to the other components in proportion.`,
        },
      ];
    },
    propose: (sample) =>
      isDead(
        sample.map(({ summary }) => summary),
        component.weight,
      )
        ? 'remove'
        : null,
    observe: (all) => {
      const { own, total, earners } = sums(all.map(({ summary }) => summary));
      return {
        seen: [
          `${component.name} paid ${shownNumber(total === 0 ? 0 : (own * 100) / total, 1)}% of the cost with a weight of ${component.weight}; ${earners} of ${all.length} payees earned anything by it.`,
          'Its weight pays for nothing that people reach.',
        ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

function sums(all: readonly Share[]): { own: number; total: number; earners: number } {
  return {
    own: all.reduce((sum, one) => sum + one.own, 0),
    total: all.reduce((sum, one) => sum + one.all, 0),
    earners: all.filter(({ own }) => own > 0).length,
  };
}

/** Paid less than 1 % of the cost in spite of its weight, or earned by less than 5 % of the payees, for two periods or longer. */
function isDead(all: readonly Share[], weight: number): boolean {
  const { own, total, earners } = sums(all);
  const periods = new Set(all.flatMap((one) => one.periods));
  if (periods.size < MIN_PERIODS || total <= 0) return false;
  return (weight >= MIN_WEIGHT && own * 100 < total) || earners * 20 < all.length;
}

/** The component out, its weight spread over the others by largest remainder. */
function changesOf(component: Component, plan: Plan): PlanChange[] {
  const others = activeComponents(plan).filter(
    ({ id, weight, spiff }) => id !== component.id && weight > 0 && spiff === undefined,
  );
  const removed = { remove: component.id };
  if (component.weight === 0 || others.length === 0) return [removed];
  const shares = others.map(({ weight }) => decimal(String(weight)));
  const parts = allocate(decimal(String(component.weight)), shares, 0);
  return [
    removed,
    ...others.map(({ id, weight }, i) => ({
      component: id,
      set: { weight: weight + (parts[i]?.toNumber() ?? 0) },
    })),
  ];
}
