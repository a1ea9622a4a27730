import { parseCap } from '../../plans/cap.ts';
import { type Component, isTargetBased, type Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { isUnderPlanCap } from '../../plans/terms.ts';
import { type Analyser, type Candidate, firstWord, type Lever, lever, type Tried } from './lever.ts';
import { fewestWithout, percentile, shownNumber } from './statistics.ts';

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

/** One payee's lines, and what decides of them. */
interface Tail {
  /** Pay and target in minor units. */
  readonly lines: readonly (readonly [pay: number, target: number])[];
  readonly cost: number;
  /** What is paid above 1.2 times target. */
  readonly above: number;
  /** Lines that reach 150 % of target. */
  readonly high: number;
}

function tailOf(lines: Tail['lines']): Tail {
  let [cost, above, high] = [0, 0, 0];
  for (const [pay, target] of lines) {
    cost += pay;
    above += Math.max(0, pay - 1.2 * target);
    if ((pay * 100) / target >= TAIL_PERCENT) high += 1;
  }
  return { lines, cost, above, high };
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
  const treated = treatedBy();
  return {
    card,
    key: `${card.key}-${firstWord(component.id)}`,
    field: `${component.id}/cap`,
    componentId: component.id,
    risks: ['LOSERS', 'TAIL', 'SINGLE'],
    summarise: ({ lines }) =>
      tailOf(
        lines.flatMap(({ componentId, pay, target }) =>
          componentId === component.id && target !== null && target > 0 ? [[pay, target] as const] : [],
        ),
      ),
    candidates: (all) => (hasTail(all) ? CAPS.map((times) => candidateOf(component, times)) : []),
    propose: (sample, candidates) => {
      if (!hasTail(sample.map(({ summary }) => summary))) return null;
      return candidates[lastBearable(sample, candidates, treated)]?.id ?? null;
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
  let [lines, cost, total, high, largest] = [0, 0, 0, 0, 0];
  for (const one of all) {
    lines += one.lines.length;
    cost += one.cost;
    total += one.above;
    high += one.high;
    if (one.above > largest) largest = one.above;
  }
  if (lines === 0) return false;
  // the nearest rank of the 95th percentile is among the high ones
  if (high <= lines - Math.ceil((95 * lines) / 100) || total < cost * MIN_ABOVE) return false;
  return largest <= total * ONE_PAYEE;
}

/** How a cap treats one payee: their lines it cuts, and whether it leaves them 90 % of their year. */
interface Treated {
  readonly cut: number;
  readonly fair: boolean;
}

/** What each of the caps does to a payee, who is among many resamples. */
function treatedBy() {
  const known = new WeakMap<Tried<Tail>, readonly Treated[]>();
  return (one: Tried<Tail>, caps: readonly Cap[]): readonly Treated[] => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const found = caps.map(({ id, times }) => {
      const after = one.after(id);
      return {
        cut: one.summary.lines.filter(([pay, target]) => pay > times * target).length,
        fair: after === null || (one.before - after) * 100n <= one.before * MAX_LOSS,
      };
    });
    known.set(one, found);
    return found;
  };
}

interface Cap {
  readonly id: string;
  readonly times: number;
}

/** The last cap that cuts at most a quarter of the lines, and no payee's year by more than 10 %; -1: none. */
function lastBearable(
  sample: readonly Tried<Tail>[],
  candidates: readonly Candidate[],
  treated: ReturnType<typeof treatedBy>,
): number {
  const caps = candidates.map(({ id }): Cap => {
    const parsed = parseCap(id);
    return { id, times: parsed.ok ? parsed.value.timesTarget.toNumber() : Number.NaN };
  });
  const cuts = caps.map(() => 0);
  const isFair = caps.map(({ times }) => !Number.isNaN(times));
  let lines = 0;
  for (const one of sample) {
    const own = treated(one, caps);
    lines += one.summary.lines.length;
    for (let i = 0; i < own.length; i += 1) {
      cuts[i]! += own[i]!.cut;
      if (!own[i]!.fair) isFair[i] = false;
    }
  }
  return cuts.findLastIndex((cut, i) => isFair[i] === true && cut > 0 && cut <= lines * MAX_CUT);
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
  const removed = fewestWithout(ratios.length, (count) => {
    const bound = ratios[count - 1]!;
    let left = count;
    const rest = all.map((one) => {
      const lines = one.lines.filter(([pay, target]) => {
        if (left === 0 || pay / target < bound) return true;
        left -= 1;
        return false;
      });
      return lines.length === one.lines.length ? one : tailOf(lines);
    });
    return hasTail(rest);
  });
  return removed === null
    ? null
    : `It would not be suggested without the ${removed} highest of ${ratios.length} lines.`;
}
