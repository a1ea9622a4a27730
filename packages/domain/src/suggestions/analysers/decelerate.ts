import type { Component, Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { PayeeFacts } from './facts.ts';
import { type Analyser, firstWord, type Lever, lever } from './lever.ts';
import { median, shownNumber } from './statistics.ts';

const card = {
  key: 'decelerate',
  version: '1',
  principle: 'Little of the cost should reward less than half of quota.',
  thresholds: [
    { label: 'Share of the cost on lines below 50% of quota', value: '15%', setting: 'lowSharePercent' },
  ],
  limits: ['The replay assumes that people sell the same when low attainment pays less.'],
} as const;

const DECELERATOR = '<50% @ 0.5x';
const LOW_PERCENT = 50;
const MIN_TENURE_MONTHS = 6;

interface Low {
  /** Minor units paid below 50 % of quota, and in all. */
  readonly low: number;
  readonly all: number;
  readonly lines: number;
  /** Months from hire to the last period. */
  readonly tenure: number | null;
}

/** A9 (SGR-109): pay for less than half of quota. */
export const decelerate: Analyser = {
  card,
  levers: (plan: Plan, { lowSharePercent }) =>
    activeComponents(plan)
      .filter(({ rate, decelerator }) => rate.kind === 'target' && decelerator === undefined)
      .map((one) => lever(slowdown(one, lowSharePercent))),
};

function slowdown(component: Component, minShare: number): Lever<Low> {
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/decelerator`,
    componentId: component.id,
    risks: ['LOSERS', 'BEHAVIOUR', 'SINGLE'],
    summarise: (payee) => lowPay(payee, component.id),
    candidates: (all) =>
      paysFailure(all, minShare)
        ? [
            {
              id: DECELERATOR,
              changes: [{ component: component.id, set: { decelerator: DECELERATOR } }],
              title: `Slow ${component.name} down below 50% of quota`,
              description: `Attainment of ${component.name} below 50% of quota counts half.`,
            },
          ]
        : [],
    propose: (sample) =>
      paysFailure(
        sample.map(({ summary }) => summary),
        minShare,
      )
        ? DECELERATOR
        : null,
    observe: (all) => {
      const rows = all.map(({ summary }) => summary);
      const lines = rows.reduce((sum, one) => sum + one.lines, 0);
      return {
        seen: [
          `${shownNumber(lowShare(rows), 1)}% of the cost of ${component.name} was paid on ${lines} lines below 50% of quota.`,
          'Lines of payees with a ramp or leave do not count.',
        ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

function lowPay({ lines, eased, hiredOn }: PayeeFacts, componentId: string): Low {
  const own = lines.filter((one) => one.componentId === componentId);
  const low = eased ? [] : own.filter(({ attainment }) => attainment !== null && attainment < LOW_PERCENT);
  const last = own.at(-1)?.from;
  return {
    low: low.reduce((sum, { pay }) => sum + pay, 0),
    all: own.reduce((sum, { pay }) => sum + pay, 0),
    lines: low.length,
    tenure: hiredOn === null || last === undefined ? null : monthOf(last) - monthOf(hiredOn),
  };
}

function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

function lowShare(all: readonly Low[]): number {
  const cost = all.reduce((sum, one) => sum + one.all, 0);
  return cost <= 0 ? 0 : (all.reduce((sum, { low }) => sum + low, 0) * 100) / cost;
}

function paysFailure(all: readonly Low[], minShare: number): boolean {
  const tenures = all.flatMap(({ tenure }) => (tenure === null ? [] : [tenure]));
  if (tenures.length > 0 && median(tenures) < MIN_TENURE_MONTHS) return false;
  return lowShare(all) >= minShare;
}
