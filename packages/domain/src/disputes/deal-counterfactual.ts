import { type Decimal, decimal, plain, sum, ZERO } from '../base/decimal.ts';
import type { Deal } from '../crediting/deal.ts';
import { calculateFigures } from '../payouts/kernel/lines/calculate-figures.ts';
import type { CalculationInput } from '../payouts/payout.ts';
import { uncreditedDeal } from '../suggestions/analysers/records/uncredited-deal.ts';

/** What a payee would have been paid if one thing about a deal had been otherwise, by the full calculation. */
export interface DealCounterfactual {
  /** `in-period`: it had closed in the period; `as-recorded`: it had been there at the calculation; `field`: one field had another value. */
  readonly if: 'in-period' | 'as-recorded' | 'field';
  /** Of `field`: the component that would count the deal, and what keeps it from it. */
  readonly component: string | null;
  readonly because: string | null;
  /** More pay of all the payee’s lines of the period. */
  readonly gain: string;
  /** Pay of the asked line, or of all, with it; null: the asked line would not pay more. */
  readonly pays: string | null;
  /** Names of the components that would pay more. */
  readonly by: readonly string[];
}

/**
 * The pay with the deal as asked (DISP-13); null: it would pay the same or less, or can’t be computed. The input is that of one payee
 * whom the deal credits, and of whom `componentId` is a line; null: all lines.
 */
export function dealCounterfactual(
  input: CalculationInput,
  {
    deal,
    componentId,
    asked,
  }: {
    readonly deal: Deal;
    readonly componentId: string | null;
    readonly asked: DealCounterfactual['if'];
  },
): DealCounterfactual | null {
  const base = payOf(input);
  if (base === null) return null;
  const miss = asked === 'field' ? uncreditedDeal(input, deal.id) : null;
  if (asked === 'field' && miss === null) return null;
  const changed = miss?.fixed ?? (asked === 'in-period' ? { ...deal, date: input.period.to } : deal);
  const others = input.deals.filter(({ id }) => id !== deal.id);
  const paid = payOf({ ...input, deals: [...others, changed] });
  if (paid === null) return null;
  const gain = decimal(paid.total).minus(decimal(base.total));
  if (gain.lte(ZERO)) return null;
  const risen = paid.lines.filter((one) => one.amount.gt(amountOf(base.lines, one.componentId)));
  const rises = componentId === null || risen.some((one) => one.componentId === componentId);
  return {
    if: asked,
    component: miss?.component.name ?? null,
    because: miss?.words ?? null,
    gain: plain(gain),
    pays: rises ? plain(amountOf(paid.lines, componentId)) : null,
    by: input.plan.components
      .filter(({ id }) => risen.some((one) => one.componentId === id))
      .map(({ name }) => name),
  };
}

interface Line {
  readonly componentId: string;
  readonly amount: Decimal;
}

/** Pay of one component's lines, or of all. */
const amountOf = (lines: readonly Line[], componentId: string | null): Decimal =>
  sum(
    lines
      .filter((one) => componentId === null || one.componentId === componentId)
      .map(({ amount }) => amount),
  );

function payOf(input: CalculationInput): { total: string; lines: readonly Line[] } | null {
  const paid = calculateFigures(input);
  if (!paid.ok) return null;
  const { lines, total } = paid.value;
  return {
    total,
    lines: lines.map(({ componentId, amount }) => ({ componentId, amount: decimal(amount) })),
  };
}
