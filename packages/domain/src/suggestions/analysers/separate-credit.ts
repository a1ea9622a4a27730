import type { Condition, IsOneOf } from '../../plans/condition.ts';
import type { Component } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { PeriodFigures } from '../../simulations/payee-pay.ts';
import { minorUnits } from '../../simulations/statistics.ts';
import { type Analyser, type Candidate, type Lever, lever, type Tried } from './lever.ts';
import { shownNumber } from './statistics.ts';

const card = {
  key: 'separate-credit',
  version: '1',
  principle: 'A deal should not pay the same person twice by accident.',
  thresholds: [{ label: 'Smaller pay of each deal that is paid twice', value: '0.5% of the cost' }],
  limits: ['Two components may count the same deal on purpose; the plan document says so then.'],
} as const;

const MIN_SHARE = 200n;
const SEPARATE = 'separate';

/** A component with a filter, and one that counts the same deals and more. */
interface Overlap {
  readonly narrow: Component;
  readonly broad: Component;
  readonly by: IsOneOf;
}

interface Twice {
  readonly deals: number;
  /** The smaller pay of each deal that both pay, in minor units. */
  readonly stake: number;
}

/** A11 (SGR-111): deals that credit one person through two components. */
export const separateCredit: Analyser = {
  card,
  levers: (plan) => {
    const components = activeComponents(plan).filter(({ spiff }) => spiff === undefined);
    return components
      .flatMap((broad) => components.flatMap((narrow) => overlapOf(narrow, broad)))
      .map((one) => lever(separation(one)));
  },
};

/** The narrow one asks for values of one field, and the broad one doesn't look at that field. */
function overlapOf(narrow: Component, broad: Component): readonly Overlap[] {
  if (narrow === broad || narrow.measure.unit !== broad.measure.unit) return [];
  if (narrow.measure.of !== broad.measure.of || narrow.measure.own !== broad.measure.own) return [];
  const [by, ...others] = narrow.filter;
  if (by === undefined || others.length > 0 || !isOneOf(by)) return [];
  return broad.filter.some((one) => 'field' in one && one.field === by.field) ? [] : [{ narrow, broad, by }];
}

function isOneOf(condition: Condition): condition is IsOneOf {
  return 'in' in condition;
}

function separation({ narrow, broad, by }: Overlap): Lever<Twice> {
  return {
    card,
    key: card.key,
    field: `${broad.id}/filter`,
    componentId: broad.id,
    risks: ['LOSERS', 'SINGLE'],
    summarise: (_, { pays }) => twiceOf(pays, narrow.id, broad.id),
    candidates: (all) => (all.some(({ deals }) => deals > 0) ? [candidateOf({ narrow, broad, by })] : []),
    propose: (sample) => (isLarge(sample) ? SEPARATE : null),
    observe: (all) => {
      const deals = all.reduce((sum, { summary }) => sum + summary.deals, 0);
      const stake = all.reduce((sum, { summary }) => sum + summary.stake, 0);
      const cost = all.reduce((sum, { before }) => sum + Number(before), 0);
      return {
        seen: [
          `${deals} times a deal credited one payee by ${narrow.name} and by ${broad.name}.`,
          `The smaller pay of these is ${shownNumber(cost === 0 ? 0 : (stake * 100) / cost, 1)}% of the cost.`,
        ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

/** Credits on top of a deal are meant to be paid twice. */
function twiceOf(pays: readonly PeriodFigures[], one: string, other: string): Twice {
  let [deals, stake] = [0, 0];
  for (const { lines } of pays) {
    const creditsOf = (id: string) => {
      const {
        deals: counted,
        earned,
        shares,
      } = lines.find(({ componentId }) => componentId === id)?.credits ?? {
        deals: [],
        earned: [],
        shares: null,
      };
      return counted.flatMap((deal, i) => {
        const share = shares?.[i] ?? null;
        if (share?.role === 'overlay' || share?.factor?.percent === '0') return [];
        return [{ dealId: deal.id, earned: earned[i]! }];
      });
    };
    const first = new Map(creditsOf(one).map(({ dealId, earned }) => [dealId, earned]));
    for (const { dealId, earned } of creditsOf(other)) {
      const twin = first.get(dealId);
      if (twin === undefined) continue;
      deals += 1;
      stake += Math.max(0, Math.min(Number(minorUnits(earned)), Number(minorUnits(twin))));
    }
  }
  return { deals, stake };
}

function isLarge(sample: readonly Tried<Twice>[]): boolean {
  let [stake, cost] = [0n, 0n];
  for (const { summary, before } of sample) {
    stake += BigInt(summary.stake);
    cost += before;
  }
  return stake > 0n && stake * MIN_SHARE >= cost;
}

function candidateOf({ narrow, broad, by }: Overlap): Candidate {
  const { in: values, ...field } = by;
  return {
    id: SEPARATE,
    changes: [{ component: broad.id, set: { filter: [...broad.filter, { ...field, notIn: values }] } }],
    title: `Count deals of ${narrow.name} only once`,
    description: `${broad.name} no longer counts the deals that ${narrow.name} counts (${by.field}: ${values.join(', ')}).`,
  };
}
