import { type Decimal, decimal, HUNDRED, plain, ZERO } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import { ratio, roundRatio } from '../base/ratio.ts';
import type { Problem } from '../base/result.ts';
import { assumptionsOf, type History } from '../findings/pay-history.ts';
import type { Plan } from '../plans/plan.ts';
import { figuresPayer } from './payee-pay.ts';
import { type PayeeCost, type PerformancePoint, payeeCost, payeeOf } from './performance-point.ts';
import { type Fit, fitOf } from './statistics.ts';
import { tallyUnpaid, type UnpaidReason } from './unpaid-reasons.ts';

/** What one payee would have been paid by the draft instead of the baseline. */
export interface PayeeReplay {
  readonly participantId: string;
  readonly before: string;
  readonly after: string;
  /** After minus before. */
  readonly delta: string;
  readonly outcome: 'wins' | 'loses' | 'same';
  readonly pointBefore: PerformancePoint | null;
  readonly pointAfter: PerformancePoint | null;
}

/** Somebody one of the two plans could not pay; in no total, so that the two costs are of the same people (SIM-2). */
export interface UnpaidPayee {
  readonly participantId: string;
  readonly plan: 'baseline' | 'draft';
  readonly problems: readonly Problem[];
}

/** What a plan cost over a history, and what for. */
export interface PlanCost {
  readonly cost: string;
  /** Money credited to the payees, each deal once a payee. */
  readonly revenue: string;
  /** Cost ÷ revenue, 6 decimals; null without revenue. */
  readonly costPerDollar: string | null;
  /** How pay followed performance over the payees that have a target and a quota. */
  readonly payForPerformance: Fit;
}

/** Both plans over the same history, in one currency. */
export interface ReplaySummary {
  readonly currency: string;
  readonly payees: number;
  readonly unpaid: number;
  readonly unpaidReasons: readonly UnpaidReason[];
  readonly baseline: PlanCost;
  readonly draft: PlanCost;
  /** Draft minus baseline, and in percent of the baseline, 1 decimal; null when the baseline paid nothing. */
  readonly change: string;
  readonly changePercent: string | null;
  readonly winners: number;
  readonly losers: number;
  readonly same: number;
  /** What was taken for granted, in sentences. */
  readonly assumptions: readonly string[];
}

/** A replay under way: it is told one payee's history after another, and keeps of each only two points. */
export interface ReplayCourse {
  take(history: History): PayeeReplay | UnpaidPayee;
  summary(): ReplaySummary;
}

interface Side {
  readonly plan: Plan;
  cost: Decimal;
  revenue: Decimal;
  readonly points: { readonly x: Decimal; readonly y: Decimal }[];
}

/** Begins to replay a draft against a baseline over what happened; both must be in one currency (`comparable`). */
export function replayCourse(draft: Plan, baseline: Plan): ReplayCourse {
  const sides = { baseline: emptySide(baseline), draft: emptySide(draft) };
  const pay = { baseline: figuresPayer(baseline), draft: figuresPayer(draft) };
  const counts = { wins: 0, loses: 0, same: 0 };
  const { currency } = baseline;
  let unpaid = 0;
  const tally = tallyUnpaid();
  return {
    take: (history) => {
      const participantId = payeeOf(history);
      const old = pay.baseline(history);
      const now = pay.draft(history);
      if (!old.ok || !now.ok) {
        unpaid += 1;
        const plan = old.ok ? 'draft' : 'baseline';
        const problems = old.ok ? (now.ok ? [] : now.problems) : old.problems;
        tally.add(plan, problems);
        return { participantId, plan, problems };
      }
      const before = add(sides.baseline, payeeCost(baseline, history, old.value));
      const after = add(sides.draft, payeeCost(draft, history, now.value));
      const delta = after.pay.minus(before.pay);
      const outcome = delta.gt(ZERO) ? 'wins' : delta.lt(ZERO) ? 'loses' : 'same';
      counts[outcome] += 1;
      return {
        participantId,
        before: moneyText(before.pay, currency),
        after: moneyText(after.pay, currency),
        delta: moneyText(delta, currency),
        outcome,
        pointBefore: before.point,
        pointAfter: after.point,
      };
    },
    summary: () => {
      const change = sides.draft.cost.minus(sides.baseline.cost);
      return {
        currency,
        payees: counts.wins + counts.loses + counts.same,
        unpaid,
        unpaidReasons: tally.reasons(),
        baseline: costOf(sides.baseline),
        draft: costOf(sides.draft),
        change: moneyText(change, currency),
        changePercent: changePercent(change, sides.baseline.cost),
        winners: counts.wins,
        losers: counts.loses,
        same: counts.same,
        assumptions: [...new Set([baseline, draft].flatMap(assumptionsOf))],
      };
    },
  };
}

/** A change in percent of what the baseline costs (SIM-2); null where that is nothing. */
export function changePercent(change: Decimal, baseline: Decimal): string | null {
  return baseline.gt(ZERO) ? plain(roundRatio(ratio(change.times(HUNDRED), baseline), 1, 'HALF_UP')) : null;
}

/** Why two plans cannot be replayed against each other (SIM-2); null when they can. */
export function comparable(draft: Plan, baseline: Plan): Problem | null {
  if (draft.currency === baseline.currency) return null;
  const message = `The draft pays in ${draft.currency}, the baseline in ${baseline.currency}. Compare plans with the same currency.`;
  return { rule: 'SIM-2', path: 'currency', message };
}

function emptySide(plan: Plan): Side {
  return { plan, cost: ZERO, revenue: ZERO, points: [] };
}

function add(side: Side, one: PayeeCost): PayeeCost {
  side.cost = side.cost.plus(one.pay);
  side.revenue = side.revenue.plus(one.revenue);
  if (one.point !== null) {
    side.points.push({ x: decimal(one.point.attainmentPercent), y: decimal(one.point.payPercent) });
  }
  return one;
}

function costOf({ plan, cost, revenue, points }: Side): PlanCost {
  return {
    cost: moneyText(cost, plan.currency),
    revenue: plain(revenue),
    costPerDollar: revenue.gt(ZERO) ? plain(roundRatio(ratio(cost, revenue), 6, 'HALF_UP')) : null,
    payForPerformance: fitOf(points),
  };
}
