import { type Decimal, decimal, HUNDRED, ZERO } from '../../base/decimal.ts';
import { figure, percent } from '../../base/figures.ts';
import { moneyText } from '../../base/money.ts';
import { ratio, roundRatio } from '../../base/ratio.ts';
import { lineLimits } from '../../payouts/limits/line-limits.ts';
import type { PayoutLine } from '../../payouts/payout.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { type Lint, linesOf, measuredOn, placedComponents } from './lint.ts';

/** Where a tier, step, band, point or row of a component begins, and what it is called. */
interface Rung {
  readonly from: Decimal;
  readonly path: string;
  readonly name: string;
}

interface Ladder {
  readonly rungs: readonly Rung[];
  readonly ofQuota: boolean;
  readonly perDeal: boolean;
  /** Whether a total exactly where a rung begins is still below it. */
  readonly beginsAbove: boolean;
}

/**
 * LINT-7: the lowest tier (of curves the point, of matrices the row) that nobody reached; those above it were not reached
 * either. Credit above a limit on attainment reaches nothing (PAY-29).
 */
export function unreachedTiers(plan: Plan): Lint {
  const watched = placedComponents(plan).flatMap(({ component, path }) => {
    const ladder = ladderOf(component);
    const { attainment } = lineLimits(component.limits);
    return ladder === null ? [] : [{ component, path, ladder, attainment, highest: ZERO, lines: 0 }];
  });
  return {
    take: ({ paid }) => {
      if (!paid.ok) return;
      for (const line of linesOf(paid.value)) {
        for (const one of watched.filter(({ component }) => component.id === line.componentId)) {
          const reached = reachedBy(line, one.ladder, one.attainment);
          one.lines += 1;
          if (reached.gt(one.highest)) one.highest = reached;
        }
      }
    },
    findings: () =>
      watched.flatMap(({ component, path, ladder, highest, lines }): Finding[] => {
        const rung = ladder.rungs.find(
          ({ from }) => from.gt(highest) || (from.gt(ZERO) && ladder.beginsAbove && from.eq(highest)),
        );
        if (rung === undefined || lines === 0) return [];
        const shown = (amount: Decimal) => (ladder.ofQuota ? `${percent(amount)} of quota` : figure(amount));
        return [
          {
            rule: 'LINT-7',
            severity: 'note',
            path: `${path}.rate.${rung.path}`,
            message: `${component.name}: no one reached the ${rung.name}, from ${shown(rung.from)}; the highest was ${shown(highest)}.`,
            fix: 'Start it at a reachable value, or remove it.',
            stake: {
              amount: moneyText(ZERO, plan.currency),
              currency: plan.currency,
              payees: 0,
              message: 'It paid nothing in this history.',
            },
          },
        ];
      }),
  };
}

function ladderOf({ rate }: Component): Ladder | null {
  const plain = { ofQuota: true, perDeal: false, beginsAbove: false };
  if (rate.kind === 'marginal' || rate.kind === 'retroactive')
    return {
      ofQuota: rate.thresholds === 'percent-of-quota',
      perDeal: rate.per === 'deal',
      beginsAbove: rate.atBound === 'lower',
      rungs: rate.tiers.map((tier, i) => rung(tier.from, `tiers[${i}]`, `tier at ${tier.ratePercent}%`)),
    };
  if (rate.kind === 'interpolated-amounts')
    return {
      ofQuota: false,
      perDeal: rate.per === 'deal',
      beginsAbove: true,
      rungs: rate.bands.map((band, i) => rung(band.from, `bands[${i}]`, `band of ${band.amount}`)),
    };
  if (rate.kind === 'interpolated-rate')
    return {
      ofQuota: rate.thresholds === 'percent-of-quota',
      perDeal: false,
      beginsAbove: true,
      rungs: rate.steps.map((step, i) => rung(step.from, `steps[${i}]`, `step of ${step.ratePercent}%`)),
    };
  if (rate.kind === 'curve') {
    const { points } = rate.curve;
    return {
      ...plain,
      rungs: points.map((point, i) =>
        rung(point.atPercent, `curve.points[${i}]`, `point of ${point.valuePercent}%`),
      ),
    };
  }
  if (rate.kind !== 'matrix') return null;
  return {
    ...plain,
    rungs: rate.rowsAtPercent.map((at, i) => rung(at, `rowsAtPercent[${i}]`, `row ${i + 1} of its matrix`)),
  };
}

function rung(from: string, path: string, name: string): Rung {
  return { from: decimal(from), path, name };
}

/** How far a line got, in the ladder's own measure: its total, its largest deal, or percent of quota to four decimals. */
function reachedBy(line: PayoutLine, ladder: Ladder, attainment: Decimal | null): Decimal {
  const quota = decimal(line.quota ?? '0');
  const credited = ladder.perDeal
    ? line.credits.reduce((max, { credited: one }) => (decimal(one).gt(max) ? decimal(one) : max), ZERO)
    : measuredOn(line);
  const max = attainment === null ? null : quota.times(attainment);
  const amount = max !== null && credited.gt(max) ? max : credited;
  if (!ladder.ofQuota) return amount;
  return quota.lte(ZERO) ? ZERO : roundRatio(ratio(amount.times(HUNDRED), quota), 4, 'HALF_UP');
}
