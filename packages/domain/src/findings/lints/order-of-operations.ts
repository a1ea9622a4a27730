import { ZERO } from '../../base/decimal.ts';
import { money } from '../../base/figures.ts';
import { moneyText } from '../../base/money.ts';
import { isTargetBased, type OrderStep, type Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { type Lint, linesOf, paidBy, placedComponents, type Tally, tally } from './lint.ts';

/** LINT-10: other orders of gate, multiplier, cap and weight that would pay other money; the one furthest away is told. */
export function orderOfOperations(plan: Plan): Lint {
  const others = mattersAtAll(plan) ? otherOrders(plan.order) : [];
  const watched = others.map((order) => ({
    variant: { ...plan, order },
    order,
    more: tally(),
    less: tally(),
  }));
  return {
    take: ({ paid, pay }) => {
      if (!paid.ok) return;
      const lines = linesOf(paid.value);
      const payee = lines[0]?.participantId ?? '';
      for (const { variant, more, less } of watched) {
        const other = pay(variant);
        if (other === null) continue;
        // what one is paid more does not make good what another is paid less
        const gap = paidBy(linesOf(other)).minus(paidBy(lines));
        (gap.lt(ZERO) ? less : more).add(gap.abs(), payee);
      }
    },
    findings: () => {
      const differing = watched.filter(({ more, less }) => more.payees() + less.payees() > 0);
      const size = ({ more, less }: Sides) => more.amount().plus(less.amount());
      const furthest = differing.reduce<(typeof watched)[number] | null>(
        (max, one) => (max === null || size(one).gt(size(max)) ? one : max),
        null,
      );
      if (furthest === null) return [];
      const { currency } = plan;
      const finding: Finding = {
        rule: 'LINT-10',
        severity: 'warning',
        path: 'order',
        message: `The order of operations changes pay: ${differing.length} of ${others.length} other orders pay differently than ${words(plan.order)}.`,
        fix: 'State the order in the plan document people sign.',
        stake: {
          amount: moneyText(size(furthest), currency),
          currency,
          payees: furthest.more.payees() + furthest.less.payees(),
          message: `In the order ${words(furthest.order)} this history would have paid ${sideOf(furthest, currency)}.`,
        },
      };
      return [finding];
    },
  };
}

interface Sides {
  readonly more: Tally;
  readonly less: Tally;
}

function sideOf({ more, less }: Sides, currency: string): string {
  if (less.payees() === 0) return 'that much more';
  if (more.payees() === 0) return 'that much less';
  const shown = (side: Tally) => `${money(side.amount(), currency)} ${currency}`;
  return `${shown(more)} more to some and ${shown(less)} less to others`;
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
