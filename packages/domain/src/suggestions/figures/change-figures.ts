import { decimal, plain } from '../../base/decimal.ts';
import { counted, moneyIn } from '../../base/figures.ts';
import type { Period } from '../../base/period.ts';
import { ok, type Result } from '../../base/result.ts';
import type { History } from '../../findings/pay-history.ts';
import { changePlan, type PlanChange } from '../../plans/change-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import { figuresPayer, payOf } from '../../simulations/payee-pay.ts';
import { payeeOf } from '../../simulations/performance-point.ts';
import type { ChangeFigures, ConfidenceStep, ImpactType, OverlayResult } from '../claim.ts';
import type { Thresholds } from '../configurations/assistant-settings.ts';
import { overlayCourse } from '../overlays/overlay-course.ts';
import type { OverlayTerms } from '../overlays/overlay-terms.ts';
import { amountOf, type ChangeCosts, changeCosts, inMajor, type PayeeChange } from './change-costs.ts';
import { backtest, confidenceOf, dataCoverage, foldsOf, policyCheck } from './confidence.ts';
import { creditsMonths, laidOut, monthCredits } from './month-credits.ts';
import { paidTotals, replayPayer } from './replay-payer.ts';
import { type KnownCosts, type ScenarioRisk, scenarioCourse } from './scenario-risk.ts';

/** What the figures of a change are made of. */
export interface FiguresOf {
  readonly currency: string;
  readonly span: Period;
  readonly costs: ChangeCosts;
  /** Payees one of the plans can't pay. */
  readonly unpaid: number;
  /** Calendar months with deals. */
  readonly months: number;
  readonly records: { readonly validRows: number; readonly rows: number };
  /** Null: no analyser proposed it. */
  readonly ruleMatch: ConfidenceStep | null;
  readonly overlays: readonly OverlayResult[];
  /** Null: no years were drawn. */
  readonly scenarios: ScenarioRisk | null;
}

/** The stored figures of a change: money as text, steps and confidence as whole percent. */
export function changeFigures(of: FiguresOf): ChangeFigures {
  const { currency, costs } = of;
  const steps = stepsOf(of);
  return {
    currency,
    span: of.span,
    projectedSavings: amountOf(costs.savings, currency),
    baselineCost: amountOf(costs.before, currency),
    changedCost: amountOf(costs.after, currency),
    changePercent: costs.changePercent,
    byComponent: [...costs.byComponent].map(([componentId, savings]) => ({
      componentId,
      savings: amountOf(savings, currency),
    })),
    byPeriod: [...costs.byPeriod].map(([period, savings]) => ({
      period,
      savings: amountOf(savings, currency),
    })),
    payees: costs.payees,
    unpaid: of.unpaid,
    losers: costs.losers,
    greatestLossPercent: plain(costs.greatestLossPercent.round(1, 1)),
    range: of.scenarios?.range ?? null,
    risk: of.scenarios?.risk ?? null,
    steps,
    confidence: confidenceOf(steps),
  };
}

function stepsOf({
  currency,
  costs,
  unpaid,
  months,
  records,
  ruleMatch,
  overlays,
}: FiguresOf): ConfidenceStep[] {
  const coverage = { months, payable: costs.payees, payees: costs.payees + unpaid, ...records };
  const periods = [...costs.byPeriod].map(([label, savings]) => ({
    label,
    savings: inMajor(savings, currency),
  }));
  const folds = foldsOf(costs.each.map((one) => inMajor(one, currency)));
  return [
    dataCoverage(coverage),
    ...(ruleMatch === null ? [] : [ruleMatch]),
    backtest(periods, folds),
    policyCheck(overlays),
  ];
}

/** Whether savings reach the smallest share of the baseline cost and the smallest amount; else they are no more than a finding (SGR-15). */
export function isWorthwhile(
  { savings, before }: Pick<ChangeCosts, 'savings' | 'before'>,
  digits: number,
  { minSharePercent, minAmount }: Pick<Thresholds, 'minSharePercent' | 'minAmount'>,
): boolean {
  const size = savings < 0n ? -savings : savings;
  const hundredths = BigInt(Math.round(minSharePercent * 100));
  return size * 10_000n >= before * hundredths && size >= BigInt(minAmount) * 10n ** BigInt(digits);
}

