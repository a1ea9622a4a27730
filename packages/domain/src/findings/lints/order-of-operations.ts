import { decimal, ZERO } from '../../base/decimal.ts';
import { isTargetBased, type OrderStep, type Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { type Lint, linesOf, paidBy, placedComponents, stakeOf, type Tally, tally } from './lint.ts';

/** LINT-10: other orders of gate, multiplier, cap and weight that would pay other money; the one furthest away is told. */
export function orderOfOperations(plan: Plan): Lint {
  const others = mattersAtAll(plan) ? otherOrders(plan.order) : [];
  const watched = others.map((order) => ({ variant: { ...plan, order }, order, gap: tally() }));
  return {
    take: ({ paid, pay }) => {
      if (!paid.ok) return;
      const lines = linesOf(paid.value);
      const payee = lines[0]?.participantId ?? '';
      for (const { variant, gap } of watched) {
        const other = pay(variant);
        if (other !== null) gap.add(paidBy(linesOf(other)).minus(paidBy(lines)), payee);
      }
    },
    findings: () => {
      const differing = watched.filter(({ gap }) => gap.payees() > 0);
      const furthest = differing.reduce<{ order: readonly OrderStep[]; gap: Tally } | null>(
        (most, one) => (most === null || one.gap.amount().abs().gt(most.gap.amount().abs()) ? one : most),
        null,
      );
      if (furthest === null) return [];
      const side = furthest.gap.amount().lt(ZERO) ? 'less' : 'more';
      const stake = stakeOf(
        plan,
        furthest.gap,
        `In the order ${words(furthest.order)} this history would have paid that much ${side}.`,
      );
      const finding: Finding = {
        rule: 'LINT-10',
        severity: 'warning',
        path: 'order',
        say: `The order of operations changes pay: ${differing.length} of ${others.length} other orders pay other money than ${words(plan.order)}.`,
        mend: 'Say the order in the plan people sign.',
        stake: {
          ...stake,
          amount: decimal(stake.amount)
            .abs()
            .toFixed(stake.amount.split('.')[1]?.length ?? 0),
        },
      };
      return [finding];
    },
  };
}

/** With fewer than two things to put in order there is only one order. */
function mattersAtAll(plan: Plan): boolean {
  return placedComponents(plan).some(({ component }) => {
    const steps = [
      component.gate !== null,
      component.multiplier !== undefined,
      component.cap !== null || (component.limits ?? []).length > 0,
      // the weight scales whatever pays a share of target, a curve and a matrix too (PAY-12)
      isTargetBased(component.rate),
    ];
    return steps.filter(Boolean).length > 1;
  });
}

function otherOrders(order: readonly OrderStep[]): readonly (readonly OrderStep[])[] {
  return permutations(order).slice(1);
}

/** All orders of the steps, the given one first. */
function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((first, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [first, ...rest]),
  );
}

function words(order: readonly OrderStep[]): string {
  return order.join(' → ');
}
