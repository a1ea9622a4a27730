import { decimal } from '../../base/decimal.ts';
import { allocate } from '../../base/money.ts';
import { dependencies } from '../../plans/dependencies.ts';
import { type Component, type Plan, usesWeight } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { Thresholds } from '../configurations/assistant-settings.ts';
import type { PayeeFacts } from './facts.ts';
import { type Analyser, type Candidate, type Lever, lever, type Tried } from './lever.ts';
import { correlation, correlationsDiffer, fewestWithout, mean, shownNumber } from './statistics.ts';

const card = {
  key: 'auto-calc-weights',
  version: '1',
  principle: 'Weights should pay for the measures that move with booked money.',
  thresholds: [
    { label: 'Smallest move of a weight', value: '2 points', setting: 'weightMove' },
    { label: 'Share of the difference that is moved', value: '25%' },
    { label: 'Smallest weight', value: '5' },
  ],
  limits: [
    'A correlation over payees is no proof that a measure causes bookings.',
    'The replay assumes that people sell the same under the new weights.',
  ],
} as const;

/** Of how far a component's correlation is from the mean, so much is moved; the middle one is suggested. */
const STEPS = [
  { id: 'milder', by: 0.125 },
  { id: 'weights', by: 0.25 },
  { id: 'stricter', by: 0.5 },
] as const;
const MIN_WEIGHT = 5;

/** One payee: attainment by component, and booked money ÷ quota. */
interface Point {
  readonly reached: readonly (number | null)[];
  readonly booked: number | null;
}

/** A1 (SGR-101): weights that follow how closely each measure moves with booked money. */
export const calculateWeights: Analyser = { card, levers: leversOf };

function leversOf(plan: Plan, { weightMove }: Thresholds): readonly Lever[] {
  const weighted = activeComponents(plan).filter((one) => one.weight > 0 && usesWeight(one));
  const money = weighted.find(
    ({ measure }) => measure.unit === '$' && measure.of === 'amount' && measure.own === undefined,
  );
  const isRead = activeComponents(plan).some((one) => dependencies(one).length > 0);
  const sum = weighted.reduce((all, { weight }) => all + weight, 0);
  if (weighted.length < 2 || money === undefined || isRead || sum !== 100) return [];
  return [lever(weightsLever(weighted, { money, weightMove }))];
}

function weightsLever(
  weighted: readonly Component[],
  { money, weightMove }: { readonly money: Component; readonly weightMove: number },
): Lever<Point> {
  const moves = (weights: readonly number[]) =>
    weighted.some(({ weight }, i) => Math.abs(weights[i]! - weight) >= weightMove);
  const proposed = (points: readonly Point[], by: number) => newWeights(weighted, points, by);
  return {
    card,
    key: card.key,
    field: 'weights',
    componentId: null,
    risks: ['LOSERS', 'BEHAVIOUR', 'SINGLE', 'TAIL'],
    summarise: (payee) => ({
      reached: weighted.map(({ id }) => overall(payee, id)),
      booked: overall(payee, money.id),
    }),
    candidates: (all) => {
      const suggested = proposed(all, 0.25);
      if (suggested === null || !moves(suggested) || !isClear(weighted, all)) return [];
      return STEPS.flatMap(({ id, by }) => {
        const weights = proposed(all, by);
        return weights === null ? [] : [candidateOf(id, weighted, weights)];
      });
    },
    propose: (sample) => {
      const weights = proposed(
        sample.map(({ summary }) => summary),
        0.25,
      );
      return weights !== null && moves(weights) ? weights.join('/') : null;
    },
    agrees: (proposal, chosen) => within(proposal, chosen, weightMove),
    observe: (all) => observation(weighted, all, moves),
  };
}

/** Σ credited ÷ Σ quota over the span. */
function overall({ lines }: PayeeFacts, componentId: string): number | null {
  const own = lines.filter((one) => one.componentId === componentId && one.quota !== null);
  const quota = own.reduce((all, one) => all + (one.quota ?? 0), 0);
  return quota > 0 ? own.reduce((all, one) => all + one.credited, 0) / quota : null;
}

function correlationsOf(weighted: readonly Component[], points: readonly Point[]): (number | null)[] {
  return weighted.map((_, i) =>
    correlation(
      points.flatMap(({ reached, booked }) => {
        const x = reached[i];
        return x == null || booked === null ? [] : [[x, booked] as const];
      }),
    ),
  );
}

