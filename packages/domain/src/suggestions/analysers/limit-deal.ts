import { minorDigits } from '../../base/money.ts';
import type { Deal } from '../../crediting/deal.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { hasPayPerDeal } from '../../plans/rate-facts.ts';
import type { PeriodFigures } from '../../simulations/payee-pay.ts';
import { binAt, binOf, endOf, type Histogram, histogramOf, mergedBins, robustScores } from './histogram.ts';
import { type Analyser, type Candidate, firstWord, type Lever, lever } from './lever.ts';

const card = {
  key: 'limit-deal',
  version: '1',
  principle: 'One deal far beyond all others should not make a payee’s period.',
  thresholds: [
    { label: 'Robust z of the deal, by size', value: 'above 6', setting: 'dealScore' },
    { label: 'Share of the payee’s annual quota', value: '30%' },
    { label: 'Share of the payee’s pay of the period', value: '25%' },
  ],
  limits: ['A deal of that size may be what the plan is for; the limit is a choice, not a correction.'],
} as const;

const QUOTA_SHARE = 0.3;
const PAY_SHARE = 0.25;
const MANY_SPLITS = 3;
/** Mild first: the percentile of what a deal earns that would be the limit. */
const PERCENTILES = [99.5, 99, 95] as const;
const PROPOSED = '99';

/** One payee: how large deals are, what they earn, and those that could be windfalls. */
interface Deals {
  readonly credited: Histogram;
  readonly earned: Histogram;
  /** Bins of the credit of deals that carry the year's quota and the period's pay. */
  readonly windfalls: readonly number[];
}

/** A10 (SGR-110): deals that earn a payee's period alone. */
export const limitDeal: Analyser = {
  card,
  levers: (plan, { dealScore }) =>
    activeComponents(plan)
      .filter(({ rate, limits = [] }) => hasPayPerDeal(rate) && !limits.some(({ kind }) => kind === 'deal'))
      .map((one) => lever(dealLever(one, plan, dealScore))),
};

function dealLever(component: Component, plan: Plan, minScore: number): Lever<Deals> {
  const windfalls = (all: readonly Deals[]) => windfallsAbove(minScore, all);
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/limits`,
    componentId: component.id,
    risks: ['SINGLE', 'LOSERS'],
    summarise: ({ lines }, { history, pays }) => {
      const own = lines.filter(({ componentId }) => componentId === component.id);
      const quota = own.reduce((sum, one) => sum + (one.quota ?? 0), 0);
      return dealsOf(component.id, { deals: history.deals, pays, quota });
    },
    candidates: (all) =>
      windfalls(all) > 0
        ? PERCENTILES.flatMap((percent) => {
            const bin = binAt(mergedBins(all.map(({ earned }) => earned)), percent);
            return bin === null ? [] : [candidateOf(component, { plan, percent, atMost: endOf(bin) })];
          })
        : [],
    propose: (sample) => (windfalls(sample.map(({ summary }) => summary)) > 0 ? PROPOSED : null),
    observe: (all) => {
      const rows = all.map(({ summary }) => summary);
      const deals = mergedBins(rows.map(({ credited }) => credited)).reduce(
        (sum, [, count]) => sum + count,
        0,
      );
      return {
        seen: [
          `${windfalls(rows)} of ${deals} deals of ${component.name} are far larger than all others, and each earned its payee at least a quarter of a period’s pay.`,
          'The suggested limit is what 99 of 100 deals earn at most.',
        ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

function dealsOf(
  componentId: string,
  {
    deals,
    pays,
    quota,
  }: { readonly deals: readonly Deal[]; readonly pays: readonly PeriodFigures[]; readonly quota: number },
): Deals {
  const shared = new Set(deals.filter(({ splits }) => splits.length >= MANY_SPLITS).map(({ id }) => id));
  const credited: number[] = [];
  const earned: number[] = [];
  const found: number[] = [];
  for (const { lines } of pays) {
    const paid = lines.reduce((sum, { amount }) => sum + Number(amount), 0);
    const credits = lines.find((one) => one.componentId === componentId)?.credits;
    for (const [i, { id }] of (credits?.deals ?? []).entries()) {
      const [size, pay] = [Number(credits!.credited[i]), Number(credits!.earned[i])];
      credited.push(size);
      earned.push(pay);
      const isLarge = quota > 0 && size >= quota * QUOTA_SHARE && paid > 0 && pay >= paid * PAY_SHARE;
      if (isLarge && !shared.has(id)) found.push(binOf(size));
    }
  }
  return { credited: histogramOf(credited), earned: histogramOf(earned), windfalls: found };
}

function windfallsAbove(minScore: number, all: readonly Deals[]): number {
  const large = all.flatMap((one) => one.windfalls);
  if (large.length === 0) return 0;
  const scores = robustScores(mergedBins(all.map(({ credited }) => credited)));
  return scores === null ? 0 : large.filter((bin) => scores(bin) > minScore).length;
}

function candidateOf(
  component: Component,
  { plan, percent, atMost }: { readonly plan: Plan; readonly percent: number; readonly atMost: number },
): Candidate {
  const { limits = [], name, id } = component;
  const amount = Math.ceil(atMost).toFixed(minorDigits(plan.currency));
  return {
    id: String(percent),
    changes: [{ component: id, set: { limits: [...limits, { kind: 'deal', atMost: amount }] } }],
    title: `Limit what one deal of ${name} pays`,
    description: `A deal of ${name} pays at most ${amount} ${plan.currency}.`,
  };
}
