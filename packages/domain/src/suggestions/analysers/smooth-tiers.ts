import type { Component, Rate } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { Tier } from '../../plans/tier.ts';
import type { PayeeFacts } from './facts.ts';
import { type Analyser, type Candidate, firstWord, type Lever, lever, type Tried } from './lever.ts';
import { shownNumber } from './statistics.ts';

const card = {
  key: 'smooth-tiers',
  version: '1',
  principle: 'A few deals should not decide the rate of everything that was sold before.',
  thresholds: [
    { label: 'Payees within 5% below an edge', value: '5' },
    { label: 'Pay that jumps there', value: '1% of the component’s cost' },
  ],
  limits: ['The replay assumes that people sell the same without the jump.'],
} as const;

const NEAR = 0.95;
const MIN_PAYEES = 5;
const MIN_STAKE = 0.01;
/** Rates are scaled by what keeps the cost, and tried this much lower and higher. */
const SCALES = [-0.02, -0.01, -0.005, 0, 0.005, 0.01, 0.02] as const;

type Table = Extract<Rate, { kind: 'marginal' | 'retroactive' }>;

/** One payee: pay read retroactively and by parts of tiers, in units of the measure × percent, and the jumps close above. */
interface Jumps {
  readonly retroactive: number;
  readonly marginal: number;
  readonly jump: number;
}

/** A5 (SGR-105): retroactive tables whose edges many payees end just below. */
export const smoothTiers: Analyser = {
  card,
  levers: (plan) =>
    activeComponents(plan).flatMap((component) => {
      const { rate, window } = component;
      if (rate.kind !== 'retroactive' || rate.per !== 'period' || window !== undefined) return [];
      // somebody chose the side of the edge on purpose
      return rate.atBound === 'lower' ? [] : [lever(tableLever(component, rate))];
    }),
};

function tableLever(component: Component, rate: Table): Lever<Jumps> {
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/rate`,
    componentId: component.id,
    risks: ['LOSERS', 'BEHAVIOUR'],
    atAnyAmount: true,
    summarise: (payee) => jumpsOf(payee, component.id, rate),
    candidates: (all) => {
      const scale = scaleOf(all);
      return jumps(all) && scale !== null
        ? SCALES.map((by, i) => candidateOf(component, { rate, scale: scale * (1 + by), id: `${i}` }))
        : [];
    },
    propose: (sample, candidates) =>
      jumps(sample.map(({ summary }) => summary)) ? closest(sample, candidates) : null,
    // which scale keeps the cost differs with the payees; that the table is smoothed does not
    agrees: () => true,
    observe: (all) => {
      const rows = all.map(({ summary }) => summary);
      const near = rows.filter(({ jump }) => jump > 0).length;
      const stake = rows.reduce((sum, { jump }) => sum + jump, 0) / 100;
      return {
        seen: [
          `${near} payees end a period of ${component.name} within 5% below the edge of a tier; there their pay jumps by ${shownNumber(stake)} together.`,
          'With each rate on its own tier only, a deal more changes only its own pay.',
        ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

function jumpsOf({ lines }: PayeeFacts, componentId: string, rate: Table): Jumps {
  let [retroactive, marginal, jump] = [0, 0, 0];
  for (const { componentId: id, credited, quota } of lines) {
    if (id !== componentId) continue;
    const tiers = boundsOf(rate, quota);
    if (tiers === null) continue;
    for (const [i, { from, to, percent }] of tiers.entries()) {
      marginal += Math.max(0, Math.min(credited, to) - from) * percent;
      if (credited >= from && credited < to) retroactive += credited * percent;
      const next = tiers[i + 1];
      if (next !== undefined && credited < to && credited >= to * NEAR) jump += to * (next.percent - percent);
    }
  }
  return { retroactive, marginal, jump: Math.max(0, jump) };
}

/** The tiers in the unit of the measure; null: without a quota percents of it have no bounds. */
function boundsOf({ tiers, thresholds }: Table, quota: number | null) {
  if (thresholds === 'percent-of-quota' && quota === null) return null;
  const unit = thresholds === 'amount' ? 1 : (quota ?? 0) / 100;
  return tiers.map(({ from, to, ratePercent }) => ({
    from: Number(from) * unit,
    to: to === null ? Number.POSITIVE_INFINITY : Number(to) * unit,
    percent: Number(ratePercent),
  }));
}

/** By how much rates grow so that the parts of tiers pay what the retroactive table paid. */
function scaleOf(all: readonly Jumps[]): number | null {
  const marginal = all.reduce((sum, one) => sum + one.marginal, 0);
  const retroactive = all.reduce((sum, one) => sum + one.retroactive, 0);
  return marginal > 0 && retroactive > 0 ? retroactive / marginal : null;
}

function jumps(all: readonly Jumps[]): boolean {
  const cost = all.reduce((sum, { retroactive }) => sum + retroactive, 0);
  const stake = all.reduce((sum, { jump }) => sum + jump, 0);
  return all.filter(({ jump }) => jump > 0).length >= MIN_PAYEES && stake >= cost * MIN_STAKE && cost > 0;
}

/** The candidate whose cost is nearest to today's. */
function closest(sample: readonly Tried<Jumps>[], candidates: readonly Candidate[]): string | null {
  let best: { id: string; gap: bigint } | null = null;
  for (const { id } of candidates) {
    let gap = 0n;
    for (const one of sample) gap += one.before - (one.after(id) ?? one.before);
    const size = gap < 0n ? -gap : gap;
    if (best === null || size < best.gap) best = { id, gap: size };
  }
  return best?.id ?? null;
}

function candidateOf(
  component: Component,
  { rate, scale, id }: { readonly rate: Table; readonly scale: number; readonly id: string },
): Candidate {
  const tiers = rate.tiers.map((tier): Tier => {
    const ratePercent = String(Number((Number(tier.ratePercent) * scale).toFixed(2)));
    return { ...tier, ratePercent };
  });
  const { atBound: _, ...rest } = rate;
  return {
    id,
    changes: [{ component: component.id, set: { rate: { ...rest, kind: 'marginal', tiers } } }],
    title: `Pay each tier of ${component.name} by its own rate`,
    description: `${component.name} pays ${tiers.map(({ ratePercent }) => `${ratePercent}%`).join(', ')} on the parts of each tier instead of one rate on everything.`,
  };
}
