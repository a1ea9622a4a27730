import type { Component, Rate } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { Tier } from '../../plans/tier.ts';
import type { PayeeFacts } from './facts.ts';
import { type Analyser, type Candidate, firstWord, type Lever, lever } from './lever.ts';
import { percentile, shownNumber } from './statistics.ts';

const card = {
  key: 'lower-top-tier',
  version: '1',
  principle: 'A tier that no one comes near encourages no one.',
  thresholds: [
    { label: 'Highest attainment below the tier', value: '15%' },
    { label: 'Payees with a year of their own', value: '20' },
  ],
  limits: ['The replay assumes that people sell the same; a tier within reach is meant to change that.'],
} as const;

const OUT_OF_REACH = 0.85;
const MIN_PAYEES = 20;
const WITHIN = 5;
/** Mild first: the percentile of attainment where the tier would begin. */
const PERCENTILES = [95, 90] as const;

type Table = Extract<Rate, { kind: 'marginal' | 'retroactive' }>;

/** Attainments of a payee without ramp or leave who was there all along; null: such a payee says nothing of the tier. */
type Reached = readonly number[] | null;

/** A7 (SGR-107): a top tier far above what anyone reached. */
export const lowerTopTier: Analyser = {
  card,
  levers: (plan) =>
    activeComponents(plan).flatMap((component) => {
      const { rate, effective } = component;
      if (rate.kind !== 'marginal' && rate.kind !== 'retroactive') return [];
      if (rate.thresholds !== 'percent-of-quota' || rate.per !== 'period' || rate.tiers.length < 2) return [];
      // a component that began within the span has not been tried for long enough
      return effective?.from == null ? [lever(tierLever(component, rate))] : [];
    }),
};

function tierLever(component: Component, rate: Table): Lever<Reached> {
  const top = Number(rate.tiers.at(-1)?.from);
  const below = Number(rate.tiers.at(-2)?.from);
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/rate`,
    componentId: component.id,
    risks: ['BEHAVIOUR', 'TAIL'],
    summarise: (payee) => reachedBy(payee, component.id),
    candidates: (all) => {
      const start = proposedStart(all, { top, below });
      if (start === null) return [];
      return PERCENTILES.map((percent) => wholePercentile(all, percent))
        .filter((at, i, starts) => at > below && starts.indexOf(at) === i)
        .map((at) => candidateOf(component, rate, at));
    },
    propose: (sample) => {
      const start = proposedStart(
        sample.map(({ summary }) => summary),
        { top, below },
      );
      return start === null ? null : String(start);
    },
    agrees: (proposal, chosen) => Math.abs(Number(proposal) - Number(chosen)) <= WITHIN,
    observe: (all, chosen) => {
      const percents = percentsOf(all.map(({ summary }) => summary));
      const highest = percents.reduce((max, one) => Math.max(one, max), 0);
      return {
        seen: [
          `The top tier of ${component.name} begins at ${shownNumber(top, 2)}% of quota; the highest of ${percents.length} lines reached ${shownNumber(highest, 1)}%.`,
          `One line in ten reached ${chosen.id}%, so a tier from there is within reach of the best.`,
        ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

function reachedBy({ lines, eased, isNew }: PayeeFacts, componentId: string): Reached {
  if (eased || isNew) return null;
  return lines.flatMap((one) =>
    one.componentId === componentId && one.attainment !== null ? [one.attainment] : [],
  );
}

function percentsOf(all: readonly Reached[]): readonly number[] {
  return all.flatMap((one) => one ?? []);
}

function wholePercentile(all: readonly Reached[], percent: number): number {
  return Math.round(percentile(percentsOf(all), percent));
}

function proposedStart(
  all: readonly Reached[],
  { top, below }: { readonly top: number; readonly below: number },
): number | null {
  if (all.filter((one) => one !== null && one.length > 0).length < MIN_PAYEES) return null;
  if (percentsOf(all).some((one) => one > top * OUT_OF_REACH)) return null;
  const start = wholePercentile(all, 90);
  return start > below ? start : null;
}

function candidateOf(component: Component, rate: Table, at: number): Candidate {
  const last = rate.tiers.length - 1;
  const tiers = rate.tiers.map((tier, i): Tier => {
    if (i === last) return { ...tier, from: String(at) };
    return i === last - 1 ? { ...tier, to: String(at) } : tier;
  });
  const percent = rate.tiers[last]?.ratePercent;
  return {
    id: String(at),
    changes: [{ component: component.id, set: { rate: { ...rate, tiers } } }],
    title: `Start the top tier of ${component.name} at ${at}% of quota`,
    description: `${component.name} pays ${percent}% from ${at}% of quota instead of ${rate.tiers[last]?.from}%.`,
  };
}
