import { decimal } from '../../base/decimal.ts';
import { counted } from '../../base/figures.ts';
import type { Credit, PayoutLine } from '../../payouts/payout.ts';
import { foldCase } from '../../plans/condition.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import type { Finding } from '../finding.ts';
import { type Lint, type Placed, placedComponents, stakeOf, tally } from './lint.ts';

/** LINT-8: deals that pay the same person twice: through two components, or twice inside one. The stake is the smaller pay of each pair. */
export function doubleCredit(plan: Plan): Lint {
  const placed = placedComponents(plan);
  const pairs = placed.flatMap((second, i) =>
    placed
      .slice(0, i + 1)
      .filter((first) => first === second || mayShare(first.component, second.component))
      .map((first) => ({ first, second, deals: new Set<string>(), twice: tally() })),
  );
  return {
    take: ({ paid }) => {
      if (!paid.ok) return;
      for (const { lines } of paid.value) {
        for (const payee of new Set(lines.map((line) => line.participantId))) {
          const own = lines.filter((line) => line.participantId === payee);
          for (const pair of pairs) {
            for (const [one, other] of shared(own, pair.first, pair.second)) {
              pair.deals.add(one.dealId);
              const smaller = decimal(one.earned).lt(decimal(other.earned)) ? one : other;
              pair.twice.add(decimal(smaller.earned), one.participantId);
            }
          }
        }
      }
    },
    findings: () =>
      pairs.flatMap(({ first, second, deals, twice }): Finding[] => {
        const inside = first === second;
        if (deals.size === 0) return [];
        const same = inside || sameMeasure(first.component, second.component);
        const between = inside
          ? `inside ${first.component.name}, through two paths`
          : `by ${first.component.name} and ${second.component.name}`;
        return [
          {
            rule: 'LINT-8',
            severity: same ? 'warning' : 'note',
            path: `${second.path}.filter`,
            message: `${counted(deals.size, 'deal')} in this history ${deals.size === 1 ? 'credits' : 'credit'} the same person twice, ${between}.`,
            fix: inside
              ? 'Credit the person by one path: split or overlay, own or team credit.'
              : 'Filter the components to separate deals, or state in the plan that both count.',
            stake: stakeOf(plan, twice, 'Pay from the smaller of the two credits for these deals.'),
          },
        ];
      }),
  };
}

/** The credits of one person's deals that stand on both components; inside one component, a deal's second credit with its first. */
function shared(
  lines: readonly PayoutLine[],
  first: Placed,
  second: Placed,
): readonly (readonly [Credit, Credit])[] {
  // what a factor lets count for nothing (CREDIT-17) is not credited
  const creditsOf = (placed: Placed) =>
    (lines.find((line) => line.componentId === placed.component.id)?.credits ?? []).filter(
      ({ factor }) => factor?.percent !== '0',
    );
  const known = new Map<string, Credit>();
  const found: [Credit, Credit][] = [];
  if (first === second) {
    for (const credit of creditsOf(first)) {
      const earlier = known.get(credit.dealId);
      if (earlier !== undefined) found.push([earlier, credit]);
      else known.set(credit.dealId, credit);
    }
    return found;
  }
  for (const credit of creditsOf(first)) known.set(credit.dealId, credit);
  for (const credit of creditsOf(second)) {
    const other = known.get(credit.dealId);
    if (other !== undefined) found.push([other, credit]);
  }
  return found;
}

/** Whether some deal could count for both: the unit is the same and no field is asked for disjoint values. */
function mayShare(a: Component, b: Component): boolean {
  if (a.measure.unit !== b.measure.unit) return false;
  return a.filter.every((one) =>
    b.filter.every((other) => {
      if (!('in' in one && 'in' in other) || one.field !== other.field) return true;
      const values = new Set(one.in.map(foldCase));
      return other.in.some((value) => values.has(foldCase(value)));
    }),
  );
}

function sameMeasure(a: Component, b: Component): boolean {
  return a.measure.of === b.measure.of && a.measure.own === b.measure.own;
}
