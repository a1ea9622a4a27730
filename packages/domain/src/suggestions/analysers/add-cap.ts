import { parseCap } from '../../plans/cap.ts';
import { type Component, isTargetBased, type Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { isUnderPlanCap } from '../../plans/terms.ts';
import { type Analyser, type Candidate, firstWord, type Lever, lever, type Tried } from './lever.ts';
import { percentile, shownNumber } from './statistics.ts';

const card = {
  key: 'add-cap',
  version: '1',
  principle: 'A component without a cap whose highest lines pay far above target should have one.',
  thresholds: [
    { label: 'P95 of pay in percent of target', value: '150%' },
    { label: 'Share of the cost above 1.2x', value: '2%' },
    { label: 'Most lines a cap may cut', value: '25%' },
    { label: 'Most a payee may lose in a year', value: '10%' },
  ],
  limits: ['The replay assumes that people sell the same under a cap.'],
} as const;

/** Mild first. */
const CAPS = ['3', '2.5', '2', '1.5', '1.2'] as const;
const TAIL_PERCENT = 150;
const MIN_ABOVE = 0.02;
const MAX_CUT = 0.25;
const MAX_LOSS = 10n;
/** Who alone earns more than this share of what is above the lowest cap is a windfall, not a tail. */
const ONE_PAYEE = 0.5;

/** One payee's lines: pay and target in minor units. */
interface Tail {
  readonly lines: readonly (readonly [pay: number, target: number])[];
}

/** A2 (SGR-102): components nothing limits, with a tail far above target. */
export const addCap: Analyser = {
  card,
  levers: (plan) =>
    activeComponents(plan)
      .filter((one) => isOpen(one, plan))
      .map((one) => lever(capLever(one))),
};

function isOpen(component: Component, plan: Plan): boolean {
  const { cap, limits = [], spiff, weight, rate } = component;
  if (cap !== null || limits.length > 0 || spiff !== undefined || weight === 0 || !isTargetBased(rate))
    return false;
  return plan.planCap === undefined || !isUnderPlanCap(component);
}

function capLever(component: Component): Lever<Tail> {
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/cap`,
    componentId: component.id,
    risks: ['LOSERS', 'TAIL', 'SINGLE'],
    summarise: ({ lines }) => ({
      lines: lines.flatMap(({ componentId, pay, target }) =>
        componentId === component.id && target !== null && target > 0 ? [[pay, target] as const] : [],
      ),
    }),
    candidates: (all) => (hasTail(all) ? CAPS.map((times) => candidateOf(component, times)) : []),
    propose: (sample, candidates) => {
      if (!hasTail(sample.map(({ summary }) => summary))) return null;
      return candidates.findLast(({ id }) => isBearable(sample, id))?.id ?? null;
    },
    observe: (all, chosen) => observation(component, all, chosen),
  };
}

function candidateOf(component: Component, times: string): Candidate {
  const cap = `${times}x`;
  return {
    id: cap,
    changes: [{ component: component.id, set: { cap } }],
    title: `Cap ${component.name} at ${cap}`,
    description: `${component.name} pays at most ${cap} of its target in a period.`,
  };
}

/** The 95th percentile of pay reaches 150 % of target, and 2 % of the cost is above 1.2 times target. */
function hasTail(all: readonly Tail[]): boolean {
  const lines = all.flatMap((one) => one.lines);
  if (lines.length === 0) return false;
  const above = all.map((one) => aboveOf(one, 1.2));
  const cost = lines.reduce((sum, [pay]) => sum + pay, 0);
  const total = above.reduce((sum, one) => sum + one, 0);
  const ratios = lines.map(([pay, target]) => (pay * 100) / target);
  if (percentile(ratios, 95) < TAIL_PERCENT || total < cost * MIN_ABOVE) return false;
  return Math.max(...above) <= total * ONE_PAYEE;
}

function aboveOf({ lines }: Tail, times: number): number {
  return lines.reduce((sum, [pay, target]) => sum + Math.max(0, pay - times * target), 0);
}

/** A cap that cuts at most a quarter of the lines, and no payee's year by more than 10 %. */
function isBearable(sample: readonly Tried<Tail>[], cap: string): boolean {
  const parsed = parseCap(cap);
  if (!parsed.ok) return false;
  const times = parsed.value.timesTarget.toNumber();
  const lines = sample.flatMap(({ summary }) => summary.lines);
  const cut = lines.filter(([pay, target]) => pay > times * target).length;
  if (cut > lines.length * MAX_CUT || cut === 0) return false;
  return sample.every((one) => {
    const after = one.after(cap);
    return after === null || (one.before - after) * 100n <= one.before * MAX_LOSS;
  });
}

function observation(component: Component, all: readonly Tried<Tail>[], chosen: Candidate) {
  const lines = all.flatMap(({ summary }) => summary.lines);
  const ratios = lines.map(([pay, target]) => (pay * 100) / target);
  const times = Number(chosen.id.replace('x', ''));
  const cut = lines.filter(([pay, target]) => pay > times * target).length;
  return {
    seen: [
      `Nothing limits ${component.name}: the highest twentieth of its ${lines.length} lines paid ${shownNumber(percentile(ratios, 95), 1)}% of target or more.`,
      `A cap of ${chosen.id} cuts ${cut} of ${lines.length} lines, the lowest that cuts at most a quarter of them and no payee’s year by more than 10%.`,
    ],
    benchmark: {
      title: `Pay of ${component.name} in percent of target`,
      columns: ['From', 'To', 'Lines'],
      rows: [0, 50, 80, 100, 120, 150, 200].map((from, i, steps) => {
        const to = steps[i + 1] ?? Number.POSITIVE_INFINITY;
        const inside = ratios.filter((one) => one >= from && one < to).length;
        return [`${from}%`, to === Number.POSITIVE_INFINITY ? '' : `${to}%`, `${inside}`];
      }),
      source: null,
    },
    flipPoint: flipPoint(all.map(({ summary }) => summary)),
  };
}

/** Takes the highest lines away until there is no tail. */
function flipPoint(all: readonly Tail[]): string | null {
  const ratios = all
    .flatMap(({ lines }) => lines.map(([pay, target]) => pay / target))
    .toSorted((a, b) => b - a);
  for (let removed = 1; removed <= ratios.length; removed += 1) {
    const bound = ratios[removed - 1]!;
    let left = removed;
    const rest = all.map(({ lines }) => ({
      lines: lines.filter(([pay, target]) => {
        if (left === 0 || pay / target < bound) return true;
        left -= 1;
        return false;
      }),
    }));
    if (!hasTail(rest))
      return `It would not be suggested without the ${removed} highest of ${ratios.length} lines.`;
  }
  return null;
}
