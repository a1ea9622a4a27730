import type { Component } from '../../plans/plan.ts';
import { type Analyser, type Candidate, type Lever, lever } from './lever.ts';
import { areOff, dayAfter, moneyComponent, overallOf, withScaledQuotas } from './quota-facts.ts';
import { median, percentile, shownNumber } from './statistics.ts';

const card = {
  key: 'scale-quotas',
  version: '1',
  principle: 'About six payees in ten should reach their quota.',
  thresholds: [
    { label: 'Too hard: payees at quota, and the median', value: 'below 40%, below 85%' },
    { label: 'Too easy: payees at quota, and the median', value: 'above 75%, above 115%' },
  ],
  limits: ['Other quotas change what people sell; the replay does not.'],
} as const;

/** Six in ten reach what the payee at this percentile reached. */
const PERCENTILE = 40;
const WITHIN = 0.05;

/** Attainment of the span in percent; null without a quota. */
type Overall = number | null;

/** A14 (SGR-114): quotas nearly no one reaches, or nearly everyone. */
export const scaleQuotas: Analyser = {
  card,
  levers: (plan) => {
    const component = moneyComponent(plan);
    return component === null ? [] : [lever(quotaLever(component))];
  },
};

function quotaLever(component: Component): Lever<Overall> {
  return {
    card,
    key: card.key,
    field: 'records/quotas',
    componentId: component.id,
    risks: ['QUOTA', 'SEASON', 'LOSERS'],
    summarise: ({ lines }) => overallOf(lines.filter(({ componentId }) => componentId === component.id)),
    candidates: (all, { to }) => {
      const factor = factorOf(all);
      if (factor === null) return [];
      const milder = shownNumber((1 + Number(factor)) / 2, 2);
      return [milder, factor].map((one) => candidateOf(component, one, dayAfter(to)));
    },
    propose: (sample) => factorOf(sample.map(({ summary }) => summary)),
    agrees: (proposal, chosen) => Math.abs(Number(proposal) - Number(chosen)) <= WITHIN,
    observe: (all) => {
      const overall = known(all.map(({ summary }) => summary));
      const reached = overall.filter((one) => one >= 100).length;
      return {
        seen: [
          `${reached} of ${overall.length} payees reached their quota of ${component.name}; the median is ${shownNumber(median(overall), 1)}%.`,
          'With the suggested quotas six in ten would have reached theirs.',
        ],
        benchmark: {
          title: `Attainment of ${component.name} over the span`,
          columns: ['From', 'To', 'Payees'],
          rows: [0, 50, 70, 85, 100, 115, 150].map((from, i, steps) => {
            const to = steps[i + 1] ?? Number.POSITIVE_INFINITY;
            const inside = overall.filter((one) => one >= from && one < to).length;
            return [`${from}%`, to === Number.POSITIVE_INFINITY ? '' : `${to}%`, `${inside}`];
          }),
          source: 'Alexander Group: 60 to 70% of sellers reach a well-set quota',
        },
        flipPoint: null,
      };
    },
  };
}

function known(all: readonly Overall[]): readonly number[] {
  return all.flatMap((one) => (one === null ? [] : [one]));
}

/** What quotas would be multiplied by, two decimals; null: they are neither too hard nor too easy. */
function factorOf(all: readonly Overall[]): string | null {
  const overall = known(all);
  if (!areOff(overall)) return null;
  const factor = Number((percentile(overall, PERCENTILE) / 100).toFixed(2));
  return factor > 0 && factor !== 1 ? String(factor) : null;
}

function candidateOf(component: Component, factor: string, from: string): Candidate {
  return {
    id: factor,
    changes: [],
    title: `Multiply quotas of ${component.name} by ${factor}`,
    description: `From ${from} on, every quota of ${component.name} is ${shownNumber(Number(factor) * 100)}% of today’s. Change the quotas with an import.`,
    records: {
      change: { kind: 'quotas', factor, from },
      apply: (history) => withScaledQuotas(history, component, factor),
    },
  };
}