/** Savings in words, and their color (SGR-14). */
export function impactOf(
  figures: ChangeFigures,
  isMaterial: boolean,
): { impact: string; impactType: ImpactType } {
  const { projectedSavings, currency, changePercent, losers, payees, span } = figures;
  const costs = projectedSavings.startsWith('-');
  const amount = moneyIn(decimal(projectedSavings.replace('-', '')), currency);
  const percent = changePercent === null ? '' : ` (${changePercent.replace('-', '')}%)`;
  const verb = costs ? 'Costs' : 'Saves';
  const who =
    losers === 0
      ? 'No one earns more than 1% less.'
      : `${losers} of ${counted(payees, 'payee')} ${losers === 1 ? 'earns' : 'earn'} more than 1% less.`;
  const impact = `${verb} ${amount} over ${spanWords(span)}${percent}. ${who}`;
  return { impact, impactType: !isMaterial ? 'neutral' : costs ? 'negative' : 'positive' };
}

/** A calendar year as "2025", other spans by their days. */
export function spanWords({ from, to }: Period): string {
  const year = from.slice(0, 4);
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : `${from} to ${to}`;
}

/** A change of a plan, tried on what happened. */
export interface EvaluationTerms {
  /** As designed (`asDesigned`). */
  readonly plan: Plan;
  readonly changes: readonly PlanChange[];
  readonly span: Period;
  readonly records: { readonly validRows: number; readonly rows: number };
  /** The workspace's rules; null: none are checked. */
  readonly overlays: OverlayTerms | null;
  /** The hash of the plan's document; the same seed draws the same years. */
  readonly seed: string;
  /** Years to draw for risk and range; 0: none. */
  readonly scenarios: number;
  /** Costs of the unchanged plan in those years, from an earlier evaluation of the same records. */
  readonly known?: KnownCosts | undefined;
}

export interface Evaluation {
  readonly figures: ChangeFigures;
  /** By id. */
  readonly payees: readonly {
    readonly participantId: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** An evaluation under way. */
interface EvaluationCourse {
  /** One payee's history; yields between portions of the work. */
  take(history: History): Generator<void, void, void>;
  evaluation(): Evaluation;
}

/** Begins to try a change; refused where its outcome is no plan. */
export function evaluationCourse(terms: EvaluationTerms): Result<EvaluationCourse> {
  const changed = changePlan(terms.plan, terms.changes);
  if (!changed.ok) return changed;
  const { seed, scenarios, plan, known } = terms;
  const payBefore = figuresPayer(plan);
  const payAfter = replayPayer(plan, changed.value);
  const layout = creditsMonths(plan) && scenarios > 0 ? laidOut(plan, terms.span) : null;
  const years = scenarioCourse({ plan, variants: [{ plan: changed.value }], seed, scenarios, known });
  const overlays = overlayCourse(terms.overlays, terms.span);
  const paid: PayeeChange[] = [];
  const months = new Set<string>();
  let unpaid = 0;
  return ok({
    *take(history) {
      for (const { date } of history.deals) if (date >= terms.span.from) months.add(date.slice(0, 7));
      overlays.take(history);
      const before = payBefore(history);
      const byMonth = before.ok && layout !== null ? monthCredits(layout, history, before.value) : null;
      const totals = before.ok ? paidTotals(before.value, byMonth) : null;
      const after = payAfter(history, { totals, asPaid: true });
      if (before.ok && after?.ok) {
        paid.push({ participantId: payeeOf(history), before: payOf(before.value), after: after.value });
      } else unpaid += 1;
      yield;
      if (scenarios > 0) yield* years.take(history, { totals });
    },
    evaluation: () => {
      const sorted = paid.toSorted((a, b) => (a.participantId < b.participantId ? -1 : 1));
      const { currency } = plan;
      const { span, records } = terms;
      return {
        figures: changeFigures({
          currency,
          span,
          costs: changeCosts(sorted),
          unpaid,
          months: months.size,
          records,
          ruleMatch: null,
          overlays: overlays.results(changed.value, sorted),
          scenarios: scenarios > 0 ? years.risk(0) : null,
        }),
        payees: sorted.map(({ participantId, before, after }) => ({
          participantId,
          before: amountOf(before.total, currency),
          after: amountOf(after.total, currency),
        })),
      };
    },
  });
}

/** Tries a change on histories at hand, one payee each. */
export function evaluateChange(terms: EvaluationTerms, histories: Iterable<History>): Result<Evaluation> {
  const course = evaluationCourse(terms);
  if (!course.ok) return course;
  for (const history of histories) {
    const taking = course.value.take(history);
    while (!taking.next().done);
  }
  return ok(course.value.evaluation());
}
