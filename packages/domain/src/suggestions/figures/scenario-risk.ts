import { minorDigits } from '../../base/money.ts';
import { ok } from '../../base/result.ts';
import type { History } from '../../findings/pay-history.ts';
import type { Plan } from '../../plans/plan.ts';
import { payeeOf } from '../../simulations/performance-point.ts';
import { dealMonths } from '../../simulations/scenarios/redraw.ts';
import { costsOf } from '../../simulations/scenarios/scenario-costs.ts';
import { scoresOf } from '../../simulations/scores.ts';
import { asText, percentile } from '../../simulations/statistics.ts';
import type { ChangeFigures } from '../claim.ts';
import type { PaidTotals } from './replay-payer.ts';
import { yearsOnTotals } from './years-on-totals.ts';

/** Risk and range of one change over redrawn years. */
export interface ScenarioRisk {
  readonly risk: NonNullable<ChangeFigures['risk']>;
  readonly range: { readonly p10: string; readonly p90: string };
}

/** A plan, or other records, or both. */
export interface Variant {
  readonly plan: Plan;
  /** The records with the change; left out: as they are. */
  readonly records?: ((history: History) => History) | undefined;
}

/** What the plan itself costs in the drawn years, for a payee whose records were drawn before by the same terms. */
export interface KnownCosts {
  get(participantId: string): readonly bigint[] | undefined;
  set(participantId: string, costs: readonly bigint[]): void;
}

/** How years are drawn. */
export interface ScenarioTerms {
  readonly plan: Plan;
  readonly variants: readonly Variant[];
  readonly seed: string;
  readonly scenarios: number;
  /** Left out: nothing is known. */
  readonly known?: KnownCosts | undefined;
}

/** Years of several variants of a plan under way: the plan's own costs are drawn once for all of them (SIM-5). */
export interface ScenarioCourse {
  /** Yields between portions of the work; false: the deals are needed and not there, and nothing was added. */
  take(history: History, known?: KnownTotals): Generator<void, boolean, void>;
  /** Of a variant by position; null: no payee could be paid in every scenario. */
  risk(variant: number): ScenarioRisk | null;
}

/** What an earlier pass has found out about a payee. */
export interface KnownTotals {
  readonly totals: PaidTotals | null;
  /** Left out: the deals are there. */
  readonly withoutDeals?: boolean;
}

/** Begins to draw the years of a plan and its variants. */
export function scenarioCourse({ plan, variants, seed, scenarios, known }: ScenarioTerms): ScenarioCourse {
  const digits = minorDigits(plan.currency);
  const sums = variants.map(() => emptySum(scenarios));
  const onTotals = yearsOnTotals(plan, variants, { seed, scenarios });
  return {
    *take(history, { totals, withoutDeals = false } = { totals: null }) {
      const drawn = onTotals?.(history, totals) ?? null;
      if (drawn !== null) {
        const busy = totals?.months?.busy ?? 0;
        for (const [i, sum] of sums.entries()) addTo(sum, { before: drawn[0]!, after: drawn[i + 1]!, busy });
        return true;
      }
      if (withoutDeals) return false;
      const before = known?.get(payeeOf(history));
      const baseline = before === undefined ? yield* costsOf(plan, { seed, scenarios }, history) : ok(before);
      if (before === undefined && baseline.ok) known?.set(payeeOf(history), baseline.value);
      const { busy } = dealMonths(history);
      for (const [i, variant] of variants.entries()) {
        const sum = sums[i]!;
        const draft = baseline.ok
          ? yield* costsOf(variant.plan, { seed, scenarios }, variant.records?.(history) ?? history)
          : null;
        if (!baseline.ok || !draft?.ok) sum.unpaid += 1;
        else addTo(sum, { before: baseline.value, after: draft.value, busy });
      }
      return true;
    },
    risk: (variant) => {
      const sum = sums[variant];
      if (sum === undefined || sum.payees === 0) return null;
      const [baseline, draft] = [sum.before.all(), sum.after.all()];
      const savings = baseline.map((cost, i) => cost - draft[i]!);
      const scored = { payees: sum.payees, unpaid: sum.unpaid, busy: sum.busy };
      const now = scoresOf({ ...scored, baseline, draft, savings, losers: sum.losers }, digits);
      const zero = savings.map(() => 0n);
      const then = scoresOf({ ...scored, baseline, draft: baseline, savings: zero, losers: 0 }, digits);
      const sorted = savings.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      return {
        risk: { score: now.riskScore, before: then.riskScore, parts: now.riskParts, scenarios, seed },
        range: {
          p10: asText(percentile(sorted, 10), digits),
          p90: asText(percentile(sorted, 90), digits),
        },
      };
    },
  };
}

function emptySum(scenarios: number) {
  return {
    before: exactSums(scenarios),
    after: exactSums(scenarios),
    payees: 0,
    unpaid: 0,
    losers: 0,
    busy: 0,
  };
}

/** Whole costs of drawn years. */
type Costs = Float64Array | readonly bigint[];

function addTo(
  sum: ReturnType<typeof emptySum>,
  { before, after, busy }: { readonly before: Costs; readonly after: Costs; readonly busy: number },
): void {
  sum.before.add(before);
  sum.after.add(after);
  sum.payees += 1;
  sum.busy += busy;
  const [costBefore, costAfter] = [totalOf(before), totalOf(after)];
  // the mean pay falls by more than one percent (SIM-7)
  if ((costBefore - costAfter) * 100n > (costBefore < 0n ? -costBefore : costBefore)) sum.losers += 1;
}

/** Sums of whole numbers, each place for itself: in binary floats while those hold them exactly. */
function exactSums(places: number) {
  const floats = new Float64Array(places);
  const rest = Array.from({ length: places }, () => 0n);
  const move = (i: number) => {
    rest[i]! += BigInt(floats[i]!);
    floats[i] = 0;
  };
  return {
    add: (costs: Costs) => {
      for (let i = 0; i < places; i += 1) {
        const cost = costs[i]!;
        if (typeof cost === 'bigint') {
          rest[i]! += cost;
          continue;
        }
        if (!Number.isSafeInteger(floats[i]! + cost)) move(i);
        floats[i]! += cost;
      }
    },
    all: (): readonly bigint[] => rest.map((cost, i) => cost + BigInt(floats[i]!)),
  };
}

function totalOf(costs: Costs): bigint {
  let [total, rest] = [0, 0n];
  for (const cost of costs) {
    if (typeof cost === 'bigint') rest += cost;
    else if (Number.isSafeInteger(total + cost)) total += cost;
    else rest += BigInt(cost);
  }
  return rest + BigInt(total);
}