/** w × (1 + by × (ρ − ρ̄)), whole percents by largest remainder; null where a component has no variance. */
function newWeights(
  weighted: readonly Component[],
  points: readonly Point[],
  by: number,
): readonly number[] | null {
  const rhos = correlationsOf(weighted, points);
  if (rhos.some((rho) => rho === null)) return null;
  const usual = weightedMean(weighted, rhos as number[]);
  const exact = weighted.map(({ weight }, i) => Math.max(MIN_WEIGHT, weight * (1 + by * (rhos[i]! - usual))));
  const shares = exact.map((one) => decimal(one.toFixed(10)));
  return allocate(decimal('100'), shares, 0).map((one) => one.toNumber());
}

function weightedMean(weighted: readonly Component[], rhos: readonly number[]): number {
  return weighted.reduce((all, { weight }, i) => all + weight * rhos[i]!, 0) / 100;
}

/** Whether some correlation differs from the mean by more than chance. */
function isClear(weighted: readonly Component[], points: readonly Point[]): boolean {
  const rhos = correlationsOf(weighted, points) as number[];
  const usual = weightedMean(weighted, rhos);
  return rhos.some((rho) => correlationsDiffer(rho, usual, points.length));
}

function within(proposal: string, chosen: string, points: number): boolean {
  const other = chosen.split('/').map(Number);
  return proposal.split('/').every((weight, i) => Math.abs(Number(weight) - (other[i] ?? 0)) <= points);
}

function candidateOf(id: string, weighted: readonly Component[], weights: readonly number[]): Candidate {
  const list = weights.join(' / ');
  return {
    id: id === 'weights' ? weights.join('/') : `${id}-${weights.join('/')}`,
    changes: weighted.flatMap((one, i) =>
      one.weight === weights[i] ? [] : [{ component: one.id, set: { weight: weights[i] } }],
    ),
    title: `Rebalance the weights to ${list}`,
    description: `${weighted.map(({ name }) => name).join(', ')}: ${weighted
      .map(({ weight }) => weight)
      .join(' / ')} becomes ${list}.`,
  };
}

function observation(
  weighted: readonly Component[],
  all: readonly Tried<Point>[],
  moves: (weights: readonly number[]) => boolean,
) {
  const points = all.map(({ summary }) => summary);
  const rhos = correlationsOf(weighted, points) as number[];
  const usual = weightedMean(weighted, rhos);
  const order = weighted.map((_, i) => i).toSorted((a, b) => rhos[b]! - rhos[a]! || a - b);
  const [first, last] = [order[0]!, order.at(-1)!];
  return {
    seen: [
      `${weighted[first]!.name} moves with booked money (r ${shownNumber(rhos[first]!, 2)}), ${weighted[last]!.name} hardly does (r ${shownNumber(rhos[last]!, 2)}).`,
      `The weighted mean of the correlations is ${shownNumber(usual, 2)}; a quarter of each difference is moved.`,
    ],
    benchmark: {
      title: 'How closely each component follows booked money',
      columns: ['Component', 'Weight', 'Correlation', 'Payees', 'Mean attainment'],
      rows: weighted.map(({ name, weight }, i) => {
        const reached = points.flatMap((one) => (one.reached[i] == null ? [] : [one.reached[i]]));
        return [
          name,
          `${weight}`,
          shownNumber(rhos[i]!, 3),
          `${reached.length}`,
          `${shownNumber(mean(reached) * 100, 1)}%`,
        ];
      }),
      source: null,
    },
    flipPoint: flipPoint(weighted, points, moves),
  };
}

/** Takes payees away, those who decide most first, until no weight moves far enough. */
function flipPoint(
  weighted: readonly Component[],
  points: readonly Point[],
  moves: (weights: readonly number[]) => boolean,
): string | null {
  const middle = weighted.map((_, i) => mean(points.map(({ reached }) => reached[i] ?? 0)));
  const booked = mean(points.map((one) => one.booked ?? 0));
  const pull = (one: Point) =>
    one.reached.reduce<number>(
      (all, x, i) => all + Math.abs(((x ?? 0) - middle[i]!) * ((one.booked ?? 0) - booked)),
      0,
    );
  const pulls = new Map(points.map((one) => [one, pull(one)]));
  const left = points.toSorted((a, b) => pulls.get(b)! - pulls.get(a)!);
  const half = Math.floor(points.length / 2);
  const removed = fewestWithout(half, (count) => {
    const weights = newWeights(weighted, left.slice(count), 0.25);
    return weights !== null && moves(weights);
  });
  return removed === null
    ? `It would still be suggested without the ${half} payees who decide most.`
    : `It would not be suggested without the ${removed} payees who decide most.`;
}
