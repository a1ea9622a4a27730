import { decimal, plain, ZERO } from '../base/decimal.ts';
import { minorDigits, moneyText } from '../base/money.ts';
import { assumptionsOf, type History } from '../findings/pay-history.ts';
import type { Plan } from '../plans/plan.ts';
import { figuresPayer } from './payee-pay.ts';
import { payeeOf } from './performance-point.ts';
import type { UnpaidPayee } from './replay.ts';
import { dealMonths } from './scenarios/redraw.ts';
import { costsOf } from './scenarios/scenario-costs.ts';
import { type Scores, scoresOf } from './scores.ts';
import { type Bin, type Distribution, distribution, histogram, mean } from './statistics.ts';
import { tallyUnpaid, type UnpaidReason } from './unpaid-reasons.ts';

/** How a simulation is drawn. The same terms and histories give the same bytes, in whatever order the payees come. */
export interface MonteCarloTerms {
  readonly draft: Plan;
  readonly baseline: Plan;
  /** Any text; another seed draws other scenarios. */
  readonly seed: string;
  readonly scenarios: number;
}

/** One payee over all scenarios: the mean pay by each plan, and in how many scenarios the draft pays less. */
export interface PayeeOutlook {
  readonly participantId: string;
  readonly before: string;
  readonly after: string;
  readonly delta: string;
  readonly outcome: 'wins' | 'loses' | 'same';
  /** Percent of the scenarios, 1 decimal. */
  readonly losesInPercent: string;
}

/** What both plans would cost over the span, as distributions over the scenarios. */
export interface MonteCarloSummary extends Scores {
  readonly currency: string;
  readonly seed: string;
  readonly scenarios: number;
  /** Calendar months that were drawn from and laid down. */
  readonly months: number;
  readonly payees: number;
  readonly unpaid: number;
  readonly unpaidReasons: readonly UnpaidReason[];
  readonly baseline: Distribution;
  readonly draft: Distribution;
  /** Baseline minus draft, scenario by scenario. */
  readonly savings: Distribution;
  /** Mean of the baseline minus mean of the draft, for the whole span. */
  readonly projectedSavings: string;
  readonly histogram: readonly Bin[];
  readonly winners: number;
  readonly losers: number;
  readonly same: number;
  /** What was taken for granted, in sentences. */
  readonly assumptions: readonly string[];
}

/** A simulation under way. */
export interface MonteCarloCourse {
  /** One payee; yields between scenarios, so that long ones can be left, and nothing is kept of a payee that was left. */
  take(history: History): Generator<void, PayeeOutlook | UnpaidPayee, void>;
  summary(): MonteCarloSummary;
}

const BINS = 20;

/** Begins a simulation of both plans on the same redrawn deals (SIM-5 to SIM-8). */
export function monteCarloCourse(terms: MonteCarloTerms): MonteCarloCourse {
  const { currency } = terms.baseline;
  const digits = minorDigits(currency);
  const costs = { baseline: zeros(terms.scenarios), draft: zeros(terms.scenarios) };
  const outlooks = { wins: 0, loses: 0, same: 0 };
  const tally = tallyUnpaid();
  const looked = { months: 0, busy: 0, losers: 0, unpaid: 0 };
  const pay = { baseline: figuresPayer(terms.baseline), draft: figuresPayer(terms.draft) };
  const unpaidBy = (history: History): UnpaidPayee | null => {
    for (const plan of ['baseline', 'draft'] as const) {
      const paid = pay[plan](history);
      if (!paid.ok) return { participantId: payeeOf(history), plan, problems: paid.problems };
    }
    return null;
  };
  return {
    *take(history) {
      const participantId = payeeOf(history);
      const cut = dealMonths(history);
      looked.months = Math.max(looked.months, cut.months.length);
      yield;
      // first as it was: what stops that is told of the deals as they are known
      const known = unpaidBy(history);
      const baseline = known === null ? yield* costsOf(terms.baseline, terms, history) : null;
      const draft = baseline?.ok ? yield* costsOf(terms.draft, terms, history) : null;
      if (!baseline?.ok || !draft?.ok) {
        looked.unpaid += 1;
        const failed = baseline?.ok ? draft : baseline;
        const unpaid: UnpaidPayee = known ?? {
          participantId,
          plan: baseline?.ok ? 'draft' : 'baseline',
          problems: failed === null || failed.ok ? [] : failed.problems,
        };
        tally.add(unpaid.plan, unpaid.problems);
        return unpaid;
      }
      addTo(costs.baseline, baseline.value);
      addTo(costs.draft, draft.value);
      looked.busy += cut.busy;
      const outlook = outlookOf(participantId, baseline.value, draft.value, digits);
      outlooks[outlook.outcome] += 1;
      if (losesSomething(outlook)) looked.losers += 1;
      return outlook;
    },
    summary: () => {
      const payees = outlooks.wins + outlooks.loses + outlooks.same;
      const savings = costs.baseline.map((cost, i) => cost - (costs.draft[i] ?? 0n));
      const saved = mean(costs.baseline, digits).minus(mean(costs.draft, digits));
      const scored = { ...costs, savings, payees, ...looked };
      return {
        currency,
        seed: terms.seed,
        scenarios: terms.scenarios,
        months: looked.months,
        payees,
        unpaid: looked.unpaid,
        unpaidReasons: tally.reasons(),
        baseline: distribution(costs.baseline, digits),
        draft: distribution(costs.draft, digits),
        savings: distribution(savings, digits),
        projectedSavings: moneyText(saved, currency),
        ...scoresOf(scored, digits),
        histogram: histogram(costs.baseline, costs.draft, { bins: BINS, digits }),
        winners: outlooks.wins,
        losers: outlooks.loses,
        same: outlooks.same,
        assumptions: [
          ...new Set([terms.baseline, terms.draft].flatMap(assumptionsOf)),
          'Payees are sampled independently, so years that are bad for everyone are rarer here than in practice.',
        ],
      };
    },
  };
}

function outlookOf(
  participantId: string,
  baseline: readonly bigint[],
  draft: readonly bigint[],
  digits: number,
): PayeeOutlook {
  const [before, after] = [mean(baseline, digits), mean(draft, digits)];
  const delta = after.minus(before);
  const loses = draft.filter((cost, i) => cost < (baseline[i] ?? 0n)).length;
  const share = decimal(String(loses * 100)).div(decimal(String(draft.length || 1)));
  return {
    participantId,
    before: before.toFixed(digits),
    after: after.toFixed(digits),
    delta: delta.toFixed(digits),
    outcome: delta.gt(ZERO) ? 'wins' : delta.lt(ZERO) ? 'loses' : 'same',
    losesInPercent: plain(share.round(1, 1)),
  };
}

/** Whether the mean pay falls by more than one percent (SIM-7). */
function losesSomething({ before, delta }: PayeeOutlook): boolean {
  return decimal(delta).lt(decimal(before).abs().times('-0.01'));
}

function zeros(count: number): bigint[] {
  return Array.from({ length: count }, () => 0n);
}

function addTo(all: bigint[], more: readonly bigint[]): void {
  for (const [i, one] of more.entries()) all[i] = (all[i] ?? 0n) + one;
}
