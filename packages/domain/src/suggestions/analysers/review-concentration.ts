import type { Component } from '../../plans/plan.ts';
import type { PayeeFacts } from './facts.ts';
import { type Analyser, type Lever, lever } from './lever.ts';
import { areOff, moneyComponent, overallOf } from './quota-facts.ts';
import { mean, shownNumber } from './statistics.ts';

const card = {
  key: 'review-concentration',
  version: '1',
  principle: 'Two clusters of attainment say that quotas, territories or roles differ more than people do.',
  thresholds: [
    { label: 'Coefficient of bimodality', value: 'above 0.555' },
    { label: 'Lines between 90 and 110% of quota', value: 'below 15%' },
    { label: 'Payees', value: '40' },
  ],
  limits: ['It says that something differs, not what.'],
} as const;

const MIN_PAYEES = 40;
const BIMODAL = 0.555;
const NEAR_SHARE = 0.15;
const REVIEW = 'review';

interface Reached {
  readonly percents: readonly number[];
  readonly overall: number | null;
}

/** A20 (SGR-120): attainment in two clusters. It proposes no change. */
export const reviewConcentration: Analyser = {
  card,
  levers: (plan) => {
    const component = moneyComponent(plan);
    return component === null ? [] : [lever(reviewLever(component))];
  },
};

function reviewLever(component: Component): Lever<Reached> {
  return {
    card,
    key: card.key,
    // silent where quotas are scaled or moved: those come first
    field: 'records/quotas',
    componentId: component.id,
    risks: [],
    summarise: ({ lines }: PayeeFacts) => {
      const own = lines.filter(({ componentId }) => componentId === component.id);
      return {
        percents: own.flatMap(({ attainment }) => (attainment === null ? [] : [attainment])),
        overall: overallOf(own),
      };
    },
    candidates: (all) =>
      isSplit(all)
        ? [
            {
              id: REVIEW,
              changes: [],
              title: `Review why attainment of ${component.name} falls into two groups`,
              description: 'Look at quotas, territories and roles of the two groups. No change is proposed.',
              isFinding: true,
            },
          ]
        : [],
    propose: (sample) => (isSplit(sample.map(({ summary }) => summary)) ? REVIEW : null),
    observe: (all) => {
      const percents = all.flatMap(({ summary }) => summary.percents);
      return {
        seen: [
          `Only ${nearOf(percents)} of ${percents.length} lines of ${component.name} are between 90 and 110% of quota; most are far below or far above.`,
          `The coefficient of bimodality is ${shownNumber(bimodality(percents), 3)}; above 0.555 there are two groups.`,
        ],
        benchmark: {
          title: `Attainment of ${component.name}`,
          columns: ['From', 'To', 'Lines'],
          rows: Array.from({ length: 10 }, (_, i) => [
            `${i * 20}%`,
            i === 9 ? '' : `${(i + 1) * 20}%`,
            `${percents.filter((one) => one >= i * 20 && (i === 9 || one < (i + 1) * 20)).length}`,
          ]),
          source: null,
        },
        flipPoint: null,
      };
    },
  };
}

function nearOf(percents: readonly number[]): number {
  return percents.filter((one) => one >= 90 && one <= 110).length;
}

function isSplit(all: readonly Reached[]): boolean {
  const overall = all.flatMap((one) => (one.overall === null ? [] : [one.overall]));
  if (overall.length < MIN_PAYEES || areOff(overall)) return false;
  const percents = all.flatMap((one) => one.percents);
  return nearOf(percents) < percents.length * NEAR_SHARE && bimodality(percents) > BIMODAL;
}

/** (skewness² + 1) ÷ kurtosis; 0 without spread. */
function bimodality(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = mean(sorted);
  const distances = sorted.map((one) => one - middle);
  const second = mean(distances.map((one) => one * one));
  const third = mean(distances.map((one) => one * one * one));
  const fourth = mean(distances.map((one) => one * one * one * one));
  if (second <= 0) return 0;
  const skewnessSquared = (third * third) / (second * second * second);
  return ((skewnessSquared + 1) * second * second) / fourth;
}
