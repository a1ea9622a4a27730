import { type Decimal, decimal, isDecimal, plain, ZERO } from '../../base/decimal.ts';
import { dealMatcher } from '../../crediting/credit-deal.ts';
import { exchangeTable } from '../../crediting/exchange.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { counted, type Lint, placedComponents } from './lint.ts';

/** LINT-9: foreign money the plan counts and has no rate for on that day; the plan then pays nobody. */
export function missingRates(plan: Plan): Lint {
  const counts = placedComponents(plan)
    .filter(({ component }) => component.measure.of === 'amount')
    .map(({ component }) => dealMatcher(component));
  const found = new Map<string, { deals: Set<string>; payees: Set<string>; amount: Decimal }>();
  return {
    take: ({ history }) => {
      const table = exchangeTable(history.exchangeRates, plan.currency);
      for (const deal of history.deals) {
        const { currency, date, amount } = deal;
        if (deal.unit !== '$' || currency === null || currency === plan.currency || !isDecimal(amount))
          continue;
        if (!counts.some((matches) => matches(deal)) || table.find(currency, date) !== null) continue;
        const known = found.get(currency) ?? { deals: new Set(), payees: new Set(), amount: ZERO };
        // a shared deal comes with each of its payees, and is one deal all the same
        if (!known.deals.has(deal.id)) known.amount = known.amount.plus(decimal(amount).abs());
        known.deals.add(deal.id);
        const people = deal.splits.length === 0 ? [deal] : deal.splits;
        for (const { participantId } of people) known.payees.add(participantId);
        found.set(currency, known);
      }
    },
    findings: () =>
      [...found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([currency, { deals, payees, amount }]): Finding => ({
            rule: 'LINT-9',
            severity: 'error',
            path: 'currency',
            say: `${counted(deals.size, 'deal')} in ${currency} ${deals.size === 1 ? 'has' : 'have'} no rate to ${plan.currency} on or before their day: nobody they credit can be paid.`,
            mend: `Import a rate of ${currency} to ${plan.currency} from before the first of these deals.`,
            stake: {
              amount: plain(amount),
              currency,
              payees: payees.size,
              say: 'The money of these deals, in their own currency.',
            },
          }),
        ),
  };
}
