import { type Decimal, decimal, HUNDRED, HUNDREDTH, ZERO } from '../../base/decimal.ts';
import { figure } from '../../base/figures.ts';
import { moneyText, roundMoney } from '../../base/money.ts';
import { ratio, roundRatio } from '../../base/ratio.ts';
import { type Plan, weightsMatter } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { type Lint, linesOf, placedComponents } from './lint.ts';

/** Percentage points by which a component's share of the pay may differ from its weight before it is told. */
const TOLERATED = decimal('10');

/** LINT-6: components whose share of what was really paid is more than 10 points away from their weight. */
export function weightDrift(plan: Plan): Lint {
  // a SPIFF stands outside the weights
  const placed = placedComponents(plan).filter(({ component }) => component.spiff === undefined);
  const weighed = new Set(placed.map(({ component }) => component.id));
  const paidFor = new Map<string, Decimal>();
  const payees = new Map<string, Set<string>>();
  const stated = placed.reduce((all, { component }) => all + component.weight, 0) === 100;
  return {
    take: ({ paid }) => {
      if (!paid.ok) return;
      for (const { componentId, participantId, amount } of linesOf(paid.value)) {
        if (!weighed.has(componentId)) continue;
        paidFor.set(componentId, (paidFor.get(componentId) ?? ZERO).plus(decimal(amount)));
        const known = payees.get(componentId) ?? new Set();
        if (!decimal(amount).eq(ZERO)) payees.set(componentId, known.add(participantId));
      }
    },
    findings: () => {
      const total = [...paidFor.values()].reduce((all, one) => all.plus(one), ZERO);
      if (total.lte(ZERO) || placed.length < 2 || !(stated || weightsMatter(plan.components))) return [];
      return placed.flatMap(({ component, path }): Finding[] => {
        const own = paidFor.get(component.id) ?? ZERO;
        const share = roundRatio(ratio(own.times(HUNDRED), total), 1, 'HALF_UP');
        const weight = decimal(String(component.weight));
        if (share.minus(weight).abs().lte(TOLERATED)) return [];
        const away = own.minus(total.times(weight).times(HUNDREDTH));
        return [
          {
            rule: 'LINT-6',
            severity: 'warning',
            path: `${path}.weight`,
            message: `${component.name} weighs ${component.weight}% but paid ${figure(share)}% of total pay.`,
            fix: 'Change the weight, or the quota and rate that cause the difference.',
            stake: {
              amount: moneyText(roundMoney(away.abs(), plan.currency, 'HALF_UP'), plan.currency),
              currency: plan.currency,
              payees: payees.get(component.id)?.size ?? 0,
              message: `Paid ${away.lt(ZERO) ? 'less' : 'more'} than the weight's share of this history's pay.`,
            },
          },
        ];
      });
    },
  };
}
