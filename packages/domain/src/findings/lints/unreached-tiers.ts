import { type Decimal, decimal, HUNDRED, ZERO } from '../../base/decimal.ts';
import { figure, percent } from '../../base/figures.ts';
import { moneyText } from '../../base/money.ts';
import { ratio, roundRatio } from '../../base/ratio.ts';
import type { PayoutLine } from '../../payouts/payout.ts';
import type { Plan, Rate } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { type Lint, linesOf, measuredOn, placedComponents } from './lint.ts';

type Table = Extract<Rate, { kind: 'marginal' | 'retroactive' }>;

/** LINT-7: the lowest tier of a table that nobody reached; those above it were not reached either. */
export function unreachedTiers(plan: Plan): Lint {
  const tables = placedComponents(plan).flatMap(({ component, path }) =>
    component.rate.kind === 'marginal' || component.rate.kind === 'retroactive'
      ? [{ component, path, rate: component.rate, highest: ZERO, lines: 0 }]
      : [],
  );
  return {
    take: ({ paid }) => {
      if (!paid.ok) return;
      for (const line of linesOf(paid.value)) {
        for (const table of tables.filter(({ component }) => component.id === line.componentId)) {
          const reached = reachedBy(line, table.rate);
          table.lines += 1;
          if (reached.gt(table.highest)) table.highest = reached;
        }
      }
    },
    findings: () =>
      tables.flatMap(({ component, path, rate, highest, lines }): Finding[] => {
        const i = rate.tiers.findIndex((tier, at) => {
          const from = decimal(tier.from);
          return from.gt(highest) || (at > 0 && rate.atBound === 'lower' && from.eq(highest));
        });
        const tier = rate.tiers[i];
        if (tier === undefined || lines === 0) return [];
        const ofQuota = rate.thresholds === 'percent-of-quota';
        const shown = (amount: Decimal) => (ofQuota ? `${percent(amount)} of quota` : figure(amount));
        return [
          {
            rule: 'LINT-7',
            severity: 'note',
            path: `${path}.rate.tiers[${i}]`,
            say: `${component.name}: nobody reached the tier from ${shown(decimal(tier.from))} at ${tier.ratePercent}%; the furthest was ${shown(highest)}.`,
            mend: 'Start the tier where somebody can get, or remove it.',
            stake: {
              amount: moneyText(ZERO, plan.currency),
              currency: plan.currency,
              payees: 0,
              say: 'The tier paid nothing in this history.',
            },
          },
        ];
      }),
  };
}

/** How far a line got, in the table's own measure: its total, its largest deal, or percent of quota to one decimal. */
function reachedBy(line: PayoutLine, rate: Table): Decimal {
  const amount =
    rate.per === 'deal'
      ? line.credits.reduce(
          (most, { credited }) => (decimal(credited).gt(most) ? decimal(credited) : most),
          ZERO,
        )
      : measuredOn(line);
  if (rate.thresholds === 'amount') return amount;
  const quota = decimal(line.quota ?? '0');
  return quota.lte(ZERO) ? ZERO : roundRatio(ratio(amount.times(HUNDRED), quota), 4, 'HALF_UP');
}
