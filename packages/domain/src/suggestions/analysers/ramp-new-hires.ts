import type { History } from '../../findings/pay-history.ts';
import type { Component } from '../../plans/plan.ts';
import { payeeOf } from '../../simulations/performance-point.ts';
import type { PayeeFacts } from './facts.ts';
import { type Analyser, type Candidate, type Lever, lever } from './lever.ts';
import { moneyComponent } from './quota-facts.ts';
import { median, shownNumber } from './statistics.ts';

const card = {
  key: 'ramp-new-hires',
  version: '1',
  principle: 'People who have just started should not be measured by the quota of those who know the job.',
  thresholds: [
    { label: 'Median attainment of the first two periods', value: 'below 60%' },
    { label: 'Median attainment of the others', value: '90% or more' },
    { label: 'Hires of the span without a ramp', value: '5', setting: 'hires' },
  ],
  limits: ['A few hires say little about the next ones.'],
} as const;

const HIRED_BELOW = 60;
const TENURED_FROM = 90;
const STEP = 5;
const PERIODS = 3;

/** One payee: attainments of the first periods after the hire, or of all; and the mean quota of the periods. */
interface Start {
  readonly isHire: boolean;
  readonly periods: readonly { readonly from: string; readonly to: string; readonly attainment: number }[];
  readonly quota: number;
}

/** A16 (SGR-116): hires on full quotas. */
export const rampNewHires: Analyser = {
  card,
  levers: (plan, { hires }) => {
    const component = moneyComponent(plan);
    return component === null ? [] : [lever(rampLever(component, hires))];
  },
};

function rampLever(component: Component, minHires: number): Lever<Start> {
  const rampOf = (all: readonly Start[]) => rampFrom(minHires, all);
  return {
    card,
    key: card.key,
    field: 'records/ramps',
    componentId: component.id,
    risks: ['TAIL', 'SINGLE'],
    summarise: (payee) => startOf(payee, component.id),
    candidates: (all) => {
      const percents = rampOf(all);
      return percents === null ? [] : [candidateOf(component, percents)];
    },
    propose: (sample) => rampOf(sample.map(({ summary }) => summary))?.join('/') ?? null,
    // a resample may move a step of the ramp; that hires need one is what counts
    agrees: () => true,
    observe: (all) => {
      const { hires, early, tenured } = figuresOf(all.map(({ summary }) => summary));
      return {
        seen: [
          `The median of ${hires} hires reached ${shownNumber(median(early), 1)}% of quota in the first two periods; all others ${shownNumber(median(tenured), 1)}%.`,
          'None of them has a ramp.',
        ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

function startOf({ lines, isNew, eased, hiredOn }: PayeeFacts, componentId: string): Start {
  const own = lines.filter((one) => one.componentId === componentId && one.attainment !== null);
  const since = isNew && hiredOn !== null ? own.filter(({ to }) => to >= hiredOn) : own;
  const periods = since.map(({ from, to, attainment }) => ({ from, to, attainment: attainment ?? 0 }));
  const quotas = since.map(({ quota }) => quota ?? 0);
  return {
    isHire: isNew && !eased,
    periods: isNew && eased ? [] : periods,
    quota: quotas.reduce((sum, one) => sum + one, 0) / (quotas.length || 1),
  };
}

function figuresOf(all: readonly Start[]) {
  const hires = all.filter(({ isHire, periods }) => isHire && periods.length > 0);
  const others = all.filter(({ isHire, periods }) => !isHire && periods.length > 0);
  return {
    hires: hires.length,
    early: hires.flatMap(({ periods }) => periods.slice(0, 2).map(({ attainment }) => attainment)),
    byPeriod: Array.from({ length: PERIODS }, (_, i) =>
      hires.flatMap(({ periods }) => periods.slice(i, i + 1).map(({ attainment }) => attainment)),
    ),
    tenured: others.flatMap(({ periods }) => periods.map(({ attainment }) => attainment)),
    hiredQuota: median(hires.map(({ quota }) => quota)),
    tenuredQuota: median(others.map(({ quota }) => quota)),
  };
}

/** Percent of quota by period, each at least that of the period before; null: hires need no ramp. */
function rampFrom(minHires: number, all: readonly Start[]): readonly number[] | null {
  const { hires, early, byPeriod, tenured, hiredQuota, tenuredQuota } = figuresOf(all);
  if (hires < minHires || median(early) >= HIRED_BELOW || median(tenured) < TENURED_FROM) return null;
  // they have smaller quotas already
  if (hiredQuota * 100 < tenuredQuota * HIRED_BELOW) return null;
  let lowest = STEP;
  return byPeriod.flatMap((reached) => {
    if (reached.length === 0) return [];
    const steps = Math.round((median(reached) * 100) / median(tenured) / STEP);
    lowest = Math.min(100, Math.max(lowest, steps * STEP));
    return [lowest];
  });
}

function candidateOf({ name }: Component, percents: readonly number[]): Candidate {
  const words = percents.map((one) => `${one}%`).join(', ');
  return {
    id: percents.join('/'),
    changes: [],
    title: `Give hires a ramp of ${words}`,
    description: `The quotas of ${name} count ${words} in the first ${percents.length} periods after a hire. Change them with an import of ramps.`,
    records: { change: { kind: 'ramp', percents }, apply: (history) => withRamp(history, percents) },
  };
}

/** Ramps for the first periods after a hire within the span, for payees who have none. */
function withRamp(history: History, percents: readonly number[]): History {
  const participantId = payeeOf(history);
  const { span, quotas, participants, ramps = [] } = history;
  const hiredOn = participants.find(({ id }) => id === participantId)?.hiredOn ?? null;
  if (hiredOn === null || hiredOn <= span.from || ramps.length > 0) return history;
  const spans = [...new Set(quotas.filter(({ to }) => to >= hiredOn).map(({ from, to }) => `${from} ${to}`))];
  const added = spans
    .toSorted()
    .slice(0, percents.length)
    .map((days, i) => {
      const [from = '', to = ''] = days.split(' ');
      return { participantId, from, to, quotaPercent: String(percents[i]), targetPercent: '100' };
    });
  return { ...history, ramps: added };
}
